import type { LogEvent } from '../../api/contract/logs.ts';
import { mix, patternHash } from '../../lib/patternHash.ts';

/**
 * The hash of a line's message without its numbers, its priority and its kind of service (`osd.1` counts as `osd.2`).
 */
export const patternOf = ({ m = '', s = '', p = 0 }: LogEvent): number =>
  patternHash(m, mix(patternHash(s), p)) >>> 0;

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
    this.#counts[slot]! += by;
  }

  of(pattern: number): number {
    return this.#counts[slotOf(pattern)]!;
  }
}

const slotOf = (pattern: number): number => (pattern ^ (pattern >>> 16)) & (SLOTS - 1);
