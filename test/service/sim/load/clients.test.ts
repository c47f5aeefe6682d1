import { describe, expect, test } from 'vitest';
import { stepClients } from '../../../../src/service/sim/load/clients.ts';
import {
  busyWrites,
  capacityOf,
  crowdedMs,
  crowdedMsOn,
  idleWriteMs,
  operationsOf,
} from '../../../../src/service/sim/load/crowding.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { setUsed } from '../../../../src/service/sim/osds/usage.ts';
import type { SimPool } from '../../../../src/service/sim/pools/pool.ts';
import { simulate } from '../support.ts';

/** A cluster at an hour of the day (UTC) that does not advance. */
function clusterAt(hour: number): Model {
  const { model } = simulate({ scale: 15 }).cluster;
  const midnight = Math.ceil(model.timeOf(0) / 86_400_000) * 86_400_000;
  Object.assign(model, { tick: (midnight + hour * 3_600_000 - model.timeOf(0)) / 1000 });
  for (const pool of model.pools) pool.growth = 0;
  return model;
}

const withLoad = ({ pools }: Model): SimPool[] =>
  pools.filter(({ load }) => load.readOps > 0 && load.writeOps > 0);

/** The client load of a thousand seconds, as shares of the average load. */
function shares(model: Model): { mean: number; least: number; most: number } {
  const seen: number[] = [];
  for (let second = 0; second < 1000; second++) {
    stepClients(model);
    for (const { now, load } of withLoad(model)) seen.push(now.writeOps / load.writeOps);
  }
  return {
    mean: seen.reduce((sum, share) => sum + share, 0) / seen.length,
    least: Math.min(...seen),
    most: Math.max(...seen),
  };
}

test('client load is a third above average in the early afternoon, and a third below it at night', () => {
  const day = shares(clusterAt(14));
  expect(Math.abs(day.mean - 1.35)).toBeLessThan(0.1);
  expect(Math.abs(shares(clusterAt(2)).mean - 0.65)).toBeLessThan(0.06);
  expect(Math.abs(shares(clusterAt(8)).mean - 1)).toBeLessThan(0.08);
});

test('the client load of a pool varies, and stays between a quarter and the triple of its average', () => {
  const { mean, least, most } = shares(clusterAt(8));
  expect(least).toBeGreaterThan(mean * 0.25);
  expect(most).toBeLessThan(mean * 3);
  expect(most - least).toBeGreaterThan(mean * 0.4);
});

test('the load of the cluster is the sum of the loads of its pools, computed anew every second', () => {
  const model = clusterAt(8);
  stepClients(model);
  stepClients(model);
  for (const key of ['readOps', 'readBytes', 'writeOps', 'writeBytes'] as const) {
    const total = model.pools.reduce((sum, { now }) => sum + now[key], 0);
    expect(model.sums[key]).toBeCloseTo(total, 3);
    expect(total).toBeGreaterThan(0);
  }
});

test.each([
  [
    'a pool whose OSDs are full',
    (model: Model) => model.osds.forEach((osd) => setUsed(model, osd, osd.capacity)),
  ],
  [
    'a pool that has reached its quota',
    ({ pools }: Model) => pools.forEach((pool) => Object.assign(pool, { quotaMaxObjects: 1 })),
  ],
])('clients of %s continue to read and write nothing', (_state, fill) => {
  const model = clusterAt(8);
  fill(model);
  stepClients(model);
  for (const { now } of withLoad(model)) {
    expect([now.writeOps, now.writeBytes]).toEqual([0, 0]);
    expect(now.readOps).toBeGreaterThan(0);
    expect(now.readBytes).toBeGreaterThan(0);
  }
});

test('recovery at full speed takes three tenths of the client load, and hardly any at the lowest speed', () => {
  const quiet = shares(clusterAt(8)).mean;
  const recovering = (speed: number) => {
    const model = clusterAt(8);
    model.recovery.running.add(0);
    model.recovery.speed = speed;
    return shares(model).mean;
  };
  expect(recovering(10) / quiet).toBeCloseTo(0.7, 5);
  expect(recovering(1) / quiet).toBeCloseTo(0.97, 5);
});

test('a few placement groups that wait for a silent OSD stall more than their share of the load', () => {
  const before = clusterAt(8);
  stepClients(before);
  const model = clusterAt(8);
  const osd = model.osds[0]!;
  osd.process = 'stopped';
  model.unsettled.add(osd.id);
  stepClients(model);
  const stalled = withLoad(model).map(({ id, pgNum, now }) => ({
    share: osd.shards.filter((pg) => model.pgs.poolOf(pg)!.id === id).length / pgNum,
    left: now.readOps / before.pools.find((pool) => pool.id === id)!.now.readOps,
  }));
  expect(stalled.some(({ share }) => share > 0.1)).toBe(true);
  for (const { share, left } of stalled) expect(left).toBeCloseTo((1 - share) ** 2, 5);
  const known = clusterAt(8);
  known.osds[0]!.process = 'stopped';
  known.osds[0]!.up = false;
  known.unsettled.add(0);
  stepClients(known);
  expect(known.sums.readOps).toBeCloseTo(before.sums.readOps, 5);
});

