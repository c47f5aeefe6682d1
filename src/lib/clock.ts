/**
 * Time and chance as a value: everything that waits, dates or rolls dice takes a Clock, so a test can
 * run an hour of polling in a millisecond and a simulated cluster can be replayed from its seed.
 */
export interface Clock {
  /** Milliseconds since the epoch, to date things by. Somebody may set it, forward or back. */
  now(): number;
  /** Milliseconds since some moment, for durations: setting the clock does not change it. */
  elapsed(): number;
  /** A number in [0, 1). */
  random(): number;
  /** Runs `run` once, `ms` milliseconds from now; disposing the result cancels it. */
  after(ms: number, run: () => void): Disposable;
}

/** The machine's own clock. Its timers do not keep a finished program alive when `background` is set. */
export function systemClock({ background = false } = {}): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => Math.floor(performance.now()),
    random: () => Math.random(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      if (background) timer.unref();
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}

/** Waits `ms` on the given clock; rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const stop = () => {
      timer[Symbol.dispose]();
      reject(signal?.reason as Error);
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
