import type { Clock } from '../../lib/clock.ts';
import type { DatedAnswer } from './reader.ts';
import { within } from './timeouts.ts';

/** Milliseconds that an answer waits for a part of it which it has an older value of, and for one that it has none of. */
const PATIENCE_MS = 40;
const FIRST_MS = 2000;
/** A part that took a second to read is read again after five at the earliest, unless told otherwise: it costs the cluster as much. */
const REST_FACTOR = 5;

/**
 * Gives a part of an answer from a source of its own, so that no other part waits for it: the value that `read`
 * gives soon, or the last one before. Undefined while there is none.
 * @param restFactor it is not read again for so many times the time that it took
 * @param leastRestMs and for so many milliseconds at least
 */
export function createPart<T>(clock: Clock, restFactor = REST_FACTOR, leastRestMs = 0) {
  let last: DatedAnswer<T> | undefined;
  let underWay: Promise<void> | undefined;
  let restUntil = -Infinity;
  const begin = (read: () => Promise<T>): Promise<void> => {
    const at = clock.elapsed();
    return read()
      .then(
        (value) => {
          last = { value, at };
        },
        // The part that failed is told by its age.
        () => undefined,
      )
      .finally(() => {
        underWay = undefined;
        restUntil = clock.elapsed() + Math.max(leastRestMs, restFactor * (clock.elapsed() - at));
      });
  };
  return async (read: () => Promise<T>): Promise<DatedAnswer<T> | undefined> => {
    if (!last || clock.elapsed() >= restUntil) underWay ??= begin(read);
    if (underWay) await within(clock, last ? PATIENCE_MS : FIRST_MS, underWay);
    return last;
  };
}
