import { describe, expect, test } from 'vitest';
import { latencies } from '../../../../src/service/sim/history/latency.ts';
import {
  busyPercent,
  countPgs,
  isMeasured,
  measureCapacity,
  serverLoad,
  opsPerOsd,
} from '../../../../src/service/sim/history/measure.ts';
import { CLEAN, Pg } from '../../../../src/service/sim/placementGroups/states.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { storageBench } from '../storage.ts';
import { simulate, calmModel } from '../support.ts';

test('the graphs of the cluster end with the present values', async () => {
  const clock = fakeClock();
  const { engine, api } = storageBench({ clock, scale: 15 });
  const { cluster } = engine;
  const { model } = cluster;
  cluster.killOsd(0);
  cluster.outOsd(0);
  cluster.outOsd(5);
  await clock.advance(45_000);
  const inside = model.osds.filter((osd) => osd.in);
  const used = inside.reduce((sum, osd) => sum + osd.used, 0);
  const total = inside.reduce((sum, { capacity }) => sum + capacity, 0);
  const pgs = countPgs(model.pools);
  expect(pgs).toMatchObject({
    clean: expect.toSatisfy((count: number) => count > 0),
    recovering: expect.toSatisfy((count: number) => count > 0),
  });
  const last = async (graph: string) => {
    const { graphs = [] } = await api.getGraph({ query: { graph, startTime: -59, maxDataPoints: 60 } });
    return Object.fromEntries(graphs.map(({ name, datapoints = [] }) => [name, datapoints.at(-1)!.v]));
  };
  const { sums } = model;
  const near = (value: number) =>
    expect.closeTo(value, -Math.floor(Math.log10(Math.max(1, value))) + 4) as number;
  expect(await last('cluster-iops')).toEqual({ read: near(sums.readOps), write: near(sums.writeOps) });
  expect(await last('cluster-throughput')).toEqual({
    read: near(sums.readBytes),
    write: near(sums.writeBytes),
  });
  expect(await last('cluster-capacity')).toEqual({ used: near(used), total: near(total) });
  expect(await last('cluster-usage')).toEqual({ used: near((100 * used) / total) });
  expect(await last('cluster-objects')).toEqual({
    stored: near(model.pools.reduce((sum, { objects }) => sum + objects, 0)),
  });
  expect(await last('recovery')).toEqual({ recovered: near(sums.recoveredObjects) });
  expect(await last('recovery-throughput')).toEqual({ recovered: near(sums.recoveredBytes) });
  expect(await last('osds')).toEqual({ total: 15, up: 14, in: 13 });
  const { clean, ...others } = pgs;
  expect(await last('pg-states')).toEqual({ 'active+clean': clean, ...others });
});

test('placement groups are counted by state, and one in several states in each of them', () => {
  const [pool] = calmModel().pools;
  pool!.states.clear();
  const states = [
    CLEAN,
    CLEAN | Pg.scrubbing,
    Pg.active | Pg.undersized | Pg.degraded | Pg.recovering,
    Pg.active | Pg.remapped | Pg.backfilling,
    Pg.down,
  ];
  for (const [index, state] of states.entries()) pool!.states.set(state, 10 ** index);
  expect(countPgs([pool!])).toEqual({
    clean: 11,
    degraded: 100,
    undersized: 100,
    remapped: 1000,
    recovering: 1100,
    inactive: 10_000,
    scrubbing: 10,
  });
});

test('the graphs of a pool are at most ten seconds behind', async () => {
  const clock = fakeClock();
  const { engine, api } = storageBench({ clock, scale: 15 });
  const pool = engine.cluster.model.pools[1]!;
  const seen: Record<string, Record<string, unknown>[]> = {};
  const note = (graph: string, plots: Record<string, number>) => (seen[graph] ??= []).push(mapped(plots));
  const mapped = (plots: Record<string, number>) =>
    Object.fromEntries(Object.entries(plots).map(([name, value]) => [name, value.toPrecision(4)]));
  for (let second = 0; second < 20; second++) {
    await clock.advance(1000);
    const { now, bytes, objects } = pool;
    note('pool-iops', { read: now.readOps, write: now.writeOps });
    note('pool-throughput', { read: now.readBytes, write: now.writeBytes });
    note('pool-bytes', { stored: bytes });
    note('pool-objects', { stored: objects });
  }
  for (const [graph, values] of Object.entries(seen)) {
    const query = { graph, 'template-pool-name': pool.name, startTime: -59, maxDataPoints: 60 };
    const { graphs = [] } = await api.getGraph({ query });
    const last = graphs.map(({ name = '', datapoints = [] }) => [name, datapoints.at(-1)!.v!] as const);
    expect(values.slice(-10)).toContainEqual(mapped(Object.fromEntries(last)));
  }
});

