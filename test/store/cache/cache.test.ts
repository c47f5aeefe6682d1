import { describe, expect, test } from 'vitest';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed, type Resource, resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { ageMs } from '../../../src/store/cache/slot.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, rejected } from '../fakeApi.ts';
import { setup, START } from './setup.ts';

describe('watched resource', () => {
  test('the first reader starts a resource at once, and it is read again after its interval', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    expect(reads).toHaveLength(0);
    cache.watch(flags);
    await clock.advance(6000);
    expect(reads.map((read) => read.at)).toEqual([0, 2000, 4000, 6000]);
  });

  test('more readers of a resource cause no more reads', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    cache.watch(flags);
    cache.watch(flags);
    await clock.advance(2000);
    expect(reads).toHaveLength(2);
  });

  test('the last reader to leave stops a resource and aborts its read', async () => {
    const { clock, cache, flags, reads, slot, last } = setup();
    const first = cache.watch(flags);
    const second = cache.watch(flags);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    await clock.advance(100);
    expect(last().signal.aborted).toBe(false);
    second[Symbol.dispose]();
    await clock.advance(100);
    expect(last().signal.aborted).toBe(true);
    expect(cache.isReading(flags)).toBe(false);
    expect(slot()).toMatchObject({ failures: 0 });
    await clock.advance(600_000);
    expect(reads).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test('a reader that takes over in the same tick keeps the running read', async () => {
    const { clock, cache, flags, reads, last } = setup();
    const watch = cache.watch(flags);
    watch[Symbol.dispose]();
    cache.watch(flags);
    await clock.advance(10);
    expect(reads).toHaveLength(1);
    expect(last().signal.aborted).toBe(false);
  });

  test('a reader that returns finds fresh data and waits for the interval', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    const watch = cache.watch(flags);
    await clock.advance(500);
    watch[Symbol.dispose]();
    await clock.advance(500);
    cache.watch(flags);
    await clock.advance(999);
    expect(reads).toHaveLength(1);
    await clock.advance(1);
    expect(reads).toHaveLength(2);
  });

  test('a read that ignores its abort does not keep the resource from starting again', async () => {
    const { clock, cache, flags, reads } = setup();
    cache.watch(flags)[Symbol.dispose]();
    await clock.advance(10);
    cache.watch(flags);
    await clock.advance(10);
    expect(reads).toHaveLength(2);
  });

  test('a read that hangs does not delay other resources', async () => {
    const { clock, cache, flags, hanging, reads } = setup({ auto: true });
    cache.watch(hanging);
    cache.watch(flags);
    await clock.advance(4000);
    expect(reads).toHaveLength(3);
  });
});

describe('polling interval', () => {
  test('the polling interval is at least twice the duration of the last read', async () => {
    const { clock, cache, flags, reads, slot, last } = setup();
    cache.watch(flags);
    await clock.advance(3000);
    last().resolve();
    await clock.advance(0);
    expect(slot()).toMatchObject({ tookMs: 3000, everyMs: 6000 });
    await clock.advance(2999);
    expect(reads).toHaveLength(1);
    await clock.advance(1);
    expect(reads).toHaveLength(2);
  });

  test('the polling interval can depend on the data', async () => {
    const { clock, cache, flags, reads, last } = setup({
      intervalAfter: (now) => (now.length === 1 ? 500 : 5000),
    });
    cache.watch(flags);
    last().resolve([{ name: 'noout' }]);
    await clock.advance(500);
    expect(reads).toHaveLength(2);
  });
});

