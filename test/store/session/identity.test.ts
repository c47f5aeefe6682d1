import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { resources } from '../../../src/store/cache/resources.ts';
import type { CacheState } from '../../../src/store/cache/state.ts';
import { watchIdentity } from '../../../src/store/session/identity.ts';

/** A watched cache, the changes that were noticed, and a function that answers with an fsid. */
function watched() {
  const store = createStore<CacheState>(() => ({ slots: {}, paused: false }));
  const noticed: (readonly [string, string])[] = [];
  const stop = watchIdentity(store, (first, now) => noticed.push([first, now]));
  const answers = (fsid: string | undefined, at: number) =>
    store.setState(({ slots }) => ({
      slots: {
        ...slots,
        [resources.status.key]: {
          data: { storeStatus: { ...(fsid !== undefined && { fsid }) } },
          at,
          failures: 0,
        },
      },
    }));
  return { answers, noticed, stop };
}

test('another cluster that answers is noticed once', () => {
  const { answers, noticed } = watched();
  answers('aaaa', 1);
  answers('aaaa', 2);
  expect(noticed).toEqual([]);
  answers('bbbb', 3);
  answers('cccc', 4);
  expect(noticed).toEqual([['aaaa', 'bbbb']]);
});

test('a cluster that does not say which it is, or is only now created, is no other cluster', () => {
  const { answers, noticed } = watched();
  answers(undefined, 1);
  answers('', 2);
  answers('aaaa', 3);
  answers(undefined, 4);
  answers('aaaa', 5);
  expect(noticed).toEqual([]);
});

test('nobody is told of another cluster after the end of the watch', () => {
  const { answers, noticed, stop } = watched();
  answers('aaaa', 1);
  stop();
  answers('bbbb', 2);
  expect(noticed).toEqual([]);
});
