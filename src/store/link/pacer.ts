import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../lib/clock.ts';

/** Notifies of the news of many sources together, and no more often than the link can take. */
export interface Pacer extends Disposable {
  /**
   * Runs something now, and what waits with it, or with the next beat; asked again before, it runs once. `leastMs` passes
   * between two beats.
   */
  schedule(run: () => void, leastMs?: number): void;
  /**
   * A store whose listeners hear of its changes with the beat. What it holds is always the present.
   * @param leastMs how long a change waits for others, in milliseconds; what is more urgent is not held up by it
   */
  store<T>(store: StoreApi<T>, leastMs?: (now: T, before: T) => number): StoreApi<T>;
  /** Everything that waits runs now: the beat has become another one. */
  flush(): void;
}

/** @param everyMs from one beat to the next, in milliseconds; 0 lets everything run at once */
export function createPacer(clock: Clock, everyMs: () => number): Pacer {
  const waiting = new Set<() => void>();
  let timer: Disposable | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let beatAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    dueAt = Number.POSITIVE_INFINITY;
    beatAt = clock.elapsed();
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  }

  function soon(run: () => void, leastMs = 0): void {
    const ms = Math.max(everyMs(), leastMs);
    waiting.add(run);
    if (ms === 0) {
      flush();
      return;
    }
    const due = Math.max(clock.elapsed(), beatAt + ms);
    if (due >= dueAt) return;
    timer?.[Symbol.dispose]();
    dueAt = due;
    // Not even the first one runs at once: what comes in the same turn belongs to the same frame.
    timer = clock.after(due - clock.elapsed(), flush);
  }

  return {
    schedule: soon,
    flush,
    store: (store, leastMs) => ({
      ...store,
      subscribe(listener) {
        let told = store.getState();
        const tell = () => {
          const before = told;
          told = store.getState();
          listener(told, before);
        };
        const end = store.subscribe((now, before) => soon(tell, leastMs?.(now, before)));
        return () => {
          end();
          waiting.delete(tell);
        };
      },
    }),
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      waiting.clear();
    },
  };
}
