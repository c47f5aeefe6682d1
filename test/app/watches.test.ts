import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { startWatches } from '../../src/app/watches.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { createCache } from '../../src/store/cache/cache.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { KeyHistory } from '../../src/store/session/keyHistory.ts';
import { createViewStore } from '../../src/store/session/view.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** The watches of a console whose service answers for another cluster once it is told so. */
function watching(notice?: string) {
  const clock = fakeClock();
  const engine = createSimEngine({ clock, scenario: 'calm', seed: 1 });
  let fsid = '11111111-aaaa';
  const transport = embeddedTransport({
    ...engine,
    handlers: { ...engine.handlers, getClusterStatus: () => ({ storeStatus: { fsid } }) },
  });
  const api = createApi({ transport, readOnly: () => false, onWrite: () => undefined, clock });
  const cache = createCache({ api, clock });
  const view = createViewStore(clock.now(), { utc: true });
  const reasons: string[] = [];
  const watches = startWatches(
    { restart: (reason) => void reasons.push(reason), ...(notice !== undefined && { notice }) },
    { cache, clock, view, keys: new KeyHistory(), changes: () => ({ of: new Map() }) as never },
  );
  onTestFinished(() => cache[Symbol.dispose]());
  const answer = async (one: string) => {
    fsid = one;
    await cache.refresh(resources.status);
  };
  return { view, reasons, watches, answer };
}

test('a console that began again says why, for a minute, and another one says nothing', () => {
  expect(watching('Another cluster.').view.getState().notice).toEqual({
    role: 'warn',
    text: 'Another cluster.',
    leftMs: 60_000,
  });
  expect(watching().view.getState().notice).toBeUndefined();
});

test('the console begins again when another cluster answers, and names both by the start of their ids', async () => {
  const { reasons, answer } = watching();
  await answer('11111111-aaaa');
  await answer('11111111-aaaa');
  expect(reasons).toEqual([]);
  await answer('22222222-bbbb');
  expect(reasons).toEqual([
    expect.stringMatching(/^Another cluster answers here: 22222222, not 11111111\. The console has started/),
  ]);
});

test('watches that have stopped ask for no new beginning', async () => {
  const { reasons, answer, watches } = watching();
  await answer('11111111-aaaa');
  watches[Symbol.dispose]();
  await answer('22222222-bbbb');
  expect(reasons).toEqual([]);
});
