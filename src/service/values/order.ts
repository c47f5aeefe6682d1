/**
 * Orders texts as the bytes of their UTF-8 are ordered, which is how S3 sorts keys. JavaScript's own order
 * differs where characters beyond U+FFFF, written as two surrogates, meet those just below.
 */
export function compareUtf8(one: string, other: string): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Surrogates stand for characters above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Bytes of a text in UTF-8. */
export const utf8Length = (text: string): number => Buffer.byteLength(text);
