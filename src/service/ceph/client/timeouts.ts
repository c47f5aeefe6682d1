import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';

/** Waits at most `ms` for a promise. @returns undefined if it takes longer; a later failure is ignored */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(() => timer[Symbol.dispose]());
  });
}

/** The limits of `waitFor`: milliseconds between two checks, and in all. */
export interface WaitLimits {
  readonly every: number;
  readonly within: number;
  readonly signal?: AbortSignal;
}

/** Repeats a check until it returns a value. @returns undefined if there is none when the time is up */
export async function waitFor<T>(
  clock: Clock,
  { every: pause, within: longest, signal }: WaitLimits,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const end = clock.elapsed() + longest; ;) {
    const found = await check();
    if (found !== undefined || clock.elapsed() >= end) return found;
    await sleep(clock, pause, signal);
  }
}

/** Runs `work` at once, and again `ms` after the end of each run, as long as it resolves to true. */
function repeat(clock: Clock, ms: number, work: () => Promise<boolean>): Disposable {
  let timer: Disposable | undefined;
  let ended = false;
  const run = async () => {
    if ((await work()) && !ended) timer = clock.after(ms, () => void run());
  };
  void run();
  return {
    [Symbol.dispose]() {
      ended = true;
      timer?.[Symbol.dispose]();
    },
  };
}

/** The pause between two attempts while the cluster does not answer. */
const SILENCE_MS = 3000;

/**
 * Repeats an idempotent attempt while it is refused with 503: the cluster does not answer. It ends when the signal is
 * aborted, or after this many attempts.
 */
export async function retryWhileSilent<T>(
  clock: Clock,
  attempt: () => Promise<T>,
  signal: AbortSignal,
  attempts = Infinity,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.status !== 503 || count >= attempts) throw failure;
      await sleep(clock, SILENCE_MS, signal);
    }
  }
}

/** Repeats an attempt until it succeeds, with pauses of `ms`, or until it is disposed. */
export const retryUntilDone = (clock: Clock, ms: number, attempt: () => Promise<void>): Disposable =>
  repeat(clock, ms, () =>
    attempt().then(
      () => false,
      () => true,
    ),
  );

/** Runs `work` periodically, with pauses of `ms`, until it is disposed. Its failures are ignored. */
export const every = (clock: Clock, ms: number, work: () => Promise<void>): Disposable =>
  repeat(clock, ms, () =>
    work().then(
      () => true,
      () => true,
    ),
  );
