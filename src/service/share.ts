import type { Clock } from '../lib/clock.ts';

/** The time for which a value is shared, in milliseconds; it may depend on how long its read took. */
type SharedFor = number | ((tookMs: number) => number);

interface SharedRead {
  readonly value: Promise<unknown>;
  readonly forMs: SharedFor;
  /** The times of the begin and the end of the read, in elapsed milliseconds; the end is infinite while it is in progress. */
  readonly begunAt: number;
  endedAt: number;
  /** The value, once the read has ended. */
  result?: unknown;
}

const isOld = ({ begunAt, endedAt }: SharedRead, now: number, forMs: SharedFor): boolean =>
  now - endedAt >= (typeof forMs === 'number' ? forMs : forMs(endedAt - begunAt));

/** Shares reads between callers that ask at nearly the same time. */
export interface Share {
  /**
   * Returns the value of `key`: from a read in progress, from one that ended less than `forMs` ago, whoever began it, or
   * from a new `read`.
   */
  get<T>(key: string, forMs: SharedFor, read: () => Promise<T>): Promise<T>;
  /** Returns the value of `key` if it is there and has not expired for who read it; otherwise undefined. */
  ready(key: string): unknown;
  /**
   * Drops the values of these keys, by default of all, because something changed. A read in progress still resolves
   * for its callers.
   */
  clear(isTouched?: (key: string) => boolean): void;
}

/** The interval at which values are dropped that have expired for who read them, in milliseconds. */
const SWEEP_MS = 500;

/**
 * Lets many callers share one read, so that fifty consoles cost the cluster as much as one. A failed read is not
 * kept.
 */
export function createShare(clock: Clock): Share {
  const entries = new Map<string, SharedRead>();
  let sweptAt = 0;
  const sweep = (now: number) => {
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    for (const [key, entry] of entries) if (isOld(entry, now, entry.forMs)) entries.delete(key);
  };
  const current = (key: string, forMs?: SharedFor): SharedRead | undefined => {
    const known = entries.get(key);
    return known && !isOld(known, clock.elapsed(), forMs ?? known.forMs) ? known : undefined;
  };
  return {
    get<T>(key: string, forMs: SharedFor, read: () => Promise<T>): Promise<T> {
      const now = clock.elapsed();
      sweep(now);
      const known = current(key, forMs);
      if (known) return known.value as Promise<T>;
      const value = read();
      const entry: SharedRead = { value, forMs, begunAt: now, endedAt: Infinity };
      entries.set(key, entry);
      value.then(
        (result) => {
          entry.endedAt = clock.elapsed();
          entry.result = result;
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      return value;
    },
    ready: (key) => current(key)?.result,
    clear(isTouched = () => true) {
      for (const key of entries.keys()) if (isTouched(key)) entries.delete(key);
    },
  };
}