test('a pool grows by its daily share with the load, and not at all if nothing can be written', () => {
  const model = clusterAt(14);
  const [growing, full] = withLoad(model) as [SimPool, SimPool];
  growing.growth = full.growth = 1;
  full.quotaMaxBytes = 1;
  const [bytes, objects, still] = [growing.bytes, growing.objects, full.bytes];
  for (let second = 0; second < 3600; second++) stepClients(model);
  const expected = Math.exp(1.35 / 24);
  expect(Math.abs(growing.bytes / bytes - expected)).toBeLessThan(0.015);
  expect(growing.objects / objects).toBeCloseTo(growing.bytes / bytes, 9);
  expect(full.bytes).toBe(still);
});

describe('a busy client', () => {
  /** A busy client of a pool with so many requests in flight, with the pools on the same disks and on others. */
  function crowded(inFlight: number) {
    const model = clusterAt(8);
    const common = (one: SimPool) => (other: SimPool) =>
      one.scopes.some((scope) => other.scopes.includes(scope));
    const pool = withLoad(model).find((one) => withLoad(model).filter(common(one)).length > 1)!;
    const shares = common(pool);
    const calm = clusterAt(8);
    stepClients(calm);
    if (inFlight > 0) model.busyClients.add({ client: 5100, address: '10.1.2.20', pool, inFlight });
    return { model, calm, pool, shares };
  }

  test('requests of all pools on the disks of a busy client wait as long as these need for its requests in flight', () => {
    const { model, pool, shares } = crowded(600);
    const ms = (1000 * 600) / capacityOf(pool) - idleWriteMs(pool);
    expect(ms).toBeGreaterThan(100);
    const expected = model.pools.map((other) => (shares(other) ? ms : 0));
    expect(model.pools.map(({ scopes }) => crowdedMs(model, scopes))).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
    const [own, others] = [pool.scopes[0]!.members, model.osds];
    expect(others.filter((osd) => crowdedMsOn(model, osd) > 0)).toEqual(own);
    model.busyClients.add({ client: 5101, address: '10.1.2.21', pool, inFlight: 600 });
    expect(crowdedMs(model, pool.scopes)).toBeCloseTo(2 * ms, 9);
  });

  test('a client with fewer requests in flight than the disks need to be busy makes nobody wait', () => {
    const { model, pool } = crowded(1);
    expect(model.pools.map(({ scopes }) => crowdedMs(model, scopes))).toEqual(model.pools.map(() => 0));
    expect(busyWrites(model, pool)).toBeCloseTo(1000 / idleWriteMs(pool), 9);
  });

  test('a client writes at most what the disks do, however many requests it has in flight, and two share that', () => {
    const { model, pool } = crowded(600);
    expect(busyWrites(model, pool)).toBeCloseTo(capacityOf(pool), 9);
    model.busyClients.add({ client: 5101, address: '10.1.2.21', pool, inFlight: 60_000 });
    const both = busyWrites(model, pool);
    expect(both).toBeGreaterThan(capacityOf(pool) * 0.98);
    expect(both).toBeLessThan(capacityOf(pool) * 1.02);
  });

  test('others that wait for each answer do less the longer they wait, and those on other disks as much as before', () => {
    const { model, calm, shares, pool } = crowded(600);
    stepClients(model);
    const left = 50 / (50 + crowdedMs(model, pool.scopes));
    expect(left).toBeLessThan(0.4);
    for (const one of withLoad(model)) {
      const before = calm.pools.find(({ id }) => id === one.id)!.now;
      expect(one.now.readOps / before.readOps).toBeCloseTo(shares(one) ? left : 1, 5);
    }
  });

  test('a busy client writes operations of 4 KiB to its pool, in addition to the writes of others', () => {
    const { model, calm, pool } = crowded(600);
    stepClients(model);
    const before = calm.pools.find(({ id }) => id === pool.id)!.now;
    const left = pool.now.readOps / before.readOps;
    expect(pool.now.writeOps).toBeCloseTo(before.writeOps * left + capacityOf(pool), 3);
    expect(pool.now.writeBytes).toBeCloseTo(before.writeBytes * left + capacityOf(pool) * 4096, 0);
  });

  test('the capacity of the disks in a scope is the sum over their device classes', () => {
    const { model } = crowded(0);
    const most = { hdd: 140, ssd: 4000, nvme: 12_000 };
    for (const scope of new Set(model.pools.flatMap(({ scopes }) => scopes))) {
      const sum = scope.members.reduce((total, { deviceClass }) => total + most[deviceClass], 0);
      expect([operationsOf(scope), operationsOf(scope)]).toEqual([sum, sum]);
    }
  });
});
