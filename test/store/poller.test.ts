import { describe, expect, test } from 'vitest';
import { createDeckStore } from '../../src/store/deck.ts';
import { createPoller } from '../../src/store/poller.ts';
import { resources, type ResourceId } from '../../src/store/resources.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { rejected } from './fakeApi.ts';
import { setup, START } from './pollerSetup.ts';

describe('watching', () => {
  test('the first reader starts a resource at once, and it is read again at its interval', async () => {
    const { clock, poller, reads } = setup({ auto: true });
    expect(reads).toHaveLength(0);
    poller.watch('flags');
    await clock.advance(6000);
    expect(reads.map((read) => read.at)).toEqual([0, 2000, 4000, 6000]);
  });

  test('more readers do not read more', async () => {
    const { clock, poller, reads } = setup({ auto: true });
    poller.watch('flags');
    poller.watch('flags');
    await clock.advance(2000);
    expect(reads).toHaveLength(2);
  });

  test('the last reader to leave stops it and aborts what is under way', async () => {
    const { clock, poller, reads, slot, last } = setup();
    const first = poller.watch('flags');
    const second = poller.watch('flags');
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    await clock.advance(100);
    expect(last().signal.aborted).toBe(false);
    second[Symbol.dispose]();
    await clock.advance(100);
    expect(last().signal.aborted).toBe(true);
    expect(slot()).toMatchObject({ loading: false, failures: 0 });
    await clock.advance(600_000);
    expect(reads).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test('a reader that takes over within the same turn keeps the read under way', async () => {
    const { clock, poller, reads, last } = setup();
    const watch = poller.watch('flags');
    watch[Symbol.dispose]();
    poller.watch('flags');
    await clock.advance(10);
    expect(reads).toHaveLength(1);
    expect(last().signal.aborted).toBe(false);
  });

  test('a reader that comes back finds fresh data and waits for its interval', async () => {
    const { clock, poller, reads } = setup({ auto: true });
    const watch = poller.watch('flags');
    await clock.advance(500);
    watch[Symbol.dispose]();
    await clock.advance(500);
    poller.watch('flags');
    await clock.advance(999);
    expect(reads).toHaveLength(1);
    await clock.advance(1);
    expect(reads).toHaveLength(2);
  });

  test('a read that ignores its abort does not keep the resource from starting again', async () => {
    const { clock, poller, reads } = setup();
    poller.watch('flags')[Symbol.dispose]();
    await clock.advance(10);
    poller.watch('flags');
    await clock.advance(10);
    expect(reads).toHaveLength(2);
  });

  test('a read that hangs holds up no other resource', async () => {
    const { clock, poller, reads } = setup({ auto: true });
    poller.watch('status');
    poller.watch('flags');
    await clock.advance(4000);
    expect(reads).toHaveLength(3);
  });
});

describe('the interval', () => {
  test('is at least twice as long as the last read took', async () => {
    const { clock, poller, reads, slot, last } = setup();
    poller.watch('flags');
    await clock.advance(3000);
    last().resolve();
    await clock.advance(0);
    expect(slot()).toMatchObject({ tookMs: 3000, everyMs: 6000 });
    await clock.advance(2999);
    expect(reads).toHaveLength(1);
    await clock.advance(1);
    expect(reads).toHaveLength(2);
  });

  test('can follow the data', async () => {
    const { clock, poller, reads, last } = setup({ everyMs: (flags) => (flags?.length === 1 ? 500 : 5000) });
    poller.watch('flags');
    last().resolve([{ name: 'noout' }]);
    await clock.advance(500);
    expect(reads).toHaveLength(2);
  });
});

describe('data', () => {
  test('that did not change keeps its reference, and gets a new date', async () => {
    const { clock, poller, slot, last } = setup();
    poller.watch('flags');
    last().resolve([{ name: 'noout' }]);
    await clock.advance(0);
    const before = slot();
    await clock.advance(2000);
    last().resolve([{ name: 'noout' }]);
    await clock.advance(0);
    expect(slot().data).toBe(before.data);
    expect(slot().at).toBe((before.at ?? 0) + 2000);
  });

  test('stays when a later read fails, with the failure beside it', async () => {
    const { clock, poller, slot, store, last } = setup();
    poller.watch('flags');
    last().resolve([{ name: 'noout' }]);
    await clock.advance(2000);
    last().reject(rejected(500, 'broken'));
    await clock.advance(0);
    expect(slot()).toMatchObject({
      data: [{ name: 'noout' }],
      at: START,
      failures: 1,
      error: { kind: 'rejected', status: 500, message: 'broken' },
    });
    expect(store.getState().connection).toMatchObject({
      lastSuccessAt: START,
      failures: 1,
      firstFailureAt: START + 2000,
    });
  });

  test('that cannot be read is a failure, not the end of the polling', async () => {
    const { clock, poller, slot, reads, last } = setup();
    poller.watch('flags');
    last().reject(new TypeError('x is not a function'));
    await clock.advance(0);
    expect(slot().error).toEqual({
      kind: 'malformed',
      message: 'The answer could not be read: TypeError: x is not a function',
    });
    await clock.advance(60_000);
    expect(reads.length).toBeGreaterThan(1);
  });
});

describe('pause', () => {
  test('holds the polling until it is resumed; refresh still reads', async () => {
    const { clock, store, poller, reads } = setup({ auto: true });
    poller.watch('flags');
    await clock.advance(0);
    poller.pause();
    expect(store.getState().paused).toBe(true);
    await clock.advance(60_000);
    expect(reads).toHaveLength(1);
    await poller.refresh('flags');
    expect(reads).toHaveLength(2);
    await clock.advance(60_000);
    poller.resume();
    await clock.advance(0);
    expect(store.getState().paused).toBe(false);
    expect(reads).toHaveLength(3);
  });
});

test('close ends everything: timers, reads under way and waits for them', async () => {
  const { clock, poller, reads, last } = setup();
  poller.watch('flags');
  poller.watch('status');
  const done = poller.refresh('flags');
  poller.close();
  await done;
  expect(last().signal.aborted).toBe(true);
  await poller.refresh('flags');
  await clock.advance(600_000);
  expect(reads).toHaveLength(1);
  expect(clock.pending()).toBe(0);
});

test('the poll table asks the service for each resource and nothing else', async () => {
  const asked: string[] = [];
  const api = new Proxy(
    {},
    { get: (_, id) => () => (asked.push(String(id)), Promise.resolve({ data: [] })) },
  );
  const clock = fakeClock();
  const poller = createPoller({ api: api as never, clock, store: createDeckStore(), resources });
  for (const id of Object.keys(resources) as ResourceId[]) await poller.refresh(id);
  expect(asked).toEqual([
    'getClusterStatus',
    'getClusterStatusDetail',
    'listDisks',
    'getCrushMap',
    'listCrushRules',
    'listPools',
    'listFlags',
    'getRecoverySpeed',
    'listTasks',
    'listServerNames',
  ]);
});
