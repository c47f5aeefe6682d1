import { expect, test } from 'vitest';
import { latencies } from '../../../../src/service/sim/history/latency.ts';
import { crowdedMs } from '../../../../src/service/sim/load/crowding.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { storageBench } from '../storage.ts';

/** The pools of a model that has no dice: their device class, operations, placement groups and copies. */
const POOLS = [
  {
    rule: { takes: [{ deviceClass: 'hdd' }] },
    now: { readOps: 300, writeOps: 50 },
    pgNum: 32,
    size: 3,
    scopes: [],
  },
  {
    rule: { takes: [{ deviceClass: 'nvme' }] },
    now: { readOps: 100, writeOps: 50 },
    pgNum: 64,
    size: 2,
    scopes: [],
  },
  { rule: { takes: [{}] }, now: { readOps: 0, writeOps: 0 }, pgNum: 4, size: 1, scopes: [] },
];

/** A calm cluster with these pools. */
function model(more: object = {}): Model {
  const { engine } = storageBench({ scale: 12 });
  const calm = { pools: POOLS, dice: { history: { between: () => 1 } }, unsettled: new Set<number>() };
  return Object.assign(Object.create(engine.cluster.model) as Model, calm, more);
}

type Slow = readonly [shards: number, lagMs: number, more?: object];

/** OSDs that hold so many shards and are slowed by so many milliseconds. */
function slowed(...osds: readonly Slow[]) {
  const known = model()
    .osds.slice(0, osds.length)
    .map((osd, index) => {
      const [shards, lagMs, more] = osds[index]!;
      return Object.assign(Object.create(osd) as typeof osd, { shards: { length: shards }, lagMs }, more);
    });
  return model({ osds: known, unsettled: new Set(known.keys()) });
}

const rounded = ({ p50, p90, p99 }: ReturnType<typeof latencies>) => [p50, p90, p99].map(Math.round);

test('latencies are the average over the device classes that serve the operations, and writes take longer', () => {
  expect(rounded(latencies(model(), 'read'))).toEqual([6125, 19_050, 45_750]);
  expect(rounded(latencies(model(), 'write'))).toEqual([6800, 20_960, 50_400]);
});

test('latencies without any operation are those of no device class', () => {
  const idle = POOLS.map((pool) => ({ ...pool, now: { readOps: 0, writeOps: 0 } }));
  expect(rounded(latencies(model({ pools: idle }), 'read'))).toEqual([0, 0, 0]);
});

test('latencies vary by the dice', () => {
  expect(rounded(latencies(model({ dice: { history: { between: () => 1.05 } } }), 'read'))).toEqual([
    6431, 20_003, 48_038,
  ]);
});

test('operations of pools on the disks of a busy client take longer by its queue, the slowest of them five times that', () => {
  const [pool] = storageBench({ scale: 12 }).engine.cluster.model.pools;
  const busyClients = new Set([{ pool, inFlight: 600 }]);
  const pools = POOLS.map((one, index) => ({ ...one, scopes: index === 1 ? pool!.scopes : [] }));
  const crowded = model({ busyClients, pools });
  const us = crowdedMs(crowded, pool!.scopes) * 1000;
  expect(us).toBeGreaterThan(1000);
  // A quarter of the reads, and half of the writes.
  expect(rounded(latencies(crowded, 'read'))).toEqual(
    [6125 + us / 4, 19_050 + us / 2, 45_750 + (5 * us) / 4].map(Math.round),
  );
  expect(rounded(latencies(crowded, 'write'))).toEqual(
    [6800 + us / 2, 20_960 + us, 50_400 + (5 * us) / 2].map(Math.round),
  );
});

test('operations take longer while data is recovered', () => {
  const recovery = { running: new Map([[1, {}]]) };
  expect(rounded(latencies(model({ recovery }), 'read'))).toEqual([13_475, 41_910, 100_650]);
});

const READ = [6125, 19_050, 45_750];
const WRITE = [6800, 20_960, 50_400];

/** The slow OSDs have a share of all 228 shards, which are read, or of the 100 placement groups, which are written. */
const SLOWED: readonly (readonly [title: string, osds: readonly Slow[], read: number[], write: number[]])[] =
  [
    ['none', [[0, 10]], READ, WRITE],
    ['few', [[2, 10]], READ, [6800, 20_960, 90_400]],
    ['one in ten', [[23, 10]], [6125, 29_050, 85_750], [6800, 30_960, 90_400]],
    [
      'most',
      [
        [60, 5],
        [60, 10],
      ],
      [16_125, 29_050, 85_750],
      [16_800, 30_960, 90_400],
    ],
    ['those of an OSD that is down', [[200, 10, { up: false }]], READ, WRITE],
    ['those of an OSD that is as fast as any', [[200, 0]], READ, WRITE],
  ];

test.each(SLOWED)(
  'latencies rise by the delay of slow OSDs as far as operations reach them: %s',
  (_, osds, read, write) => {
    const of = slowed(...osds);
    expect(rounded(latencies(of, 'read'))).toEqual(read);
    expect(rounded(latencies(of, 'write'))).toEqual(write);
  },
);
