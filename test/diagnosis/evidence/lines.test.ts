import { expect, test } from 'vitest';
import type { ClusterEvidence } from '../../../src/api/contract/evidence.ts';
import { exitsOf, linesOn } from '../../../src/diagnosis/evidence/evidence.ts';
import {
  answers,
  booted,
  evidenceOf,
  exited,
  failed,
  line,
  shutDown,
  stillRunning,
  UNHEARD,
} from '../support.ts';

/** An entry of the audit log about a command, so many seconds ago. */
const command = (ago: number, prefix: string, ...ids: readonly string[]) =>
  line(
    ago,
    'mon',
    `audit [INF] from='client.? 10.1.0.1:0/1' entity='client.admin' cmd=[${JSON.stringify({ prefix, ids })}]: dispatch`,
  );

test('lines about an OSD before its number was given away or made anew are about a former one', () => {
  const log = [
    failed(3, UNHEARD, 90),
    failed(3, UNHEARD, 50),
    failed(3, UNHEARD, 40),
    failed(4, UNHEARD, 90),
    shutDown(3, 80),
    booted(3, 70),
    stillRunning(3, 60),
  ];
  const seen = (...commands: ReturnType<typeof command>[]) => {
    const { byOsd } = evidenceOf({ log: [...log, ...commands] });
    return [
      byOsd.failed.get(3),
      byOsd.failed.get(4),
      byOsd.shutDown.get(3),
      byOsd.booted.get(3),
      byOsd.stillRunning.get(3),
    ].map((lines) => lines?.length ?? 0);
  };
  expect(seen()).toEqual([3, 1, 1, 1, 1]);
  for (const prefix of ['osd purge', 'osd rm', 'osd new'])
    expect(seen(command(50, prefix, 'osd.3')), prefix).toEqual([2, 1, 0, 0, 0]);
  expect(seen(command(50, 'osd out', 'osd.3'))).toEqual([3, 1, 1, 1, 1]);
});

test.each([
  [[59], []],
  [[31], []],
  [[30], [30]],
  [[60], []],
  [[61], [61]],
])(
  'an OSD that was told to be down a minute ago, and says %j s ago that it runs, has a line at %j',
  (agos, left) => {
    const log = [
      command(60, 'osd down', '3', 'osd.4'),
      ...agos.flatMap((ago) => [stillRunning(3, ago), stillRunning(4, ago), stillRunning(5, ago)]),
    ];
    const evidence = evidenceOf({ log });
    const agosOf = (id: number) =>
      linesOn(evidence, 'stillRunning', { id }).map(({ at }) => (evidence.at - at) / 1000);
    expect([agosOf(3), agosOf(4), agosOf(5)]).toEqual([left, left, agos]);
  },
);

test('a command of another kind does not explain that an OSD says that it runs', () => {
  const log = [command(60, 'osd pool', 'down', '3'), command(60, 'osd out', '3'), stillRunning(3, 50)];
  expect(linesOn(evidenceOf({ log }), 'stillRunning', { id: 3 })).toHaveLength(1);
});

test('the last exit of each daemon of a kind counts, in the order of time', () => {
  const evidence = evidenceOf({
    log: [exited(40, 'mon', 'a'), exited(30, 'mds', 'a'), exited(20, 'mon', 'b'), exited(10, 'mon', 'a')],
  });
  const names = (kind: string) =>
    exitsOf(evidence, kind).map(({ at, found }) => [(evidence.at - at) / 1000, found[1]]);
  expect(names('mon')).toEqual([
    [20, 'b'],
    [10, 'a'],
  ]);
  expect(names('mds')).toEqual([[30, 'a']]);
  expect(names('nfs')).toEqual([]);
});

test('a complaint about an OSD is found under the OSD that complains and under the one that it misses', () => {
  const missed = line(5, 'osd.4', 'heartbeat_check: no reply from 10.0.0.1:6800 osd.1 ever');
  const waits = line(9, 'osd.6', 'osd.6 53 is_healthy false -- only 0/6 up peers');
  const evidence = evidenceOf({ log: [waits, missed, { ...missed, s: 'mgmt' }] });
  expect(linesOn(evidence, 'noReply', { id: 1 })).toHaveLength(2);
  expect(linesOn(evidence, 'complaints', { id: 4 })).toHaveLength(1);
  expect(linesOn(evidence, 'complaints', { id: 1 })).toEqual([]);
  expect(linesOn(evidence, 'waitsForPeers', { id: 6 })).toHaveLength(1);
});

test('places are in trouble by OSDs that are down, silent, failed, or say that they run', () => {
  const troubled = (changes: Parameters<typeof evidenceOf>[0]) =>
    evidenceOf(changes)
      .troubled.map(({ name }) => name)
      .toSorted();
  expect(troubled({})).toEqual([]);
  expect(troubled({ down: [0] })).toEqual(['a', 'r1']);
  expect(troubled({ evidence: answers({ silent: [2] }) })).toEqual(['b', 'r1']);
  expect(troubled({ log: [failed(4, UNHEARD)] })).toEqual(['c', 'r2']);
  expect(troubled({ log: [stillRunning(7, 20)] })).toEqual(['d', 'r2']);
});

test('pools in trouble that need all of their copies are known, unless they have only one', () => {
  const group = (poolName: string, warn: number) => ({ poolName, okay: 1, warn, error: 0 });
  const status = {
    placementGroups: [group('a', 1), group('b', 1), group('c', 1), group('d', 0), group('e', 1)],
  };
  const pools = [
    { name: 'a', size: 3, minSize: 3 },
    { name: 'b', size: 3, minSize: 2 },
    { name: 'c', size: 1, minSize: 1 },
    { name: 'd', size: 2, minSize: 2 },
    { name: 'e' },
  ];
  expect(evidenceOf({ status, more: { pools } }).strictPools.map(({ name }) => name)).toEqual(['a']);
});

test('the counts of daemons are left out while the cluster does not answer', () => {
  const counts = { online: 1, total: 2 };
  const daemons = {
    mds: counts,
    radosgws: counts,
    iscsi: counts,
    nfsGateways: counts,
    smbGateways: counts,
    servers: counts,
  };
  const status = (health: 'HEALTH_UNKNOWN' | 'HEALTH_WARN') =>
    Object.keys(
      evidenceOf({ status: { storeStatus: { health: { status: health } }, ...daemons } }).status ?? {},
    );
  expect(status('HEALTH_WARN')).toEqual(expect.arrayContaining(Object.keys(daemons)));
  for (const name of Object.keys(daemons)) expect(status('HEALTH_UNKNOWN')).not.toContain(name);
  expect(status('HEALTH_UNKNOWN')).toContain('storeStatus');
});

test('the names of servers are those of their disks', () => {
  expect([...evidenceOf({}).servers]).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    [4, 'd'],
  ]);
});

test('of each list of answers 256 entries are used', () => {
  const keys = [
    'waits',
    'needs',
    'silent',
    'ended',
    'down',
    'latencies',
    'pings',
    'links',
    'clients',
    'queues',
    'quorum',
    'clocks',
    'resent',
    'diskErrors',
    'servers',
    'unreached',
    'lostMonitors',
    'lostManagers',
  ];
  const evidence = Object.fromEntries(
    keys.map((key) => [key, Array.from({ length: 257 }, () => ({}))]),
  ) as ClusterEvidence;
  const { daemons } = evidenceOf({ evidence });
  expect(Object.entries(daemons ?? {}).map(([key, list]) => [key, list?.length])).toEqual(
    keys.map((key) => [key, 256]),
  );
  expect(evidenceOf({}).daemons).toBeUndefined();
});
