import { describe, expect, test } from 'vitest';
import { mustExist } from '../../../src/screens/action/mustExist.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { combined } from '../../../src/store/cache/combined.ts';
import { optionally, resource, unawaited } from '../../../src/store/cache/resource.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, rejected, unreachable } from '../fakeApi.ts';

const pools = resource('listPools');
const rules = resource('listCrushRules');
const backups = resource('getConfigBackups');
const details = resource('getPoolDetails', { params: { name: 'gone' } });
const ONE = { params: { name: 'rbd' } };

/** A cache of a service that has pools and rules but no backups. */
function setup() {
  const clock = fakeClock();
  const service = { down: false };
  const answer = <T>(data: T) => (service.down ? Promise.reject(unreachable()) : Promise.resolve(data));
  const cache = createCache({
    api: fakeApi({
      listPools: () => answer([{ name: 'rbd', crushRule: 1 }]),
      listCrushRules: () => answer([{ id: 1, name: 'replicated' }]),
      getPoolDetails: ({ params: { name } }) =>
        name === 'rbd' ? answer({ name }) : Promise.reject(rejected(404, 'there is no pool gone')),
    }),
    clock,
  });
  return { clock, cache, service };
}

describe('combined resource', () => {
  test('a combined resource has data once all of its parts have, by their names', async () => {
    const { cache } = setup();
    const both = combined({ reads: { pools, rules } });
    await cache.refresh(pools);
    expect(both.slot(cache).data).toBeUndefined();
    await cache.refresh(rules);
    expect(both.slot(cache).data).toEqual({
      pools: [{ name: 'rbd', crushRule: 1 }],
      rules: [{ id: 1, name: 'replicated' }],
    });
  });

  test('a combined resource is as old as its oldest part, of those that are read equally often', async () => {
    const { clock, cache } = setup();
    const both = combined({ reads: { pools, details: resource('getPoolDetails', ONE) } });
    await cache.refresh(pools);
    const first = clock.now();
    await clock.advance(3000);
    await cache.refresh(resource('getPoolDetails', ONE));
    expect(both.slot(cache)).toMatchObject({ at: first, everyMs: 5000 });
  });

  test('a part that is read once a minute makes a combined resource no older until it is late itself', async () => {
    const { clock, cache } = setup();
    const both = combined({ reads: { pools, rules } });
    await Promise.all([cache.refresh(pools), cache.refresh(rules)]);
    const first = clock.now();
    await clock.advance(55_000);
    await cache.refresh(pools);
    expect(both.slot(cache)).toMatchObject({ at: first + 55_000, everyMs: 5000 });
    await clock.advance(70_000);
    await cache.refresh(pools);
    expect(both.slot(cache)).toMatchObject({ at: first, everyMs: 60_000 });
  });

  test('a combined resource is computed once, and equal parts keep their reference', async () => {
    const { clock, cache } = setup();
    let times = 0;
    const both = combined({
      reads: { pools, rules },
      derive: (data) => ({ times: times++ > 1_000_000, rows: structuredClone(data['pools']) }),
    });
    await Promise.all([cache.refresh(pools), cache.refresh(rules)]);
    const before = both.slot(cache).data;
    expect(both.slot(cache)).toBe(both.slot(cache));
    await clock.advance(1000);
    await cache.refresh(pools);
    expect(both.slot(cache).data).toBe(before);
    expect(times).toBe(1);
  });

  test('a combined resource fails with a part and keeps its last data', async () => {
    const { cache, service } = setup();
    const both = combined({ reads: { pools, rules } });
    await Promise.all([cache.refresh(pools), cache.refresh(rules)]);
    service.down = true;
    await cache.refresh(rules);
    expect(both.slot(cache)).toMatchObject({ failures: 1, error: { kind: 'unreachable' } });
    expect(both.slot(cache).data).toBeDefined();
  });

  test('a combined resource is shown before a part that is not awaited has been read, and with it afterwards', async () => {
    const { cache } = setup();
    const both = combined({ reads: { pools, rules: unawaited(rules) } });
    await cache.refresh(pools);
    expect(both.slot(cache).data).toMatchObject({ pools: [{ name: 'rbd' }] });
    await cache.refresh(rules);
    expect(both.slot(cache).data).toMatchObject({ rules: [{ name: 'replicated' }] });
  });

  test('a combined resource is shown without an optional part that does not exist', async () => {
    const { cache } = setup();
    const both = combined({ reads: { pools, backups: optionally(backups) } });
    await cache.refresh(pools);
    expect(both.slot(cache).data).toBeUndefined();
    await cache.refresh(backups);
    expect(both.slot(cache)).toMatchObject({ failures: 0, data: { pools: [{ name: 'rbd' }] } });
    expect(both.slot(cache).error).toBeUndefined();
  });

  test('a combined resource is shown without an optional part while that cannot be read, whatever it held before', async () => {
    const { cache, service } = setup();
    const both = combined({ reads: { pools, rules: optionally(rules) } });
    await Promise.all([cache.refresh(pools), cache.refresh(rules)]);
    expect(both.slot(cache).data).toHaveProperty('rules', [{ id: 1, name: 'replicated' }]);
    service.down = true;
    await cache.refresh(rules);
    expect(both.slot(cache).data).toHaveProperty('rules', undefined);
    service.down = false;
    await cache.refresh(rules);
    expect(both.slot(cache).data).toHaveProperty('rules', [{ id: 1, name: 'replicated' }]);
  });

  test('a combined resource does not exist if a part does not, or if the object is not in the answer', async () => {
    const { cache } = setup();
    await Promise.all([cache.refresh(pools), cache.refresh(details)]);
    const missing = combined({ reads: { pools, details } }).slot(cache);
    expect(missing).toMatchObject({ failures: 0, error: { status: 404 } });
    expect(missing.data).toBeUndefined();
    const nowhere = combined({ reads: { pools }, derive: () => mustExist(undefined, 'pool x') }).slot(cache);
    expect(nowhere).toMatchObject({ failures: 0, error: { status: 404, message: 'there is no pool x' } });
  });
});
