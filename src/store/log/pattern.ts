import type { LogEvent } from '../../api/contract/logs.ts';

/** FNV-1a in 32 bits. */
const START = 0x811c_9dc5;
const PRIME = 0x0100_0193;
/** Stands for a word with a digit in it. */
const NUMBER = 0x1_0000;
/** The characters of a line that tell it from others; those beyond do not. */
const MOST_CHARACTERS = 1024;
const DOT = 46;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

/** The hash of a text in which all words with digits count as the same one, numbers with points among them. */
function hashed(text: string, start: number): number {
  const length = Math.min(text.length, MOST_CHARACTERS);
  let hash = start;
  for (let at = 0; at < length;) {
    const before = hash;
    let [code, hasDigit] = [text.charCodeAt(at), false];
    const isWord = isDigit(code) || isLetter(code);
    do {
      hasDigit ||= isDigit(code);
      hash = mixed(hash, code);
      code = ++at < length ? text.charCodeAt(at) : 0;
      if (!isWord) break;
    } while (
      isDigit(code) ||
      isLetter(code) ||
      (hasDigit && code === DOT && at + 1 < length && isDigit(text.charCodeAt(at + 1)))
    );
    if (hasDigit) hash = mixed(before, NUMBER);
  }
  return hash;
}

/** The hash of what a line says without its numbers, of its priority, and of its service, where `osd.1` is as `osd.2`. */
export const patternOf = ({ m = '', s = '', p = 0 }: LogEvent): number =>
  hashed(m, mixed(hashed(s, START), p)) >>> 0;

/** The hash of a pattern together with the very service and the server that wrote the line. */
export function sourcedPattern(pattern: number, { s = '', h = -1 }: LogEvent): number {
  let hash = mixed(pattern, h);
  for (let at = 0; at < s.length; at++) hash = mixed(hash, s.charCodeAt(at));
  return hash >>> 0;
}

const SLOTS = 1 << 16;

/**
 * The number of lines of each pattern, in memory that does not grow. Patterns that share a slot are counted together:
 * one may seem to occur more often than it does, never less.
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
