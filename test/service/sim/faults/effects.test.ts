import { describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../../src/service/sim/evidence/evidence.ts';
import type { FaultKind } from '../../../../src/service/sim/faults/fault.ts';
import { inject } from '../../../../src/service/sim/faults/inject.ts';
import { latencies } from '../../../../src/service/sim/history/latency.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { health, logged, raised, simulate, stepUntil } from '../support.ts';

function withFault(kind: FaultKind, seed = 1) {
  const { cluster, handlers } = simulate({ scale: 60 });
  cluster.step(20);
  return { cluster, handlers, model: cluster.model, incident: inject(cluster, kind, new Dice(seed)) };
}
const context = { signal: new AbortController().signal, by: 'test' };

describe('a busy client', () => {
  test('a busy client is by far the busiest, makes all writes slower and takes load from others on the same disks', () => {
    const { cluster, model, incident } = withFault('hot-client');
    const before = latencies(model, 'write').p90;
    cluster.step(30);
    expect(latencies(model, 'write').p90).toBeGreaterThan(before * 1.3);
    const [first, second] = evidenceOf(model).clients!;
    expect(incident.objects).toEqual([first!.client, first!.pool]);
    expect(first!.inFlight!).toBeGreaterThan(second!.inFlight! * 3);
  });

  test('no client of a calm cluster has more than a few requests in flight, and none waits in a queue', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(30);
    const { clients, queues } = evidenceOf(cluster.model);
    expect(clients!.every(({ inFlight = 0 }) => inFlight < 8)).toBe(true);
    expect(queues).toEqual([]);
  });
});

test.each([1, 2, 3, 4])(
  'a setting slows recovery down, which continues once the setting is reset (seed %i)',
  async (seed) => {
    const { cluster, handlers, model, incident } = withFault('recovery-capped', seed);
    cluster.step(120);
    const [name] = incident.objects;
    const settings = (await handlers.listSettings({}, context)).map((setting) => setting.name);
    expect(settings).toContain(name);
    expect(logged(model, `setting ${name} changed`)).toHaveLength(1);
    expect(model.recovery.running.size).toBeGreaterThan(0);
    const capped = model.recovery.rate;
    incident.heal();
    cluster.step(60);
    expect(model.recovery.rate).toBeGreaterThan(capped * 3);
  },
);

test('a client that hangs is logged, causes slow requests, and is evicted after 63 seconds', () => {
  const { cluster, model, incident } = withFault('client-hung');
  expect(stepUntil(cluster, 60, raised(cluster, 'MDS_SLOW_REQUEST'))).toBe(39);
  expect(logged(model, 'slow request 34.042 seconds old')).toHaveLength(1);
  expect(stepUntil(cluster, 60, () => !raised(cluster, 'MDS_SLOW_REQUEST')())).toBe(24);
  expect(logged(model, `evicting unresponsive client ${incident.objects[0]!}`)).toHaveLength(1);
});

test('a metadata server that does not trim reports how far it is behind', () => {
  const { cluster } = withFault('mds-behind');
  cluster.step(30);
  expect(health(cluster)).toEqual({ MDS_TRIM: '1 MDSs behind on trimming' });
});

test('a deep scrub finds an object with too many keys and names it in the log', () => {
  const { cluster, model, incident } = withFault('large-omap');
  stepUntil(cluster, 300, raised(cluster, 'LARGE_OMAP_OBJECTS'));
  expect(logged(model, `:::${incident.objects[1]!}:head`)).toHaveLength(1);
});

test('overdue scrubs increase while the flags are set, and are caught up with afterwards', () => {
  const { cluster, model } = withFault('scrub-backlog');
  const begun = model.scrubs.lateDeep;
  cluster.step(1200);
  const grown = model.scrubs.lateDeep;
  expect(grown).toBeGreaterThan(begun);
  cluster.setFlag('nodeep-scrub', false);
  cluster.step(1200);
  expect(model.scrubs.lateDeep).toBeLessThan(grown - 10);
});

