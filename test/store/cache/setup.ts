import type { Flag } from '../../../src/api/contract/maintenance.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed, type Resource } from '../../../src/store/cache/resource.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi } from '../fakeApi.ts';

/** The start of the polling. */
export const START = fakeClock().now();

interface Read {
  readonly at: number;
  readonly signal: AbortSignal;
  resolve(flags?: readonly Flag[]): void;
  reject(error: Error): void;
}

interface Options {
  readonly everyMs?: number;
  readonly intervalAfter?: (flags: readonly Flag[]) => number;
  /** Makes reads succeed automatically. */
  readonly auto?: boolean;
}

/** A cache with a resource `flags` that is answered by hand, and one that hangs forever. */
export function setup({ everyMs = 2000, intervalAfter, auto = false }: Options = {}) {
  const clock = fakeClock();
  const reads: Read[] = [];
  const hanging = composed({ key: ['hanging'], read: () => new Promise<never>(() => {}), everyMs: 1000 });
  const flags: Resource<readonly Flag[]> = {
    ...composed({
      key: ['flags'],
      everyMs,
      read: (_, signal) =>
        new Promise<readonly Flag[]>((resolve, reject) => {
          reads.push({ at: clock.now() - START, signal, resolve: (now = []) => resolve(now), reject });
          if (auto) resolve([]);
        }),
    }),
    ...(intervalAfter && { intervalAfter }),
  };
  const cache = createCache({ api: fakeApi({}), clock });
  const slot = () => cache.slot(flags);
  const last = () => reads.at(-1) as Read;
  return { clock, cache, flags, hanging, reads, slot, last };
}