describe('data of a resource', () => {
  test('unchanged data keeps its reference and gets a new date', async () => {
    const { clock, cache, flags, slot, last } = setup();
    cache.watch(flags);
    last().resolve([{ name: 'noout' }]);
    await clock.advance(0);
    const before = slot();
    await clock.advance(2000);
    last().resolve([{ name: 'noout' }]);
    await clock.advance(0);
    expect(slot().data).toBe(before.data);
    expect(slot().at).toBe((before.at ?? 0) + 2000);
  });

  test('data has the age that the service reports', async () => {
    const { clock, cache } = setup();
    const old: Resource<string> = composed({
      key: ['old'],
      read(_api, _signal, { onAge } = {}) {
        onAge?.(15_000);
        return Promise.resolve('as it was');
      },
    });
    cache.watch(old);
    await clock.advance(0);
    expect(cache.slot(old)).toMatchObject({ data: 'as it was', at: START - 15_000 });
    expect(ageMs(cache.slot(old), clock.now())).toBe(15_000);
  });

  test('data stays when a later read fails, together with the failure', async () => {
    const { clock, cache, flags, slot, last } = setup();
    cache.watch(flags);
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
  });

  test('data that cannot be read is a failure and does not end the polling', async () => {
    const { clock, cache, flags, slot, reads, last } = setup();
    cache.watch(flags);
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

describe('paused polling', () => {
  test('a pause stops the polling until it is resumed, and a refresh still reads', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    cache.watch(flags);
    await clock.advance(0);
    cache.pause();
    expect(cache.store.getState().paused).toBe(true);
    await clock.advance(60_000);
    expect(reads).toHaveLength(1);
    await cache.refresh(flags);
    expect(reads).toHaveLength(2);
    await clock.advance(60_000);
    cache.resume();
    await clock.advance(0);
    expect(cache.store.getState().paused).toBe(false);
    expect(reads).toHaveLength(3);
  });
});

test('close ends timers, running reads and those who wait for them', async () => {
  const { clock, cache, flags, hanging, reads, last } = setup();
  cache.watch(flags);
  cache.watch(hanging);
  const done = cache.refresh(flags);
  cache[Symbol.dispose]();
  await done;
  expect(last().signal.aborted).toBe(true);
  await cache.refresh(flags);
  await clock.advance(600_000);
  expect(reads).toHaveLength(1);
  expect(clock.pending()).toBe(0);
});

test('each resource of the deck calls the operations that it names, and no others', async () => {
  const asked: string[] = [];
  const api = new Proxy(
    {},
    {
      get: (_, id) => () => (asked.push(String(id)), Promise.resolve(id === 'readLogs' ? [] : { data: [] })),
    },
  );
  const cache = createCache({ api: api as never, clock: fakeClock() });
  for (const one of Object.values<Resource>(resources)) {
    asked.length = 0;
    await cache.refresh(one);
    expect([...new Set(asked)]).toEqual(one.operations);
  }
});

describe('resources with equal keys', () => {
  test('resources with equal keys share one entry, which is read once', async () => {
    let reads = 0;
    const api = fakeApi({ listImages: () => (reads++, Promise.resolve({ data: [] })) });
    const clock = fakeClock();
    const cache = createCache({ api, clock });
    const images = (pool: string) => resource('listImages', { params: { pool }, query: { limit: 10 } });
    cache.watch(images('rbd'));
    cache.watch(images('rbd'));
    await clock.advance(0);
    expect(reads).toBe(1);
    expect(cache.slot(images('rbd')).data).toEqual({ data: [] });
    cache.watch(images('other'));
    await clock.advance(0);
    expect(reads).toBe(2);
  });
});

describe('object that may not exist', () => {
  const gone = resource('getPoolDetails', { params: { name: 'gone' } });

  test('a missing object is known to be absent without a failure, and its old data is dropped', async () => {
    let answer: () => Promise<object> = () => Promise.resolve({ type: 'replicated' });
    const clock = fakeClock();
    const cache = createCache({ api: fakeApi({ getPoolDetails: () => answer() }), clock });
    cache.watch(gone);
    await clock.advance(0);
    expect(cache.slot(gone).data).toEqual({ type: 'replicated' });
    answer = () => Promise.reject(rejected(404, 'there is no pool gone'));
    await clock.advance(5000);
    expect(cache.slot(gone)).toMatchObject({ failures: 0, error: { status: 404 } });
    expect(cache.slot(gone).data).toBeUndefined();
    answer = () => Promise.resolve({ type: 'erasure' });
    await clock.advance(30_000);
    expect(cache.slot(gone).data).toEqual({ type: 'erasure' });
  });

  test('a 404 for a list is a failure, and the data stays', async () => {
    let isUp = true;
    const clock = fakeClock();
    const listPools = () => (isUp ? Promise.resolve([]) : Promise.reject(rejected(404, 'not found')));
    const cache = createCache({ api: fakeApi({ listPools }), clock });
    cache.watch(resources.pools);
    await clock.advance(0);
    isUp = false;
    await clock.advance(5000);
    expect(cache.slot(resources.pools)).toMatchObject({ data: [], failures: 1 });
  });
});

test('an unwatched resource is kept for a while, and dropped after many others were read', async () => {
  const clock = fakeClock();
  const cache = createCache({ api: fakeApi({}), clock });
  const one = (index: number) =>
    composed({ key: ['one', index], read: () => Promise.resolve(index), everyMs: 1000 });
  cache.watch(one(0));
  for (let index = 1; index < 100; index++) await cache.refresh(one(index));
  expect(cache.slot(one(99)).data).toBe(99);
  expect(cache.slot(one(80)).data).toBe(80);
  expect(cache.slot(one(1)).data).toBeUndefined();
  expect(cache.slot(one(0)).data).toBe(0);
  expect(Object.keys(cache.store.getState().slots).length).toBeLessThan(60);
});

test('a write makes earlier data stale, and its readers read it again', async () => {
  const { clock, cache, flags, reads } = setup({ auto: true, everyMs: 60_000 });
  await cache.refresh(flags);
  expect(cache.isOlder(flags, 10_000)).toBe(false);
  cache.expire();
  expect(cache.isOlder(flags, 10_000)).toBe(true);
  cache.watch(flags);
  await clock.advance(0);
  expect(reads).toHaveLength(2);
  expect(cache.isOlder(flags, 10_000)).toBe(false);
  await clock.advance(11_000);
  expect(cache.isOlder(flags, 10_000)).toBe(true);
});
