/** Maximum size of a text that is part of an answer, in bytes; a larger one has to be downloaded. */
export const INLINE_LIMIT = 64 * 1024;

/** The content as text, or undefined if it contains NUL or is not valid UTF-8. */
export function asText(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
