import type { Clock } from '../lib/clock.ts';

/** Shares reads between callers that ask at nearly the same time. */
export interface Share {
  /**
   * Returns the value of `key`: from a read in progress, from one that ended less than `forMs` ago, whoever began it, or
   * from a new `read`.
   */
  get<T>(key: string, forMs: number, read: () => Promise<T>): Promise<T>;
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
  const entries = new Map<
    string,
    { readonly value: Promise<unknown>; readonly forMs: number; endedAt: number }
  >();
  let sweptAt = 0;
  const sweep = (now: number) => {
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    for (const [key, { endedAt, forMs }] of entries) if (now - endedAt >= forMs) entries.delete(key);
  };
  return {
    get<T>(key: string, forMs: number, read: () => Promise<T>): Promise<T> {
      const now = clock.elapsed();
      sweep(now);
      const known = entries.get(key);
      if (known && now - known.endedAt < forMs) return known.value as Promise<T>;
      const value = read();
      const entry = { value, forMs, endedAt: Infinity };
      entries.set(key, entry);
      value.then(
        () => (entry.endedAt = clock.elapsed()),
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      return value;
    },
    clear(isTouched = () => true) {
      for (const key of entries.keys()) if (isTouched(key)) entries.delete(key);
    },
  };
}
