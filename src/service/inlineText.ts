/** The largest text, in bytes, that goes into the answer itself; a larger one is downloaded. */
export const INLINE_LIMIT = 64 * 1024;

/** The content as one text, or undefined where it is no text in UTF-8. */
export function asText(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
