import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { GRAPHS } from '../../../../src/service/history/graphs.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal, storageBench, upload } from '../storage.ts';

type Query = Input<'getGraph'>['query'];
const HOUR = 3600;
const DAY = 24 * HOUR;

function bench(options = {}) {
  const clock = fakeClock();
  const { engine, api } = storageBench({ clock, scale: 15, ...options });
  const graph = (name: string, query: Omit<Query, 'graph'> = {}) =>
    api.getGraph({ query: { graph: name, ...query } });
  const plot = async (name: string, title: string, query: Omit<Query, 'graph'> = {}) =>
    (await graph(name, query)).graphs!.find((one) => one.name === title)!.datapoints!;
  return { engine, cluster: engine.cluster, model: engine.cluster.model, clock, api, graph, plot };
}

describe('a graph', () => {
  test.each(Object.keys(GRAPHS))(
    'the graph %s has a unit, plots and points in order, within the default hour',
    async (name) => {
      const { api, graph, clock } = bench();
      const [bucket, user] = [(await api.listS3BucketNames())[0]!, (await api.listS3UserNames())[0]!];
      const templates = {
        'template-server-id': 1,
        'template-pool-name': (await api.listPoolNames())[1]!.queryName!,
        'template-s3-bucket-name': bucket.queryName!,
        'template-s3-user-name': user.queryName!,
        'template-storefs-dir-name': '/home',
      };
      await clock.advance(60_000);
      const now = clock.now() / 1000;
      const { axis1, graphs = [], name: told } = await graph(name, templates);
      expect(told).toBe(name);
      expect(axis1?.unit).toMatch(/^[A-Z_]+$/);
      expect(graphs.length).toBeGreaterThan(0);
      for (const { datapoints = [] } of graphs) {
        const times = datapoints.map(({ t }) => t!);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times[0]).toBeGreaterThanOrEqual(now - HOUR);
        expect(times.at(-1)).toBeLessThanOrEqual(now);
        expect(times.length).toBeGreaterThan(100);
        expect(times.length).toBeLessThanOrEqual(500);
        expect(datapoints.every(({ v }) => v === undefined || Number.isFinite(v))).toBe(true);
      }
    },
  );

  test('a graph has every second of the last minutes, and averages if fewer points are requested', async () => {
    const { clock, model, plot } = bench();
    await clock.advance(120_000);
    const fine = await plot('cluster-iops', 'write', { startTime: -59, maxDataPoints: 60 });
    expect(fine).toHaveLength(60);
    expect(fine.at(-1)!.v).toBeCloseTo(model.sums.writeOps, -1);
    const coarse = await plot('cluster-iops', 'write', { startTime: -59, maxDataPoints: 2 });
    expect(coarse).toHaveLength(2);
    const half = fine.slice(0, 30).reduce((sum, { v }) => sum + v!, 0) / 30;
    expect(coarse[0]!.v! / half).toBeCloseTo(1, 3);
  });

  test('a graph goes back a month, with more load at noon than at night and less data than now', async () => {
    const { clock, plot } = bench();
    await clock.advance(60_000);
    const load = await plot('cluster-iops', 'read', { startTime: -7 * DAY, maxDataPoints: 10_000 });
    const at = (hour: number) => {
      const values = load.filter(({ t, v }) => v !== undefined && Math.floor(t! / HOUR) % 24 === hour);
      return values.reduce((sum, { v }) => sum + v!, 0) / values.length;
    };
    expect(at(14) / at(2)).toBeGreaterThan(1.4);
    const used = await plot('cluster-capacity', 'used', { startTime: -30 * DAY });
    expect(used[0]!.v! / used.at(-1)!.v!).toBeLessThan(0.95);
    expect(used.length).toBeLessThanOrEqual(500);
  });

  test('a graph joins the recorded values to the generated past without a step', async () => {
    const { clock, engine, plot } = bench();
    await clock.advance(900_000);
    const points = await plot('cluster-iops', 'read', { startTime: -3 * HOUR, maxDataPoints: 2000 });
    const start = engine.cluster.model.timeOf(0) / 1000;
    const mean = (from: number, to: number) => {
      const values = points.filter(({ t }) => t! >= start + from && t! < start + to);
      return values.reduce((sum, { v }) => sum + v!, 0) / values.length;
    };
    expect(mean(-600, 0) / mean(0, 600)).toBeGreaterThan(0.75);
    expect(mean(-600, 0) / mean(0, 600)).toBeLessThan(1.35);
  });

  test('a graph is the same for the same cluster', async () => {
    const [one, other] = [bench(), bench()];
    const query = { startTime: -20 * DAY };
    expect(await one.graph('cluster-iops', query)).toEqual(await other.graph('cluster-iops', query));
    const another = bench({ seed: 2 });
    expect(await another.graph('cluster-iops', query)).not.toEqual(await one.graph('cluster-iops', query));
  });

  test('a graph has a gap while nothing was measured', async () => {
    const { clock, cluster, plot } = bench({ scale: 60 });
    const week = await plot('cluster-iops', 'read', { startTime: -4 * DAY, maxDataPoints: 10_000 });
    expect(week.filter(({ v }) => v === undefined).length).toBeGreaterThan(1);
    cluster.killDaemon('mgr', 'a');
    cluster.killDaemon('mgr', 'b');
    await clock.advance(100_000);
    expect((await plot('cluster-iops', 'read', { startTime: -10 })).every(({ v }) => v === undefined)).toBe(
      true,
    );
    cluster.startDaemon('mgr', 'a');
    await clock.advance(30_000);
    expect((await plot('cluster-iops', 'read', { startTime: -5 })).every(({ v }) => v !== undefined)).toBe(
      true,
    );
  });

  test('a graph shows events: a down OSD, degraded groups, recovery, a busy disk', async () => {
    const { clock, cluster, model, plot } = bench();
    await clock.advance(20_000);
    cluster.killOsd(0);
    cluster.outOsd(0);
    cluster.slowDisk(4, 1000);
    await clock.advance(60_000);
    const last = async (name: string, title: string, query = {}) =>
      (await plot(name, title, { startTime: -20, ...query })).findLast(({ v }) => v !== undefined)!.v!;
    expect(await last('osds', 'total')).toBe(15);
    expect(await last('osds', 'up')).toBe(14);
    expect(await last('pg-states', 'degraded')).toBeGreaterThan(10);
    expect(await last('recovery', 'recovered')).toBeGreaterThan(0);
    const disk = model.disks.find(({ osd }) => osd?.id === 4)!;
    expect(await last('server-disk-load', disk.name, { 'template-server-id': disk.host.id })).toBe(100);
    expect(await last('osd-latency-read', 'p99')).toBeGreaterThan(30e6);
  });

  test('a graph of a new pool begins with the creation of the pool', async () => {
    const { api, clock, plot } = bench();
    await api.createPool({ body: { name: 'fresh', pgNum: 8 } });
    await clock.advance(60_000);
    const points = await plot('pool-bytes', 'stored', { 'template-pool-name': 'fresh' });
    expect(points.filter(({ v }) => v !== undefined).length).toBeLessThan(10);
    expect(points.at(-1)!.v).toBe(0);
  });

  test('a graph of a new bucket, user or directory begins with its creation, and shows its usage since', async () => {
    const { api, clock, plot } = bench();
    await clock.advance(30_000);
    await api.createS3User({ body: { uid: 'fresh', name: 'fresh' } });
    await api.putS3Bucket({ params: { bucketName: 'fresh' }, body: { owner: 'fresh' } });
    await api.createDirectory({ body: { dir: '/fresh' } });
    await api.addMonitoredDirectories({ body: ['/fresh'] });
    await clock.advance(120_000);
    const put = { params: { bucketName: 'fresh' }, form: { key: 'a', file: upload('x'.repeat(4096)) } };
    await api.uploadS3Object(put);
    await api.uploadFile({ query: { path: '/fresh/a' }, form: { file: upload('x'.repeat(4096)) } });
    await clock.advance(60_000);
    await api.deleteS3Object({ params: { bucketName: 'fresh' }, query: { key: 'a' } });
    await api.deleteFiles({ query: { path: ['/fresh/a'] } });
    await clock.advance(60_000);
    for (const [name, template] of [
      ['s3-bucket-bytes', { 'template-s3-bucket-name': 'fresh' }],
      ['s3-user-bytes', { 'template-s3-user-name': 'fresh' }],
      ['storefs-dir-bytes', { 'template-storefs-dir-name': '/fresh' }],
    ] as const) {
      const points = await plot(name, 'stored', { ...template, startTime: -7 * DAY, maxDataPoints: 5000 });
      expect(points.filter(({ v }) => v !== undefined).length).toBeLessThan(3);
      const fine = (await plot(name, 'stored', template)).flatMap(({ v }) => v ?? []);
      expect(fine.length).toBeGreaterThan(15);
      expect(new Set(fine)).toEqual(new Set([0, 4096]));
      expect([fine[0], fine.at(-1)]).toEqual([0, 0]);
    }
  });

  test('a graph of a bucket shows its quota as a separate plot', async () => {
    const { api, graph } = bench();
    const quotas = await api.listS3BucketNames();
    const limited = quotas.find(({ quotaBytes }) => quotaBytes! > 0)!;
    const query = { 'template-s3-bucket-name': limited.queryName! };
    const { graphs = [] } = await graph('s3-bucket-bytes', query);
    expect(graphs.map(({ name }) => name)).toEqual(['stored', 'quota']);
    expect(graphs[1]!.datapoints![0]!.v! / limited.quotaBytes!).toBeCloseTo(1, 4);
  });

  test.each([
    [{ graph: 'nonsense' }, 404, /no graph "nonsense": choose one of cluster-iops, cluster-throughput/],
    [{ graph: 'pool-iops' }, 400, /needs template-pool-name/],
    [{ graph: 'server-cpu' }, 400, /needs template-server-id/],
    [{ graph: 's3-user-bytes' }, 400, /needs template-s3-user-name/],
    [{ graph: 'pool-iops', 'template-pool-name': 'none' }, 404, /no pool "none"/],
    [{ graph: 'server-cpu', 'template-server-id': 99 }, 404, /no server 99/],
    [{ graph: 's3-bucket-bytes', 'template-s3-bucket-name': 'none' }, 404, /bucket "none"/],
    [{ graph: 'cluster-iops', startTime: -10, endTime: -20 }, 400, /startTime must be before endTime/],
  ])('a graph is refused as %o', async (query, status, words) => {
    const { api } = bench();
    expect(await refusal(api.getGraph({ query }))).toMatchObject({
      status,
      message: expect.stringMatching(words),
    });
  });
});

