import { expect, it } from 'vitest';
import { repeer } from '../../../../src/service/sim/placementGroups/peering.ts';
import { targets } from '../../../../src/service/sim/placementGroups/placement.ts';
import { setPgNum } from '../../../../src/service/sim/placementGroups/split.ts';
import { updateDisplaced } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { doubled } from '../invariants.ts';
import { simulate, stepUntil } from '../support.ts';

const places = ({ model }: ReturnType<typeof simulate>['cluster']) =>
  model.pools.map((pool) => Array.from({ length: pool.pgNum }, (_, number) => targets(model, pool, number)));

it('placement moves only the shards of an OSD that is out, and returns them when it is in again', () => {
  const { cluster } = simulate();
  const home = places(cluster);
  cluster.osd(7).in = false;
  const away = places(cluster);
  for (const [index, pool] of home.entries()) {
    for (const [number, group] of pool.entries()) {
      for (const [slot, id] of group.entries()) {
        const now = away[index]![number]![slot];
        if (id === 7) expect(now).not.toBe(7);
        else expect(now).toBe(id);
      }
    }
  }
  cluster.osd(7).in = true;
  expect(places(cluster)).toEqual(home);
});

it('placement spreads the shards of an OSD over many others', () => {
  const { cluster } = simulate();
  const before = places(cluster).flat(2);
  cluster.osd(7).in = false;
  const receivers = new Set(
    places(cluster)
      .flat(2)
      .filter((id, index) => id !== before[index]),
  );
  expect(receivers.size).toBeGreaterThan(15);
});

it('placement keeps all OSDs within ten per cent of their average usage', () => {
  const { model } = simulate().cluster;
  for (const deviceClass of ['hdd', 'ssd', 'nvme']) {
    const used = model.osds
      .filter((osd) => osd.deviceClass === deviceClass)
      .map((osd) => osd.used / osd.capacity);
    const average = used.reduce((sum, share) => sum + share, 0) / used.length;
    expect(Math.max(...used) / average).toBeLessThan(1.1);
    expect(Math.min(...used) / average).toBeGreaterThan(0.9);
    expect(average).toBeCloseTo(0.55, 1);
  }
});

it('placement counts a copy as in place even if the copies of its group are in another order', () => {
  const { cluster } = simulate();
  const { model } = cluster;
  const pool = model.pools.find(({ name }) => name === 'databases')!;
  const [first, second, third] = pool.home;
  pool.holders.set([third!, first!, second!]);
  updateDisplaced(model, pool, 0);
  repeer(model, [pool.firstPg]);
  stepUntil(cluster, 20, () => !model.unclean.has(pool.firstPg));
  expect(Array.from(pool.holders.subarray(0, 3))).toEqual([first, second, third]);
  expect([model.displaced.size, model.sums.recoveredObjects]).toEqual([0, 0]);
});

it('placement keeps the replacement copies of one OSD in place when another OSD leaves', () => {
  const { cluster } = simulate();
  const { model } = cluster;
  cluster.osd(7).in = false;
  for (const [index, pool] of places(cluster).entries()) model.pools[index]!.holders.set(pool.flat());
  const before = places(cluster);
  for (const osd of model.osds) {
    osd.in = false;
    for (const [index, pool] of places(cluster).entries()) {
      for (const [number, group] of pool.entries()) {
        const staying = before[index]![number]!.filter((id) => id !== osd.id);
        expect(group).toEqual(expect.arrayContaining(staying));
      }
    }
    osd.in = osd.id !== 7;
  }
});

it('placement never puts two copies of a group on the same OSD when a pool is split', () => {
  const { cluster } = simulate({ scale: 24 });
  const { model } = cluster;
  model.recovery.speed = 10;
  const pool = model.pools.find(({ name }) => name === 'databases')!;
  const pgNum = pool.pgNum * 2;
  setPgNum(model, pool, pgNum);
  stepUntil(cluster, 20_000, () => {
    if (model.tick % 5 === 0) expect(doubled(model)).toBe(0);
    return pool.pgNum === pgNum && model.unclean.size === 0;
  });
  expect(model.displaced.size).toBe(0);
});
