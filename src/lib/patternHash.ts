/** The parameters of the 32-bit FNV-1a hash. */
const START = 0x811c_9dc5;
const PRIME = 0x0100_0193;
/** Hashed in place of a word that contains a digit. */
const NUMBER = 0x1_0000;
/** The number of characters of a line that are hashed. */
const MAX_CHARACTERS = 1024;
const DOT = 46;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;

/** Mixes a number into a hash. */
export const mix = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

/**
 * The hash of a text in which all words with digits, including decimal numbers, count as the same word: texts that differ
 * only in numbers have the same.
 */
export function patternHash(text: string, start = START): number {
  const length = Math.min(text.length, MAX_CHARACTERS);
  let hash = start;
  for (let at = 0; at < length;) {
    const before = hash;
    let [code, hasDigit] = [text.charCodeAt(at), false];
    const isWord = isDigit(code) || isLetter(code);
    do {
      hasDigit ||= isDigit(code);
      hash = mix(hash, code);
      code = ++at < length ? text.charCodeAt(at) : 0;
      if (!isWord) break;
    } while (
      isDigit(code) ||
      isLetter(code) ||
      (hasDigit && code === DOT && at + 1 < length && isDigit(text.charCodeAt(at + 1)))
    );
    if (hasDigit) hash = mix(before, NUMBER);
  }
  return hash;
}
