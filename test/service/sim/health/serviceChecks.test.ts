import { describe, expect, test } from 'vitest';
import { mdsChecks, mdsLoadChecks } from '../../../../src/service/sim/health/filesystemChecks.ts';
import {
  bucketFlagCheck,
  clockCheck,
  downOutCheck,
  crashCheck,
  flagCheck,
  mgrCheck,
  monCheck,
} from '../../../../src/service/sim/health/serviceChecks.ts';
import { daemonsOf } from '../../../../src/service/sim/monitors/quorum.ts';
import { simulate, checksByCode, calmModel } from '../support.ts';

test('flags are listed in the order of the OSD map, and their number is part of the message', () => {
  const model = calmModel();
  expect(flagCheck(model)).toEqual([]);
  const order = [
    'noup',
    'nodown',
    'noout',
    'noin',
    'nobackfill',
    'norebalance',
    'norecover',
    'noscrub',
    'nodeep-scrub',
  ];
  for (const flag of order.toReversed()) model.flags.add(flag as never);
  const list = order.join(',');
  expect(checksByCode(flagCheck(model))).toEqual({
    OSDMAP_FLAGS: ['HEALTH_WARN', `${list} flag(s) set`, list.length],
  });
});

test('monitors out of quorum are listed with their rank and address', () => {
  const model = calmModel();
  expect(monCheck(model)).toEqual([]);
  const [first, second, third] = daemonsOf(model, 'mon');
  second!.active = false;
  expect(checksByCode(monCheck(model))).toEqual({
    MON_DOWN: [
      'HEALTH_WARN',
      `1/3 mons down, quorum ${first!.name},${third!.name}`,
      1,
      `mon.${second!.name} (rank 1) addr v1:${second!.host.ip}:6789/0 is down (out of quorum)`,
    ],
  });
});

test('clocks that differ from that of the leader are listed with the difference', () => {
  const model = calmModel();
  expect(clockCheck(model)).toEqual([]);
  const skews = new Map([
    ['b', -0.25],
    ['c', 1.5],
  ]);
  Object.assign(model.timeChecks, { skews });
  expect(checksByCode(clockCheck(model))).toEqual({
    MON_CLOCK_SKEW: [
      'HEALTH_WARN',
      'clock skew detected on mon.b, mon.c',
      2,
      'mon.b clock skew 0.250000s > max 0.05s (latency 0.00142s)',
      'mon.c clock skew 1.500000s > max 0.05s (latency 0.00242s)',
    ],
  });
});

test('an interval of 0 until OSDs are marked out is reported by each monitor in quorum, unless that warning is off', () => {
  const model = calmModel();
  const set = (downOutInterval: number, warnOfNoDownOut = true) => {
    Object.assign(model.settings, { downOutInterval, warnOfNoDownOut });
    return checksByCode(downOutCheck(model));
  };
  expect(set(600)).toEqual({});
  expect(set(Infinity, false)).toEqual({});
  daemonsOf(model, 'mon')[1]!.active = false;
  expect(set(Infinity)).toEqual({
    OSD_NO_DOWN_OUT_INTERVAL: [
      'HEALTH_WARN',
      'mons a,c have mon_osd_down_out_interval set to 0',
      2,
      'mon.a has mon_osd_down_out_interval set to 0',
      'mon.c has mon_osd_down_out_interval set to 0',
    ],
  });
  daemonsOf(model, 'mon')[2]!.active = false;
  expect(set(Infinity)['OSD_NO_DOWN_OUT_INTERVAL']![1]).toBe('mon a has mon_osd_down_out_interval set to 0');
});

test('a cluster without an active manager is reported, with a count of zero', () => {
  const model = calmModel();
  expect(mgrCheck(model)).toEqual([]);
  for (const mgr of daemonsOf(model, 'mgr')) mgr.active = false;
  expect(checksByCode(mgrCheck(model))).toEqual({ MGR_DOWN: ['HEALTH_WARN', 'no active mgr', 0] });
});

