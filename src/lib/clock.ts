/**
 * Time, timers and random numbers as a dependency that is passed in, so that a test can run an hour of polling in a
 * millisecond and a simulated cluster can be replayed from its seed.
 */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch, for timestamps. It can jump when the system clock is set. */
  now(): number;
  /**
   * Monotonic time in milliseconds since an arbitrary start, for durations. Setting the system clock does not affect
   * it.
   */
  elapsed(): number;
  /** A number in [0, 1). */
  random(): number;
  /** Calls `run` once, `ms` milliseconds from now; disposing the result cancels the timer. */
  after(ms: number, run: () => void): Disposable;
}

/**
 * True if a timestamp shows that the clock was set back since an earlier one. Timestamps of answers may be a little out of
 * order: an answer can be some seconds older than the one before.
 */
export const wasSetBack = (before: number, now: number): boolean => before - now > 60_000;

/** The system clock. With `background`, its timers do not keep the process alive. */
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

/** Resolves after `ms` milliseconds on the given clock; rejects with the signal's reason when the signal is aborted. */
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