test('statistics are available while the monitors have a quorum and an active manager answers', () => {
  const { cluster } = simulate({ scale: 60 });
  expect(isMeasured(cluster.model)).toBe(true);
  for (const name of ['a', 'b']) cluster.killDaemon('mon', name);
  cluster.step(40);
  expect(isMeasured(cluster.model)).toBe(false);
  for (const name of ['a', 'b']) cluster.startDaemon('mon', name);
  cluster.step(10);
  expect(isMeasured(cluster.model)).toBe(true);
  for (const name of ['a', 'b']) cluster.killDaemon('mgr', name);
  cluster.step(40);
  expect(isMeasured(cluster.model)).toBe(false);
});

test('capacity is that of the OSDs that are in, and only those that are up count as up', () => {
  const model = calmModel();
  const [first, second] = model.osds as [(typeof model.osds)[0], (typeof model.osds)[0]];
  const whole = measureCapacity(model);
  expect(whole).toMatchObject({ up: 15, in: 15 });
  first.in = false;
  second.up = false;
  expect(measureCapacity(model)).toEqual({
    up: 14,
    in: 14,
    used: expect.closeTo(whole.used - first.used, 0),
    total: whole.total - first.capacity,
  });
});

describe('operations on OSDs', () => {
  test('all client operations reach an OSD: a write every copy, a read one copy', () => {
    const { cluster } = simulate({ scale: 15 });
    cluster.step();
    const { model } = cluster;
    const sent = model.pools.reduce((sum, { now, size }) => sum + now.readOps + now.writeOps * size, 0);
    const got = opsPerOsd(model);
    expect(got).toHaveLength(15);
    expect(got.reduce((sum, ops) => sum + ops, 0)).toBeCloseTo(sent, 3);
    // Fast disks get more operations than slow ones.
    const of = (deviceClass: string) => got[model.osds.find((osd) => osd.deviceClass === deviceClass)!.id]!;
    expect(of('nvme')).toBeGreaterThan(of('hdd'));
  });

  test('operations take half of the time of a disk at half of its capacity, plus recovery and scrubs', () => {
    const model = calmModel();
    const osd = model.osds.find(({ deviceClass }) => deviceClass === 'hdd')!;
    const flash = model.osds.find(({ deviceClass }) => deviceClass === 'nvme')!;
    expect(busyPercent(model, osd, 70)).toBe(50);
    expect(busyPercent(model, flash, 6000)).toBe(50);
    expect(busyPercent(model, osd, 1e6)).toBe(100);
    model.scrubs.busy.add(osd.id);
    expect(busyPercent(model, osd, 0)).toBe(15);
    const recovering = (speed: number) => {
      model.recovery.speed = speed;
      osd.backfills = flash.backfills = 1;
      return [busyPercent(model, osd, 0) - 15, busyPercent(model, flash, 0)] as const;
    };
    const [slow, fast] = [recovering(1), recovering(9)];
    expect([slow[0] / slow[1], fast[0] / fast[1]]).toEqual([5, 5]);
    expect(fast[0]).toBe(slow[0] * 5);
    osd.backfills = 0;
    osd.lagMs = 70;
    expect(busyPercent(model, osd, 0)).toBe(100);
    osd.up = false;
    expect(busyPercent(model, osd, 70)).toBe(0);
    flash.process = 'stopped';
    expect(busyPercent(model, flash, 6000)).toBe(0);
  });
});

