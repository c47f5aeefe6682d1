import type { Clock } from '../../../lib/clock.ts';

/**
 * The price of a measurement that nobody waits for: it is asked for during a hundredth of the time at most. What
 * takes a cluster of many OSDs a third of a second to tell is asked for every half minute.
 */
const REST_FACTOR = 100;

/** Reads again only after a rest that is long by what the last read took; in between the last value stands. */
export function paced<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly restUntil: number } | undefined;
  return async () => {
    const start = clock.elapsed();
    if (last && start < last.restUntil) return last.value;
    last = undefined;
    const value = await read();
    const end = clock.elapsed();
    last = { value, restUntil: end + REST_FACTOR * (end - start) };
    return value;
  };
}
