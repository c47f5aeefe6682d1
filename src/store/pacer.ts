import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';

/** Who draws the news of many sources is told of all of them together, and not more often than the link bears. */
export interface Pacer extends Disposable {
  /** Runs something now, or with the next beat; asked again before, it runs once. `leastMs` passes between two beats. */
  soon(run: () => void, leastMs?: number): void;
  /** A store whose listeners hear of its changes with the beat. What it holds is always the present. */
  store<T>(store: StoreApi<T>, leastMs?: number): StoreApi<T>;
  /** Everything that waits runs now: the beat has become another one. */
  flush(): void;
}

/** @param everyMs from one beat to the next, in milliseconds; 0 lets everything run at once */
export function createPacer(clock: Clock, everyMs: () => number): Pacer {
  const waiting = new Set<() => void>();
  let timer: Disposable | undefined;
  let beatAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    beatAt = clock.elapsed();
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  }

  function soon(run: () => void, leastMs = 0): void {
    const ms = Math.max(everyMs(), leastMs);
    if (ms === 0) {
      run();
      return;
    }
    waiting.add(run);
    // Not even the first one runs at once: what comes in the same turn belongs to the same frame.
    timer ??= clock.after(Math.max(0, beatAt + ms - clock.elapsed()), flush);
  }

  return {
    soon,
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
        const end = store.subscribe(() => soon(tell, leastMs));
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
