import type { Clock } from '../../../lib/clock.ts';

/**
 * The pause after a read, as a multiple of its duration: background reads take a hundredth of the time at most. A read
 * that takes a third of a second, in a cluster of many OSDs, is made every half minute.
 */
const REST_FACTOR = 100;

/** Wraps a read so that it pauses in proportion to its duration, and returns the last value meanwhile. */
export function paced<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly restUntil: number } | undefined;
  return async () => {
    const start = clock.elapsed();
    if (last && start < last.restUntil) return last.value;
    const value = await read();
    const end = clock.elapsed();
    last = { value, restUntil: end + REST_FACTOR * (end - start) };
    return value;
  };
}
