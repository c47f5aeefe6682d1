import { sleep, type Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';

/** The value of a promise, or undefined when it takes longer than `ms`; a late failure is then ignored. */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(() => timer[Symbol.dispose]());
  });
}

/** Runs `work` at once and then `ms` after the end of each run, for as long as it resolves to true. */
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

/** The end of `insist`: when the signal is aborted, or the cluster has not answered so many attempts. */
export interface Insistence {
  readonly signal: AbortSignal;
  readonly attempts?: number;
}

/** Does what may be done twice, again and again, with pauses of `ms`, while the cluster does not answer. */
export async function insist<T>(
  clock: Clock,
  ms: number,
  attempt: () => Promise<T>,
  { signal, attempts = Infinity }: Insistence,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.status !== 503 || count >= attempts) throw failure;
      await sleep(clock, ms, signal);
    }
  }
}

/** Attempts something until it succeeds, with pauses of `ms`. */
export const persist = (clock: Clock, ms: number, attempt: () => Promise<void>): Disposable =>
  repeat(clock, ms, () =>
    attempt().then(
      () => false,
      () => true,
    ),
  );

/** Runs something again and again, with pauses of `ms`. Its failures are ignored. */
export const every = (clock: Clock, ms: number, work: () => Promise<void>): Disposable =>
  repeat(clock, ms, () =>
    work().then(
      () => true,
      () => true,
    ),
  );
