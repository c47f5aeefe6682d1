/**
 * Compares texts by their UTF-8 bytes, which is how S3 sorts keys. JavaScript's own order differs for characters
 * above U+FFFF: it compares their surrogates, which are less than U+E000 to U+FFFF.
 */
export function compareUtf8(one: string, other: string): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Puts surrogates, which encode the characters above U+FFFF, after all other code units. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Length of a text in bytes of UTF-8. */
export const utf8Length = (text: string): number => Buffer.byteLength(text);
