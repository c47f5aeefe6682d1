import type { Clock } from '../../../lib/clock.ts';
import type { DatedAnswer } from './reader.ts';
import { within } from './timeouts.ts';

/** The longest wait for a read if there is a recent value, and if there is none. */
const WAIT_MS = 40;
const FIRST_WAIT_MS = 2000;
/**
 * The time without a call after which the last value is no longer recent: nobody has polled it meanwhile. A console polls its
 * slowest lists once a minute, and must not wait for a server that hangs each time.
 */
const UNASKED_MS = 120_000;
/** The default pause after a read, as a multiple of its duration. Chosen by us: reading takes a sixth of the time at most. */
const REST_FACTOR = 5;

/** The pauses and the waits of a background read. */
interface BackgroundReadOptions {
  /** The pause after a read, as a multiple of its duration. */
  readonly restFactor?: number;
  /** The minimum pause after a read. */
  readonly minRestMs?: number;
  /** The longest pause that results from the duration: that of a read for which a manager hung says nothing. */
  readonly maxRestMs?: number;
  /** The longest wait of the first call, and of the first after a while. */
  readonly firstWaitMs?: number;
  /** The age from which a value is of no use: a call that then begins a read waits for it as long as the first one. */
  readonly outdatedMs?: number;
}

/**
 * Makes a function that reads a part of an answer, with at most one read at a time, and does not wait long for it: it
 * returns the new value if it arrives soon, otherwise the previous one; undefined if there is none yet. The first call after
 * a while waits longer, as a command asks only once. So does a call with another version than that of the last read.
 */
export function createBackgroundRead<T>(
  clock: Clock,
  {
    restFactor = REST_FACTOR,
    minRestMs = 0,
    maxRestMs = Infinity,
    firstWaitMs = FIRST_WAIT_MS,
    outdatedMs = Infinity,
  }: BackgroundReadOptions = {},
) {
  let last: DatedAnswer<T> | undefined;
  let pending: Promise<void> | undefined;
  let restUntil = -Infinity;
  let askedAt = -Infinity;
  let readVersion = 0;
  const begin = (read: () => Promise<T>): Promise<void> => {
    const at = clock.elapsed();
    return read()
      .then(
        (value) => {
          last = { value, at };
        },
        // A failure is visible only by the age of the last value.
        () => undefined,
      )
      .finally(() => {
        pending = undefined;
        const restMs = Math.min(maxRestMs, restFactor * (clock.elapsed() - at));
        restUntil = clock.elapsed() + Math.max(minRestMs, restMs);
      });
  };
  return async (read: () => Promise<T>, version = 0): Promise<DatedAnswer<T> | undefined> => {
    // A read that has begun earlier may hang.
    const isChanged = !pending && version !== readVersion;
    const isOutdated = !pending && last && (isChanged || clock.elapsed() - last.at > outdatedMs);
    if (!last || isChanged || clock.elapsed() >= restUntil) {
      if (!pending) readVersion = version;
      pending ??= begin(read);
    }
    const isPolled = clock.elapsed() - askedAt < UNASKED_MS && !isOutdated;
    askedAt = clock.elapsed();
    if (pending) await within(clock, last && isPolled ? WAIT_MS : firstWaitMs, pending);
    return last;
  };
}