describe('load of a server', () => {
  const idle = () => {
    const model = calmModel();
    return { model, host: model.hosts[0]!, ops: (each: number) => new Float64Array(15).fill(each) };
  };

  test('the load of a server is unknown while it does not answer', () => {
    const { host, ops } = idle();
    expect(serverLoad(host, ops(0))).toBeDefined();
    host.connected = false;
    expect(serverLoad(host, ops(0))).toBeUndefined();
  });

  test('the load of a server grows with the operations of its running OSDs, and with recovery', () => {
    const { host, ops } = idle();
    const rest = serverLoad(host, ops(0))!;
    const work = serverLoad(host, ops(240))!;
    expect(rest.network).toBe(0);
    // Five OSDs with 240 operations of 64 KiB each.
    expect(work.network).toBe(5 * 240 * 65_536 * 8);
    expect(work.cpu - rest.cpu).toBeCloseTo(10, 6);
    // The share of 32 cores.
    expect(work.load / work.cpu).toBeCloseTo(0.32, 6);
    expect(work.memory).toBe(rest.memory);
    expect(rest.memory).toBeGreaterThan(22);
    host.osds[0]!.process = 'stopped';
    const less = serverLoad(host, ops(240))!;
    expect(less.network).toBe(4 * 240 * 65_536 * 8);
    expect(less.memory).toBeLessThan(work.memory);
    expect(less.cpu).toBeLessThan(work.cpu);
    host.osds[1]!.backfills = 2;
    const recovering = serverLoad(host, ops(240))!;
    expect(recovering.network - less.network).toBe(2 * 8 * 40e6);
    expect(recovering.cpu - less.cpu).toBeCloseTo(4, 6);
    expect(recovering.load - 0.32 * recovering.cpu).toBeCloseTo(1, 6);
    expect(serverLoad(host, ops(1e6))).toMatchObject({ cpu: 100 });
  });

  test('the load of a server includes the usage of its disks, which is 0 without disks', () => {
    const { host, ops } = idle();
    for (const osd of host.osds) osd.used = osd.capacity / 4;
    expect(serverLoad(host, ops(0))!.full).toBeCloseTo(25, 9);
    host.osds[0]!.used = 0;
    const capacity = host.osds.reduce((sum, osd) => sum + osd.capacity, 0);
    expect(serverLoad(host, ops(0))!.full).toBeCloseTo(25 * (1 - host.osds[0]!.capacity / capacity), 9);
    host.osds.length = 0;
    expect(serverLoad(host, ops(0))).toMatchObject({ full: 0, cpu: 3, memory: 22 });
  });
});

describe('latencies', () => {
  const settled = () => {
    const { cluster } = simulate({ scale: 15 });
    cluster.step();
    return cluster.model;
  };

  test('latencies are those of the disks that serve the pools', () => {
    const model = settled();
    const only = (deviceClass: string) => {
      for (const pool of model.pools)
        if ((pool.rule.takes[0].deviceClass ?? 'hdd') !== deviceClass)
          pool.now = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0 };
    };
    const mixed = latencies(model, 'read');
    expect(mixed.p50).toBeGreaterThan(500 * 0.93);
    expect(mixed.p50).toBeLessThan(8000);
    only('nvme');
    const { p50, p90, p99 } = latencies(model, 'read');
    expect([p50 / 500, p90 / 1200, p99 / 3000].map((share) => share > 0.92 && share < 1.08)).toEqual([
      true,
      true,
      true,
    ]);
    const write = latencies(model, 'write').p50 / 500;
    expect(write).toBeGreaterThan(1.6 * 0.92);
    expect(write).toBeLessThan(1.6 * 1.08);
    model.recovery.running.add(0);
    const recovering = latencies(model, 'read').p50 / 500;
    expect(recovering).toBeGreaterThan(2.2 * 0.92);
    expect(recovering).toBeLessThan(2.2 * 1.08);
  });

  test('latencies are 0 without clients', () => {
    const model = settled();
    for (const pool of model.pools) pool.now = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0 };
    expect(latencies(model, 'read')).toEqual({ p50: 0, p90: 0, p99: 0 });
  });
});