test('read errors of a disk are logged by its kernel and its OSD, and affect no client', () => {
  const { cluster, model, incident } = withFault('disk-error');
  const before = model.sums.readOps;
  stepUntil(cluster, 60, raised(cluster, 'OSD_TOO_MANY_REPAIRS'));
  expect(
    logged(model, 'missing primary copy of').every((line) => line.startsWith(incident.objects[0]!)),
  ).toBe(true);
  expect(logged(model, 'critical medium error').length).toBeGreaterThan(10);
  expect(model.sums.readOps).toBeGreaterThan(before * 0.7);
});

test('a disk that disappears is listed as missing, and its daemon has stopped', async () => {
  const { cluster, handlers, incident } = withFault('disk-missing');
  cluster.step(5);
  const missing = (await handlers.listDisks({}, context)).filter((disk) => disk.missing);
  expect(missing.map(({ osdId, daemonRunning }) => [`osd.${osdId}`, daemonRunning])).toEqual([
    [incident.objects[0], false],
  ]);
});

test('a deep scrub names the OSD with the bad copy in the log', () => {
  const { cluster, model, incident } = withFault('object-corrupt');
  stepUntil(cluster, 900, raised(cluster, 'PG_DAMAGED'));
  const [pg, osd] = incident.objects;
  expect(logged(model, `${pg} shard ${osd!.slice(4)} soid `)).toHaveLength(1);
});

test('the kernel of a server complains about a controller until it is healed', () => {
  const { cluster, model, incident } = withFault('controller');
  const complaints = () =>
    logged(model, 'mpt3sas_cm0: log_info').length + logged(model, 'attempting task abort').length;
  cluster.step(100);
  const before = complaints();
  expect(before).toBe(5);
  incident.heal();
  cluster.step(100);
  expect(complaints()).toBe(before);
});

test('OSDs whose large packets are dropped are heard over the public network only, tell that they run, and boot when healed', () => {
  const { cluster, model, incident } = withFault('net-mtu');
  const { osds } = cluster.host(incident.host!);
  const names = osds.map(({ id }) => `osd.${id}`);
  cluster.step(200);
  const misses = logged(model, 'no reply from');
  const backOnly = /osd\.(\d+) since back (\S+) front (\S+) \(/;
  expect(misses.length).toBeGreaterThan(5);
  for (const [, , back = '', front = ''] of misses.map((line) => backOnly.exec(line)!))
    expect(Date.parse(front) - Date.parse(back)).toBeGreaterThanOrEqual(15_000);
  expect(misses.some((line) => names.some((name) => line.includes(` ${name} since`)))).toBe(true);
  expect(misses.some((line) => names.every((name) => !line.includes(` ${name} since`)))).toBe(true);
  const running = logged(model, 'cluster [WRN] Monitor daemon marked');
  expect(running).toHaveLength(osds.length);
  expect(logged(model, 'is_healthy false').length).toBeGreaterThan(osds.length);
  incident.heal();
  cluster.step(10);
  expect(osds.map(({ up }) => up)).not.toContain(false);
  expect(logged(model, 'cluster [WRN] Monitor daemon marked')).toHaveLength(osds.length);
});

test('the limit of placement groups can be the setting that somebody has changed', () => {
  const stories = Array.from({ length: 12 }, (_, seed) => withFault('config-change', seed + 1));
  for (const { cluster } of stories) cluster.step(2);
  const pairs = stories.map(({ cluster, incident }) => [incident.objects[0], Object.keys(health(cluster))]);
  expect(pairs).toContainEqual(['mon_max_pg_per_osd', ['TOO_MANY_PGS']]);
  expect(pairs).toContainEqual(['mon_osd_down_out_interval', ['OSD_NO_DOWN_OUT_INTERVAL']]);
});

test.each([1, 2, 3, 4, 5])('slow requests come before slow pings if packets are lost (seed %i)', (seed) => {
  const { cluster } = withFault('net-loss', seed);
  expect(stepUntil(cluster, 60, raised(cluster, 'SLOW_OPS'))).toBe(49);
  expect(cluster.model.reported.size).toBe(1);
  stepUntil(cluster, 200, raised(cluster, 'OSD_SLOW_PING_TIME_BACK'));
});