describe('metadata servers', () => {
  test('metadata servers raise no check in a calm cluster', () => {
    const model = calmModel();
    expect([mdsChecks(model), mdsLoadChecks(model)]).toEqual([[], []]);
  });

  test('a metadata server is behind if its journal has at least twice the intended segments', () => {
    const model = calmModel();
    model.metadata.segments = 256.9;
    expect(mdsLoadChecks(model)).toEqual([]);
    model.metadata.segments = 257;
    expect(checksByCode(mdsLoadChecks(model))).toEqual({
      MDS_TRIM: [
        'HEALTH_WARN',
        '1 MDSs behind on trimming',
        1,
        expect.stringMatching(
          /^mds\.\S+\(mds\.0\): Behind on trimming \(257\/128\) max_segments: 128, num_segments: 257$/,
        ),
      ],
    });
  });

  test('metadata requests that wait for a hanging client are slow after more than half a minute', () => {
    const model = calmModel();
    Object.assign(model, { tick: 100 });
    const since = (seconds: number) => {
      model.metadata.hung = { client: 5100, since: 100 - seconds };
      return checksByCode(mdsLoadChecks(model));
    };
    expect(since(30)).toEqual({});
    expect(since(60)).toEqual({
      MDS_SLOW_REQUEST: [
        'HEALTH_WARN',
        '1 MDSs report slow requests',
        1,
        expect.stringMatching(/^mds\.\S+\(mds\.0\): 2 slow requests are blocked > 30 secs$/),
      ],
    });
  });

  test('too few standby metadata servers are reported once all but one have ended for longer than the grace', () => {
    const { cluster } = simulate({ scale: 15 });
    const { model } = cluster;
    const spare = daemonsOf(model, 'mds').filter(({ active }) => !active);
    expect(spare.length).toBeGreaterThan(0);
    cluster.step(10);
    for (const { name } of spare) cluster.killDaemon('mds', name);
    cluster.step(model.settings.mdsGrace - 1);
    expect(mdsChecks(model)).toEqual([]);
    cluster.step(1);
    expect(checksByCode(mdsChecks(model))).toEqual({
      MDS_INSUFFICIENT_STANDBY: [
        'HEALTH_WARN',
        'insufficient standby MDS daemons available',
        1,
        'have 0; want 1 more',
      ],
    });
  });
});

test('flags of buckets are listed with the type of the bucket, or as those of a node if it is gone', () => {
  const model = calmModel();
  expect(bucketFlagCheck(model)).toEqual([]);
  model.bucketFlags.set('rack1', new Set(['noup', 'noout']));
  model.bucketFlags.set('lost', new Set(['noin']));
  expect(checksByCode(bucketFlagCheck(model))).toEqual({
    OSD_FLAGS: [
      'HEALTH_WARN',
      '2 OSDs or CRUSH {nodes, device-classes} have {NOUP,NODOWN,NOIN,NOOUT} flags set',
      2,
      'rack rack1 has flags noout,noup',
      'node lost has flags noin',
    ],
  });
});

test('crashes of the last two weeks are listed until their reports are archived', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  for (const report of model.crashes.list()) model.crashes.put({ ...report, archived: true });
  expect(crashCheck(model)).toEqual([]);
  cluster.crashOsd(3);
  cluster.step(1200);
  const [report] = model.crashes.list();
  const at = report!.id.slice(0, report!.id.indexOf('_'));
  expect(checksByCode(crashCheck(model))).toEqual({
    RECENT_CRASH: [
      'HEALTH_WARN',
      '1 daemons have recently crashed',
      1,
      `osd.3 crashed on host ${cluster.osd(3).host.name} at ${at}`,
    ],
  });
  const now = model.timeOf(model.tick) / 1000;
  model.crashes.put({ ...report!, timestamp: now - 14 * 86_400 });
  expect(crashCheck(model)).toEqual([]);
  model.crashes.put({ ...report!, timestamp: now - 14 * 86_400 + 1 });
  expect(crashCheck(model)).toHaveLength(1);
  model.crashes.put({ ...report!, archived: true });
  expect(crashCheck(model)).toEqual([]);
});
