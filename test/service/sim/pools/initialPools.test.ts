import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEVICE_CLASSES } from '../../../../src/api/contract/disks.ts';
import { buildRules } from '../../../../src/service/sim/crush/rules.ts';
import { buildTree, planTree } from '../../../../src/service/sim/crush/tree.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { buildTopology, type DeviceClass } from '../../../../src/service/sim/model/topology.ts';
import { planPools } from '../../../../src/service/sim/pools/initialPools.ts';
import type { PoolSpec } from '../../../../src/service/sim/pools/pool.ts';

function plan(scale: number, fill = 0.5) {
  const topology = buildTopology(scale, new Dice(1));
  const rules = buildRules(topology, buildTree(planTree(topology), topology.osds));
  return { topology, pools: planPools(topology, rules, fill) };
}

const classOf = ({ rule }: PoolSpec): DeviceClass | undefined => rule.takes[0].deviceClass;
const ofClients = (pools: readonly PoolSpec[]) => pools.filter(({ application }) => application !== 'mgr');
/** The bytes on the disks: every copy, or data and coding shards. */
const raw = ({ bytes, size, dataShards }: PoolSpec) => (bytes * size) / dataShards;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const scales = fc.integer({ min: 3, max: 600 });

describe('initial pools of a cluster of any size', () => {
  test('the initial pools fill each device class to the requested share', () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0.05, max: 0.9, noNaN: true }), (scale, fill) => {
        const { topology, pools } = plan(scale, fill);
        for (const deviceClass of DEVICE_CLASSES) {
          const osds = topology.osds.filter((osd) => osd.deviceClass === deviceClass);
          if (osds.length === 0) continue;
          const stored = sum(
            ofClients(pools)
              .filter((pool) => classOf(pool) === deviceClass)
              .map(raw),
          );
          expect(stored / sum(osds.map(({ capacity }) => capacity))).toBeCloseTo(fill, 6);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the initial pools have consecutive ids from 1, unique names, and a power of two of placement groups', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const { pools } = plan(scale);
        expect(pools.map(({ id }) => id)).toEqual(pools.map((_, index) => index + 1));
        expect(new Set(pools.map(({ name }) => name)).size).toBe(pools.length);
        for (const { name, pgNum } of ofClients(pools)) {
          expect(Number.isInteger(Math.log2(pgNum)), `${name}: ${pgNum}`).toBe(true);
          expect(pgNum).toBeGreaterThanOrEqual(8);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the initial pools give an OSD about a hundred placement groups', () => {
    const { topology, pools } = plan(300);
    for (const deviceClass of DEVICE_CLASSES) {
      const osds = topology.osds.filter((osd) => osd.deviceClass === deviceClass).length;
      const own = ofClients(pools).filter((pool) => classOf(pool) === deviceClass);
      const shards = sum(own.map(({ pgNum, size }) => pgNum * size)) / osds;
      // Rounding to a power of two at most doubles or halves the number.
      expect(shards, deviceClass).toBeGreaterThan(70);
      expect(shards, deviceClass).toBeLessThan(142);
    }
  });

  test('the initial pools have two shards more than their data needs, and a min_size of one more than that', () => {
    for (const { name, size, minSize, dataShards } of plan(300).pools)
      expect([size, minSize], name).toEqual(dataShards === 1 ? [3, 2] : [dataShards + 2, dataShards + 1]);
  });
});

test('the pool of the managers comes first, is nearly empty and cannot be deleted', () => {
  const [first] = plan(60).pools;
  expect(first).toMatchObject({
    id: 1,
    name: '.mgr',
    application: 'mgr',
    size: 3,
    minSize: 2,
    dataShards: 1,
    pgNum: 1,
    bytes: 24 * 1024 * 1024,
    objects: 12,
    protected: true,
    load: { readOps: 0, writeOps: 0 },
  });
});

test('only pools of block images can be deleted', () => {
  const open = plan(60).pools.filter((pool) => !pool.protected);
  expect(open.map(({ name, application }) => [name, application])).toEqual([
    ['volumes', 'rbd'],
    ['vm-disks', 'rbd'],
    ['databases', 'rbd'],
  ]);
});

test('each pool has a rule for its device class and its redundancy', () => {
  expect(plan(60).pools.map(({ name, rule }) => [name, rule.name])).toEqual([
    ['.mgr', 'replicated_rule'],
    ['volumes', 'replicated_hdd_rack'],
    ['vm-disks', 'replicated_ssd'],
    ['databases', 'replicated_nvme'],
    ['storefs-metadata', 'replicated_nvme_rack'],
    ['storefs-data', 'replicated_hdd'],
    ['rgw-index', 'replicated_ssd'],
    ['rgw-data', 'erasure_hdd'],
  ]);
});

test('a cluster of hard disks only has all its pools on them, the usually fast ones with a quarter of their share', () => {
  const { pools } = plan(12);
  expect(ofClients(pools).map(classOf)).toEqual(Array.from({ length: 7 }, () => 'hdd'));
  const bytes = new Map(pools.map((pool) => [pool.name, raw(pool)]));
  expect(bytes.get('vm-disks')! / bytes.get('volumes')!).toBeCloseTo(0.9 / 4 / 0.4, 6);
});

test.each([
  [6 * 5, 2, 3, 2],
  [7 * 5, 4, 6, 5],
])('with %i OSDs erasure coding has %i data shards of %i', (scale, dataShards, size, minSize) => {
  const pool = plan(scale).pools.find(({ name }) => name === 'rgw-data');
  expect(pool).toMatchObject({ dataShards, size, minSize });
});

test('the load of a pool depends on its number of OSDs, and is split into reads and writes', () => {
  const { topology, pools } = plan(60);
  const ssds = topology.osds.filter(({ deviceClass }) => deviceClass === 'ssd').length;
  const { load } = pools.find(({ name }) => name === 'vm-disks')!;
  const ops = ssds * 180 * 0.9;
  expect(load.readOps).toBeCloseTo(ops * 0.55);
  expect(load.writeOps).toBeCloseTo(ops * 0.45);
  expect(load.readBytes).toBeCloseTo(load.readOps * 16 * 1024);
  expect(load.writeBytes).toBeCloseTo(load.writeOps * 16 * 1024);
});

test('the number of objects of a pool follows from its bytes', () => {
  for (const [name, objectBytes] of [
    ['volumes', 4 * 2 ** 20],
    ['storefs-metadata', 256 * 2 ** 10],
    ['rgw-index', 512 * 2 ** 10],
  ] as const) {
    const { bytes, objects } = plan(60).pools.find((pool) => pool.name === name)!;
    expect(objects).toBe(Math.round(bytes / objectBytes));
  }
});

test('from 2000 OSDs on, half of the block images are spread over one pool per customer, one for every 20 OSDs', () => {
  const customers = (scale: number) => plan(scale).pools.filter(({ name }) => name.startsWith('customer-'));
  expect(customers(1999)).toEqual([]);
  const pools = customers(2000);
  expect(pools.map(({ name }) => name)).toEqual(
    Array.from({ length: 100 }, (_, index) => `customer-${String(index + 1).padStart(4, '0')}`),
  );
  const volumes = plan(2000).pools.find(({ name }) => name === 'volumes')!;
  expect(sum(pools.map(raw)) / raw(volumes)).toBeCloseTo(1, 6);
  expect(new Set(pools.map(({ description }) => description))).toEqual(
    new Set(['block images of one customer']),
  );
});
