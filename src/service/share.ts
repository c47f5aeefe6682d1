import type { Clock } from '../lib/clock.ts';

/** Reads that many callers ask for at nearly the same time. */
export interface Share {
  /** The value under `key`: the one that is being read, one read less than `forMs` ago, or that of a new `read`. */
  get<T>(key: string, forMs: number, read: () => Promise<T>): Promise<T>;
  /** Forgets all values: something was changed. Reads under way still answer those who wait for them. */
  clear(): void;
}

/** Lets many callers share one read, so that fifty consoles cost the cluster as much as one. Failures are not kept. */
export function createShare(clock: Clock): Share {
  const kept = new Map<string, { readonly value: Promise<unknown>; expires: number }>();
  const sweep = () => {
    const now = clock.elapsed();
    for (const [key, { expires }] of kept) if (expires <= now) kept.delete(key);
  };
  return {
    get<T>(key: string, forMs: number, read: () => Promise<T>): Promise<T> {
      sweep();
      const known = kept.get(key);
      if (known) return known.value as Promise<T>;
      const value = read();
      const entry = { value, expires: Infinity };
      kept.set(key, entry);
      value.then(
        () => (entry.expires = clock.elapsed() + forMs),
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return value;
    },
    clear: () => kept.clear(),
  };
}
