import { describe, expect, test } from 'vitest';
import type { SimCluster } from '../../../../src/service/sim/cluster.ts';
import { optionValue } from '../../../../src/service/sim/config/put.ts';
import {
  largeOmap,
  objectCorrupt,
  osdFull,
  poolQuota,
  recoveryCapped,
  recoveryHeld,
  scrubBacklog,
} from '../../../../src/service/sim/faults/data.ts';
import type { InjectFault } from '../../../../src/service/sim/faults/pick.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { badCopyOf } from '../../../../src/service/sim/placementGroups/scrubs.ts';
import { findPg, poolOfPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { shardBytes } from '../../../../src/service/sim/pools/pool.ts';
import { logged, simulate } from '../support.ts';

function withFault(fault: InjectFault, seed = 1) {
  const { cluster } = simulate({ scale: 60 });
  return { cluster, model: cluster.model, ...fault(cluster, new Dice(seed)) };
}

/** Injects the fault with each of many seeds, and heals it each time. */
function eachTime<T>(fault: InjectFault, read: (cluster: SimCluster, damage: ReturnType<InjectFault>) => T) {
  const { cluster } = simulate({ scale: 60 });
  return Array.from({ length: 100 }, (_, seed) => {
    const damage = fault(cluster, new Dice(seed));
    const seen = read(cluster, damage);
    damage.heal();
    return seen;
  });
}

/** The id of the OSD that a sentence names. */
const osdIn = (summary: string) => Number(/osd\.(\d+)/.exec(summary)![1]);
const range = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)];
const between = (numbers: readonly number[], least: number, most: number) => {
  const [low = 0, high = 0] = range(numbers);
  expect(low).toBeGreaterThanOrEqual(least);
  expect(high).toBeLessThanOrEqual(most);
  expect(high - low).toBeGreaterThan((most - least) * 0.75);
};

describe('recovery that is held up', () => {
  test.each([
    ['held', recoveryHeld, 30],
    ['capped', recoveryCapped, 20],
  ] as const)(
    'recovery that is %s begins ten seconds after the death of an OSD, which is marked out later',
    (_, fault, out) => {
      const { cluster, model, summary } = withFault(fault);
      const { id } = model.osds[osdIn(summary)]!;
      cluster.step(9);
      expect(cluster.osd(id).process).toBe('running');
      cluster.step(1);
      expect(cluster.osd(id)).toMatchObject({ process: 'stopped', in: true });
      cluster.step(out - 11);
      expect(cluster.osd(id).in).toBe(true);
      cluster.step(1);
      expect(cluster.osd(id).in).toBe(false);
    },
  );

  test('recovery is held by one of two flags, which is set at once and unset when it is healed', () => {
    const flags = eachTime(recoveryHeld, ({ model }, { objects, summary }) => {
      expect([...model.flags]).toEqual(objects);
      expect(summary).toContain(`the flag ${objects[0]} prevents`);
      return objects[0];
    });
    expect(new Set(flags)).toEqual(new Set(['norecover', 'nobackfill']));
    const { model, heal } = withFault(recoveryHeld);
    heal();
    expect(model.flags.size).toBe(0);
  });

  test('recovery is slowed down by a sleep, or by a scheduler with a very low capacity of the disks', () => {
    const changes = eachTime(recoveryCapped, ({ model }, { objects, summary }) => {
      const [name = ''] = objects;
      expect(summary).toContain(`${name} slows down the recovery of osd.`);
      if (name !== 'osd_recovery_sleep') expect(optionValue(model, 'osd_op_queue')).toBe('mclock_scheduler');
      return [name, optionValue(model, name) as number] as const;
    });
    const values = (name: string) => changes.flatMap(([one, value]) => (one === name ? value : []));
    expect(range(values('osd_mclock_max_capacity_iops_hdd'))).toEqual([1, 5]);
    between(values('osd_recovery_sleep'), 5, 34);
    const { model, objects, heal } = withFault(recoveryCapped);
    heal();
    expect(model.options.has(objects[0]!)).toBe(false);
  });
});

