import { describe, expect, test } from 'vitest';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed, type Resource, resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, rejected } from '../fakeApi.ts';
import { setup, START } from './setup.ts';

describe('watching', () => {
  test('the first reader starts a resource at once, and it is read again at its interval', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    expect(reads).toHaveLength(0);
    cache.watch(flags);
    await clock.advance(6000);
    expect(reads.map((read) => read.at)).toEqual([0, 2000, 4000, 6000]);
  });

  test('more readers do not read more', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    cache.watch(flags);
    cache.watch(flags);
    await clock.advance(2000);
    expect(reads).toHaveLength(2);
  });

  test('the last reader to leave stops it and aborts what is under way', async () => {
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
    expect(slot()).toMatchObject({ loading: false, failures: 0 });
    await clock.advance(600_000);
    expect(reads).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test('a reader that takes over within the same turn keeps the read under way', async () => {
    const { clock, cache, flags, reads, last } = setup();
    const watch = cache.watch(flags);
    watch[Symbol.dispose]();
    cache.watch(flags);
    await clock.advance(10);
    expect(reads).toHaveLength(1);
    expect(last().signal.aborted).toBe(false);
  });

  test('a reader that comes back finds fresh data and waits for its interval', async () => {
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

  test('a read that hangs holds up no other resource', async () => {
    const { clock, cache, flags, hanging, reads } = setup({ auto: true });
    cache.watch(hanging);
    cache.watch(flags);
    await clock.advance(4000);
    expect(reads).toHaveLength(3);
  });
});

describe('the interval', () => {
  test('is at least twice as long as the last read took', async () => {
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

  test('can follow the data', async () => {
    const { clock, cache, flags, reads, last } = setup({
      intervalAfter: (now) => (now.length === 1 ? 500 : 5000),
    });
    cache.watch(flags);
    last().resolve([{ name: 'noout' }]);
    await clock.advance(500);
    expect(reads).toHaveLength(2);
  });
});

describe('data', () => {
  test('that did not change keeps its reference, and gets a new date', async () => {
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

  test('stays when a later read fails, with the failure beside it', async () => {
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

  test('that cannot be read is a failure, not the end of the polling', async () => {
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

describe('pause', () => {
  test('holds the polling until it is resumed; refresh still reads', async () => {
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

test('close ends everything: timers, reads under way and waits for them', async () => {
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

test('the resources of the deck ask the service for one operation each and nothing else', async () => {
  const asked: string[] = [];
  const api = new Proxy(
    {},
    { get: (_, id) => () => (asked.push(String(id)), Promise.resolve({ data: [] })) },
  );
  const cache = createCache({ api: api as never, clock: fakeClock() });
  for (const one of Object.values<Resource>(resources)) await cache.refresh(one);
  expect(asked).toEqual(Object.values<Resource>(resources).flatMap(({ operations }) => operations));
});

describe('equal keys', () => {
  test('are one entry: whoever reads the same, reads it once', async () => {
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

describe('something that may not exist', () => {
  const gone = resource('getPoolDetails', { params: { name: 'gone' } });

  test('is known not to, which is no failure, and what it was is gone', async () => {
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

  test('is another matter than a list: a 404 in its place is a failure, and the data stays', async () => {
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

test('what nobody watches is kept for a while, and forgotten when much else was looked at since', async () => {
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

test('after a change from here what was read before counts as old, and is read anew by who wants it next', async () => {
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
