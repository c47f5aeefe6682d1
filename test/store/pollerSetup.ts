import type { Flag } from '../../src/api/contract/maintenance.ts';
import { createDeckStore } from '../../src/store/deck.ts';
import { createPoller } from '../../src/store/poller.ts';
import { type Resource, resources, type Resources } from '../../src/store/resources.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeApi } from './fakeApi.ts';

/** When the polling begins. */
export const START = fakeClock().now();

interface Read {
  readonly at: number;
  readonly signal: AbortSignal;
  resolve(flags?: readonly Flag[]): void;
  reject(error: Error): void;
}

interface Options {
  readonly everyMs?: Resource<readonly Flag[]>['everyMs'];
  /** Reads succeed by themselves. */
  readonly auto?: boolean;
}

/** A poller whose resource `flags` is answered by hand; every other resource hangs for ever. */
export function setup({ everyMs = 2000, auto = false }: Options = {}) {
  const clock = fakeClock();
  const store = createDeckStore();
  const reads: Read[] = [];
  const hanging = { fetch: () => new Promise<never>(() => {}), everyMs: 1000 };
  const table: Resources = {
    ...(Object.fromEntries(Object.keys(resources).map((id) => [id, hanging])) as unknown as Resources),
    flags: {
      fetch: (_, signal) =>
        new Promise((resolve, reject) => {
          reads.push({ at: clock.now() - START, signal, resolve: (flags = []) => resolve(flags), reject });
          if (auto) resolve([]);
        }),
      everyMs,
    },
  };
  const poller = createPoller({ api: fakeApi({}), clock, store, resources: table });
  const slot = () => store.getState().slots.flags;
  const last = () => reads.at(-1) as Read;
  return { clock, store, poller, reads, slot, last };
}
