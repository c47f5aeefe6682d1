import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../lib/clock.ts';

/** Batches the notifications of many sources into common beats, no more often than the link can bear. */
export interface Pacer extends Disposable {
  /**
   * Runs a function with the next beat, or immediately (together with all waiting functions) if beats are not paced. A
   * function that is scheduled twice before the beat runs once. The beat is at least `leastMs` after the previous one.
   */
  schedule(run: () => void, leastMs?: number): void;
  /**
   * Wraps a store so that its listeners are notified with the beats; `getState` always returns the current state.
   * @param leastMs the time in milliseconds that a change may wait for others; it does not delay more urgent changes
   */
  store<T>(store: StoreApi<T>, leastMs?: (now: T, before: T) => number): StoreApi<T>;
  /** Runs all waiting functions now, for example because the interval has changed. */
  flush(): void;
}

/** @param everyMs the interval of beats in milliseconds; 0 runs everything immediately */
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

  function schedule(run: () => void, leastMs = 0): void {
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
    // Even a beat that is due now waits for the timer, so that changes in the same turn of the event loop share a frame.
    timer = clock.after(due - clock.elapsed(), flush);
  }

  return {
    schedule,
    flush,
    store: (store, leastMs) => ({
      ...store,
      subscribe(listener) {
        let lastNotified = store.getState();
        const notify = () => {
          const before = lastNotified;
          lastNotified = store.getState();
          listener(lastNotified, before);
        };
        const unsubscribe = store.subscribe((now, before) => schedule(notify, leastMs?.(now, before)));
        return () => {
          unsubscribe();
          waiting.delete(notify);
        };
      },
    }),
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      waiting.clear();
    },
  };
}
