import type { LogEvent } from '../../api/contract/logs.ts';

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
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

/** The hash of a text in which all words with digits, including decimal numbers, count as the same word. */
function hashOf(text: string, start: number): number {
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

/**
 * The hash of a line's message without its numbers, its priority and its kind of service (`osd.1` counts as `osd.2`).
 */
export const patternOf = ({ m = '', s = '', p = 0 }: LogEvent): number =>
  hashOf(m, mix(hashOf(s, START), p)) >>> 0;

/** The hash of a pattern with the exact service and server that wrote the line. */
export function sourcedPattern(pattern: number, { s = '', h = -1 }: LogEvent): number {
  let hash = mix(pattern, h);
  for (let at = 0; at < s.length; at++) hash = mix(hash, s.charCodeAt(at));
  return hash >>> 0;
}

const SLOTS = 1 << 16;

/**
 * The number of lines by pattern, in constant memory. Patterns whose hashes collide are counted together, so a count
 * may be too high but never too low.
 */
export class PatternCounts {
  readonly #counts = new Uint32Array(SLOTS);

  add(pattern: number, by: 1 | -1): void {
    const slot = slotOf(pattern);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + by;
  }

  of(pattern: number): number {
    return this.#counts[slotOf(pattern)] ?? 0;
  }
}

const slotOf = (pattern: number): number => (pattern ^ (pattern >>> 16)) & (SLOTS - 1);