test('a damaged copy is in the pool whose groups are scrubbed soonest, and a deep scrub of it is requested', () => {
  const damaged = eachTime(objectCorrupt, ({ model }, { objects, host, summary }) => {
    const [name = '', osd = ''] = objects;
    const id = findPg(model, name)!;
    const pool = poolOfPg(model, id);
    const others = model.pools.filter(({ bytes, pgNum }) => bytes > 0 && pgNum > 1);
    expect(shardBytes(pool)).toBe(Math.min(...others.map(shardBytes)));
    const bad = badCopyOf(model, id)!;
    expect([osd, host]).toEqual([`osd.${bad.id}`, bad.host.name]);
    expect(summary).toBe(`the copy of the placement group ${name} on ${osd} is damaged`);
    expect([...model.scrubs.queue].at(-1)).toEqual({ id, deep: true });
    return { id, errors: model.damaged.get(id)!.errors, number: id - pool.firstPg, pgNum: pool.pgNum };
  });
  expect(range(damaged.map(({ errors }) => errors))).toEqual([1, 4]);
  between(
    damaged.map(({ number }) => number),
    0,
    damaged[0]!.pgNum - 1,
  );
  const { model, heal } = withFault(objectCorrupt);
  heal();
  expect(model.damaged.size).toBe(0);
});

test('a pool at its quota is one that is written to and that does not belong to the cluster itself', () => {
  const pools = eachTime(poolQuota, ({ model }, { objects, summary }) => {
    const pool = model.pools.find(({ name }) => name === objects[0])!;
    expect(pool.load.writeOps).toBeGreaterThan(0);
    expect(pool.quotaMaxBytes).toBe(Math.floor(pool.bytes));
    expect(logged(model, `pool '${pool.name}' is full (reached quota's max_bytes: `).length).toBeGreaterThan(
      0,
    );
    expect(summary).toBe(`the pool ${pool.name} has used up its quota`);
    return pool.name;
  });
  expect(new Set(pools).size).toBeGreaterThan(3);
  expect(pools).not.toContain('.mgr');
  const { model, objects, heal } = withFault(poolQuota);
  heal();
  expect(model.pools.find(({ name }) => name === objects[0])!.quotaMaxBytes).toBe(0);
});

test('forgotten scrubs are overdue for some of the placement groups until they are healed', () => {
  const late = eachTime(scrubBacklog, ({ model }, { objects }) => {
    expect([...model.flags]).toEqual(['noscrub', 'nodeep-scrub']);
    expect(objects).toEqual(['noscrub', 'nodeep-scrub']);
    const { late: plain, lateDeep } = model.scrubs;
    expect([plain, lateDeep].every(Number.isInteger)).toBe(true);
    return [plain / model.pgs.count, lateDeep / model.pgs.count] as const;
  });
  between(
    late.map(([plain]) => plain),
    0.05,
    0.31,
  );
  between(
    late.map(([, deep]) => deep),
    0.1,
    0.41,
  );
  const { model, heal } = withFault(scrubBacklog);
  heal();
  expect([model.flags.size, model.scrubs.late, model.scrubs.lateDeep]).toEqual([0, 0, 0]);
});

test('a bucket index object has more keys than the limit for a large one until it is healed', () => {
  const found = eachTime(largeOmap, ({ model }, { objects, summary }) => {
    const [object] = [...model.largeObjects];
    const { name, pg, keys, found: isFound } = object!;
    expect([objects, isFound]).toEqual([['rgw-index', name], false]);
    expect(poolOfPg(model, pg).name).toBe('rgw-index');
    expect([...model.scrubs.queue].at(-1)).toEqual({ id: pg, deep: true });
    expect(summary).toBe(`the index of a bucket in rgw-index has ${keys} keys in one object`);
    const [, first, second] = /^\.dir\.[\da-f]{8}-[\da-f]{4}\.(\d+)\.(\d)$/.exec(name)!.map(Number);
    return { pg, keys, first: first!, second: second! };
  });
  expect(new Set(found.map(({ pg }) => pg)).size).toBeGreaterThan(5);
  between(
    found.map(({ keys }) => keys),
    200_000,
    4_199_999,
  );
  between(
    found.map(({ first }) => first),
    4100,
    4999,
  );
  expect(range(found.map(({ second }) => second))).toEqual([1, 9]);
  const { model, heal } = withFault(largeOmap);
  heal();
  expect(model.largeObjects.size).toBe(0);
});

test('the largest pool grows until its disks are nearly full within five minutes, and shrinks again when it is healed', () => {
  const { cluster, model, objects, heal } = withFault(osdFull);
  const pool = model.pools.find(({ name }) => name === objects[0])!;
  const { bytes } = pool;
  const calm = simulate({ scale: 60 }).cluster.model.pools.find(({ name }) => name === pool.name)!;
  const before = { bytes, objects: pool.objects, growth: calm.growth };
  expect(bytes).toBe(Math.max(...model.pools.map((one) => one.bytes)));
  cluster.step(300);
  expect(model.filling.size).toBeGreaterThan(0);
  expect(pool.bytes).toBeGreaterThan(bytes * 1.3);
  heal();
  expect(pool).toMatchObject(before);
});
