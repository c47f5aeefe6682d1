import { describe, expect, test } from 'vitest';
import { stepComplaints } from '../../../../src/service/sim/log/complaints.ts';
import { logged, simulate } from '../support.ts';

/** A cluster with an OSD that has just got into trouble. Nothing else changes. */
function troubled(act: (cluster: ReturnType<typeof simulate>['cluster']) => void) {
  const { cluster } = simulate({ scale: 60 });
  const { model } = cluster;
  act(cluster);
  const { tick } = model;
  /** The lines that contain a text, in a second counted from the start of the trouble. */
  const at = (second: number, text: string) => {
    Object.assign(model, { tick: tick + second });
    const before = logged(model, text).length;
    stepComplaints(model);
    return logged(model, text).slice(before);
  };
  const iso = (second: number) => new Date(model.timeOf(tick + second)).toISOString();
  return { model, osd: model.osds[7]!, at, iso, grace: model.settings.heartbeatGrace };
}
const hung = () => troubled((cluster) => cluster.hangOsd(7));

describe('an OSD that does not answer', () => {
  test('an OSD that does not answer is missed by peers from the grace on, every other second, with the time of its last answer', () => {
    const { osd, at, iso, grace } = hung();
    const lines = Array.from({ length: 60 }, (_, second) => at(second, 'heartbeat_check: no reply'));
    const seconds = lines.flatMap((some, second) => (some.length > 0 ? [second] : []));
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(grace);
    expect(Math.min(...seconds)).toBeLessThan(grace + 6);
    expect(new Set(seconds.map((second) => second % 2)).size).toBe(1);
    expect(seconds.length).toBeGreaterThan(10);
    for (const [line, ...more] of lines.filter((some) => some.length > 0)) {
      expect(more).toEqual([]);
      expect(line).toContain(
        `no reply from ${osd.host.ip}:6807 osd.7 since back ${iso(0)} front ${iso(0)} (oldest deadline ${iso(grace)})`,
      );
      const writer = Number(/osd\.(\d+)/.exec(line!)![1]);
      expect(osd.host.osds.map(({ id }) => id)).not.toContain(writer === 7 ? -1 : writer);
    }
  });

  test('an OSD that does not answer is no longer complained about once the map has it down', () => {
    const { osd, at } = hung();
    osd.up = false;
    for (let second = 0; second < 60; second++) expect(at(second, '')).toEqual([]);
  });

  test('an OSD behind a link that drops large packets was heard a second ago over the public network', () => {
    const { at, iso } = troubled((cluster) => {
      cluster.disturbLink(cluster.osd(7).host.name, { loss: 0, delayMs: 0, smallOnly: true });
      cluster.disturbOsd(7, true);
    });
    const seconds = Array.from({ length: 40 }, (_, second) => second);
    const lines = seconds.flatMap((second) => at(second, ' osd.7 since').map((line) => ({ second, line })));
    expect(lines.length).toBeGreaterThan(2);
    for (const { second, line } of lines)
      expect(line).toContain(`since back ${iso(0)} front ${iso(second - 1)} (`);
  });
});

describe('a slow disk', () => {
  const slow = (lagMs: number) => troubled((cluster) => cluster.slowDisk(7, lagMs));
  const seconds = ({ at }: ReturnType<typeof slow>) =>
    Array.from({ length: 40 }, (_, second) => second).filter(
      (second) => at(second, 'slow operation observed').length > 0,
    );

  test('an OSD with a slow disk logs slow operations after five seconds, and then every ten', () => {
    expect(seconds(slow(400))).toEqual([5, 15, 25, 35]);
  });

  test('an OSD whose worst operation takes less than five seconds logs nothing', () => {
    expect(seconds(slow(110))).toEqual([]);
    expect(seconds(slow(112))).toEqual([5, 15, 25, 35]);
  });

  test('slow operations are logged with a latency from five seconds to the worst one, and never more than has passed', () => {
    const one = slow(400);
    const latency = (second: number) => {
      const [line = ''] = one.at(second, 'slow operation observed');
      expect(line).toContain('bluestore(/var/lib/ceph/osd/ceph-7) log_latency_fn slow operation observed');
      return Number(/latency = (\d+\.\d{9})s, txc = 0x55[\da-f]{10}$/.exec(line)![1]);
    };
    expect(latency(5)).toBe(5);
    const later = [15, 25, 35, 45, 55].map(latency);
    expect(Math.min(...later)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...later)).toBeLessThanOrEqual(18);
    expect(Math.max(...later)).toBeGreaterThan(6);
  });
});

describe('requests that wait for an OSD', () => {
  test('requests that wait for an OSD are logged by at most three primaries, every five seconds, once they have waited too long', () => {
    const { model, at } = hung();
    const complaint = model.settings.opComplaintTime;
    const reports = Array.from(
      { length: 60 },
      (_, second) => at(second, 'get_health_metrics reporting').length,
    );
    const reportSeconds = reports.flatMap((count, second) => (count > 0 ? [second] : []));
    expect(reportSeconds.every((second) => second % 5 === 0 && second >= complaint)).toBe(true);
    expect(reportSeconds.length).toBeGreaterThan(4);
    expect(Math.max(...reports)).toBe(3);
  });

  test('requests that wait for an OSD are logged with what they wait for, their pool and their number', () => {
    const { model, at } = hung();
    at(45, '');
    const [[metrics = ''], [request = ''], [warning = '']] = [
      logged(model, 'get_health_metrics'),
      logged(model, 'slow request osd_op'),
      logged(model, 'slow requests (by type'),
    ] as [string[], string[], string[]];
    const [, count] =
      /get_health_metrics reporting (\d) slow ops, oldest is osd_op\(client\.41\d\d\.0:\d+ /.exec(metrics)!;
    expect([Number(count) >= 1, Number(count) <= 8]).toEqual([true, true]);
    const [, pg = ''] =
      /slow request osd_op\(client\.\d+\.0:\d+ (\d+\.[\da-f]+) \1:[\da-f]{8}:::rbd_data\.[\da-f]{12}:head \[write \d+~4096\] snapc 0=\[\] ondisk\+write\+known_if_redirected e\d+\) initiated \S+Z currently waiting for subops from 7$/.exec(
        request,
      )!;
    const pool = model.pools.find(({ id }) => id === Number(pg.split('.')[0]))!;
    expect(warning).toContain(
      `${count} slow requests (by type [ 'waiting for sub ops' : ${count} ] most affected pool [ '${pool.name}' : ${count} ])`,
    );
  });
});

test('of many OSDs that do not answer, forty are logged per second', () => {
  const { cluster } = simulate({ scale: 1000 });
  const { model } = cluster;
  for (let id = 0; id < 100; id++) cluster.hangOsd(id);
  Object.assign(model, { tick: model.tick + 45 });
  stepComplaints(model);
  const named = new Set(
    logged(model, 'waiting for subops from').map((line) => Number(/from (\d+)$/.exec(line)![1])),
  );
  expect(named.size).toBeGreaterThan(30);
  expect(named.size).toBeLessThanOrEqual(40);
});