describe('monitored directories', () => {
  test('monitored directories are added, replaced and removed, each with its quota', async () => {
    const { api } = bench();
    const names = async () => (await api.listMonitoredDirectories()).map(({ displayName }) => displayName);
    expect(await names()).toEqual(['/home', '/projects']);
    await api.addMonitoredDirectories({ body: ['/home/anna', '/home//'] });
    expect(await names()).toEqual(['/home', '/projects', '/home/anna']);
    expect((await api.listMonitoredDirectories())[2]).toMatchObject({
      queryName: '/home/anna',
      quotaFiles: 100_000,
    });
    await api.removeMonitoredDirectories({ body: ['/home'] });
    expect(await names()).toEqual(['/projects', '/home/anna']);
    await api.replaceMonitoredDirectories({ body: ['/scratch'] });
    expect(await names()).toEqual(['/scratch']);
  });

  test('a monitored directory that was deleted or became a file is listed without a quota', async () => {
    const { api } = bench();
    await api.addMonitoredDirectories({ body: ['/home/anna'] });
    const quotas = async () =>
      (await api.listMonitoredDirectories()).map(({ quotaBytes, quotaFiles }) => [quotaBytes, quotaFiles]);
    expect((await quotas())[2]?.[1]).toBe(100_000);
    await api.moveFile({ query: { path: '/home/anna', dstPath: '/home/moved' } });
    expect((await quotas())[2]).toEqual([0, 0]);
    await api.uploadFile({ query: { path: '/home/anna' }, form: { file: upload('a file') } });
    expect((await quotas())[2]).toEqual([0, 0]);
  });

  test('monitored directories are added together, or not at all', async () => {
    const { api } = bench();
    const before = await api.listMonitoredDirectories();
    expect((await refusal(api.addMonitoredDirectories({ body: ['/scratch', '/nowhere'] }))).status).toBe(404);
    expect((await refusal(api.replaceMonitoredDirectories({ body: ['home'] }))).status).toBe(400);
    expect((await refusal(api.removeMonitoredDirectories({ body: ['/home', '/scratch'] }))).status).toBe(404);
    expect(await api.listMonitoredDirectories()).toEqual(before);
  });
});

test('the names of pools, servers, buckets and users with graphs are listed', async () => {
  const { api } = bench();
  expect(await api.listPoolNames()).toContainEqual(
    expect.objectContaining({ displayName: 'volumes', queryName: 'pool-2', quotaBytes: 0 }),
  );
  expect((await api.listS3UserNames()).length).toBeGreaterThan(2);
  expect(await api.listServerNames()).toHaveLength(3);
});
