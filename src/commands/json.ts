/** Characters that control a terminal, or that hide or reorder text; `JSON.stringify` does not escape them. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;
const NOT_ASCII = /[^\n\x20-\x7e]/gu;

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * A value as JSON that is safe to print on a terminal: control characters are written as equivalent `\u` escapes, without
 * `unicode` also everything outside ASCII.
 */
export function safeJson(value: unknown, { unicode }: { readonly unicode: boolean }, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(unicode ? UNSAFE : NOT_ASCII, escaped);
}
