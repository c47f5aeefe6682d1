import { describe, expect, test } from 'vitest';
import { latencies } from '../../../../src/service/sim/history/latency.ts';
import { health, logged, raised, simulate, stepUntil } from '../support.ts';

const MINUTE = 60;

/** The average of client operations per second over the last half minute, which evens out the noise. */
function operations({ cluster }: ReturnType<typeof simulate>): number {
  let sum = 0;
  for (let second = 0; second < 30; second++) {
    cluster.step();
    sum += cluster.model.sums.readOps + cluster.model.sums.writeOps;
  }
  return sum / 30;
}

describe('a slow disk', () => {
  test('a disk of fifteen operations a second raises no health check, and slows its clients down', () => {
    const [engine, healthy] = [simulate({ scale: 15 }), simulate({ scale: 15 })];
    engine.cluster.slowDisk(3, 67);
    expect(operations(engine)).toBeLessThan(operations(healthy) * 0.9);
    engine.cluster.step(5 * MINUTE);
    expect(health(engine.cluster)).toEqual({});
  });

  test('a slow disk shows in the longest write latency of the cluster', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(20);
    const p99 = () => latencies(cluster.model, 'write').p99;
    const before = p99();
    cluster.slowDisk(3, 300);
    cluster.step(5);
    expect(p99()).toBeGreaterThan(before + 500_000);
  });

  test('more writes than reads wait for a slow disk, because a write reaches all copies', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(20);
    for (const osd of [3, 8, 13, 18]) cluster.slowDisk(osd, 300);
    cluster.step(5);
    const p90 = (kind: 'read' | 'write') => latencies(cluster.model, kind).p90;
    expect(p90('read')).toBeLessThan(100_000);
    expect(p90('write')).toBeGreaterThan(300_000);
  });
});

test('the OSD of a disk with latencies of half a second logs slow operations, but no health check is raised', () => {
  const { cluster } = simulate({ scale: 60 });
  cluster.slowDisk(9, 500);
  cluster.step(75);
  expect(logged(cluster.model, 'ceph-9) log_latency_fn slow operation observed').length).toBeGreaterThan(3);
  expect(health(cluster)).toEqual({});
});

describe('a server that loses a fifth of its packets', () => {
  const lossy = (loss: number) => {
    const { cluster } = simulate({ scale: 60 });
    const host = cluster.model.hosts[4]!;
    cluster.disturbLink(host.name, { loss, delayMs: 0 });
    return { cluster, host };
  };

  test('a server with a fifth of its packets lost raises nothing for 48 seconds, then slow requests that also name OSDs of other servers', () => {
    const { cluster, host } = lossy(0.2);
    cluster.step(48);
    expect(health(cluster)).toEqual({});
    stepUntil(cluster, 10, raised(cluster, 'SLOW_OPS'));
    const named = Array.from(health(cluster)['SLOW_OPS']!.matchAll(/osd\.(\d+)/g), ([, id]) => Number(id));
    expect(named.some((id) => cluster.osd(id).host !== host)).toBe(true);
  });

  test('the OSDs of a server with a fifth of its packets lost stay up, and their heartbeats count as slow after a minute or two', () => {
    const { cluster, host } = lossy(0.2);
    expect(stepUntil(cluster, 200, raised(cluster, 'OSD_SLOW_PING_TIME_BACK'))).toBeGreaterThan(60);
    expect(host.osds.every(({ up }) => up)).toBe(true);
  });

  test('a loss of a tenth of the packets raises no check', () => {
    const { cluster } = lossy(0.1);
    cluster.step(3 * MINUTE);
    expect(health(cluster)).toEqual({});
  });
});

test('a slow link raises no health check', () => {
  const { cluster } = simulate({ scale: 60 });
  cluster.disturbLink(cluster.model.hosts[2]!.name, { loss: 0, delayMs: 300 });
  cluster.step(5 * MINUTE);
  expect(health(cluster)).toEqual({});
});

test('primaries that have waited longer than the complaint time log what they wait for', () => {
  const { cluster } = simulate({ scale: 60 });
  cluster.setFlag('nodown', true);
  cluster.hangOsd(7);
  cluster.step(34);
  expect(logged(cluster.model, 'waiting for subops from')).toEqual([]);
  cluster.step(10);
  const lines = logged(cluster.model, 'waiting for subops from');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.endsWith(' from 7') && !line.startsWith('osd.7 '))).toBe(true);
  expect(logged(cluster.model, "slow requests (by type [ 'waiting for sub ops' :").length).toBe(lines.length);
});

test('a frozen server does not answer and logs nothing, and continues where it stopped', () => {
  const { cluster } = simulate({ scale: 60 });
  const host = cluster.model.hosts[4]!;
  cluster.freezeHost(host.name, true);
  stepUntil(cluster, 30, raised(cluster, 'OSD_HOST_DOWN'));
  expect(logged(cluster.model, 'connection refused')).toEqual([]);
  cluster.freezeHost(host.name, false);
  cluster.step(10);
  expect(logged(cluster.model, `marked osd.${host.osds[0]!.id} down, but it is still running`)).not.toEqual(
    [],
  );
});
