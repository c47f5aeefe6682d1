import { expect, test } from 'vitest';
import { slowPings } from '../../src/diagnosis/evidence/slowNetwork.ts';
import { symptomsOf } from '../../src/diagnosis/symptoms.ts';
import {
  answers,
  check,
  evidenceOf,
  failed,
  line,
  REFUSED,
  SHORT,
  shutDown,
  snapshot,
  type SnapshotChanges,
  stillRunning,
  UNHEARD,
  writesTook,
} from './support.ts';

const symptoms = (changes: SnapshotChanges) => Object.fromEntries(symptomsOf(evidenceOf(changes)));

test('a healthy cluster has no symptoms', () => {
  expect(symptoms({ evidence: answers({}) })).toEqual({});
});

test('an error weighs more than a warning, and an OSD that is in more than one that is out', () => {
  const error = { ...check('damaged'), severity: 'HEALTH_ERR' } as const;
  // Older services shorten the word, and checks have no fixed shape.
  const checks = { PG_DAMAGED: error, OTHER: { severity: 'ERR' }, SLOW_OPS: check('slow') };
  const status = { storeStatus: { health: { status: 'HEALTH_ERR' as const, checks } } };
  expect(symptoms({ status })).toEqual({ 'check:PG_DAMAGED': 4, 'check:OTHER': 4, 'check:SLOW_OPS': 3 });
  expect(symptoms({ down: [1, 2], out: [2] })).toMatchObject({ 'down:osd.1': 3, 'down:osd.2': 2 });
});

test('an OSD counts as waited for if two others wait long enough for it', () => {
  const wait = (osd: number, oldest: number) => ({ osd, waitsFor: 7, oldest });
  const waited = (waits: ReturnType<typeof wait>[]) => symptoms({ evidence: answers({ waits }) });
  expect(waited([wait(1, 1), wait(2, 5)])).toMatchObject({ 'waited:osd.7': 2 });
  expect(waited([wait(1, 5)])).toEqual({});
  expect(waited([wait(1, 5), wait(1, 9)])).toEqual({});
  expect(waited([wait(1, 5), wait(2, 0.9)])).toEqual({});
});

test.each<[what: string, message: string, id: string, seconds: number, service: string]>([
  ['the error of a disk', '3.a missing primary copy of 3:1', 'errors:osd.5', 300, 'osd.5'],
  [
    'the return of an OSD that was down while it ran',
    'Monitor daemon marked osd.5 down, but it is still running',
    'flap:osd.5',
    300,
    'mon',
  ],
])('%s is a symptom for five minutes', (_, message, id, seconds, service) => {
  const symptomsAfter = (ago: number) => symptoms({ log: [line(ago, service, message)] });
  expect(symptomsAfter(seconds - 1)).toEqual({ [id]: 2 });
  expect(symptomsAfter(seconds)).toEqual({});
});

test('writes that take more than 1.4 times as long as usual are a symptom', () => {
  expect(symptoms({ more: { writeLatency: writesTook(1410) } })).toEqual({ writes: 2 });
  expect(symptoms({ more: { writeLatency: writesTook(1400) } })).toEqual({});
});

test('a manager is silent if OSDs and monitors answer, but nothing that only it knows arrives', () => {
  expect(symptoms({ evidence: { waits: [], clocks: [] } })).toEqual({ 'daemon:mgr': 3 });
  expect(symptoms({ evidence: { waits: [], clocks: [], pings: [] } })).toEqual({});
  expect(symptoms({ evidence: { waits: [], clocks: [], latencies: [] } })).toEqual({});
  expect(symptoms({ evidence: { waits: [] } })).toEqual({});
  expect(symptoms({ evidence: { clocks: [] } })).toEqual({});
});

test('a ping is slow from 20 ms on', () => {
  const pings = [
    { from: 1, to: 2, ms: 20 },
    { from: 1, to: 3, ms: 19 },
  ];
  expect(slowPings(evidenceOf({ evidence: answers({ pings }) }))).toEqual([{ from: 1, to: 2, ms: 20 }]);
  expect(symptoms({ evidence: answers({ pings }) })).toEqual({ pings: 3 });
});

test('gateways and metadata servers that are partly down are symptoms', () => {
  const some = { online: 1, total: 2 };
  const status = { ...snapshot().status!, radosgws: some, iscsi: { online: 2, total: 2 }, mds: some };
  expect(symptoms({ more: { status } })).toEqual({ 'gateway:radosgws': 3, 'daemon:mds': 3 });
  const all = { online: 2, total: 2 };
  expect(symptoms({ status: { radosgws: all, mds: all } })).toEqual({});
});

test.each(['mon', 'mds'])('the end of a daemon of the kind %s is a symptom for a minute', (kind) => {
  const ended = (ago: number) =>
    symptoms({ log: [line(ago, kind, `${kind} a: main process exited, status=1/FAILURE`)] });
  expect(ended(59)).toEqual({ [`daemon:${kind}`]: 3 });
  expect(ended(60)).toEqual({});
});

test('the disk of a monitor that is down is a symptom', () => {
  const disks = (disk: object) =>
    ({ ...disk, ...('id' in disk && disk.id === 0 && { role: 'mon', daemonRunning: false }) }) as never;
  expect(symptoms({ disks })).toMatchObject({ 'daemon:mon': 3 });
});

test('a flag that is set is a symptom', () => {
  expect(symptoms({ flags: ['noout'] })).toMatchObject({ 'flag:noout': 2 });
});

test('a server that retransmits far more than another is a symptom', () => {
  const resent = (again: number) =>
    symptoms({
      evidence: answers({
        resent: [
          { server: 'a', sent: 1000, again: 40 },
          { server: 'b', sent: 1000, again },
        ],
      }),
    });
  expect(resent(190)).toEqual({ resent: 3 });
  expect(resent(60)).toEqual({});
});

test('a server that is offline, and a gateway that is missing, are symptoms of their own', () => {
  const counted = (online: number) =>
    symptoms({ status: { servers: { online, total: 4 }, nfsGateways: { online, total: 4 } } });
  expect(counted(3)).toEqual({ servers: 3, 'gateway:nfsGateways': 3 });
  expect(counted(4)).toEqual({});
  expect(
    symptoms({ status: { nfsGateways: { total: 4 }, iscsi: { online: 0 }, mds: { total: 1 } } }),
  ).toEqual({
    'daemon:mds': 3,
  });
});

test('data that moves is a symptom of its own unless a check is raised about it', () => {
  const moving = (misplaced_objects: number, code?: string) => {
    const checks = code === undefined ? {} : { [code]: check('12 objects') };
    const pgmap = { num_pgs: 8, misplaced_objects };
    const health = { status: 'HEALTH_WARN' as const, checks };
    return symptoms({ status: { storeStatus: { health, pgmap } as object } });
  };
  expect(moving(12)).toEqual({ moving: 3 });
  expect(moving(0)).toEqual({});
  for (const code of ['PG_DEGRADED', 'PG_AVAILABILITY', 'OBJECT_MISPLACED', 'OBJECT_UNFOUND'])
    expect(moving(12, code)).toEqual({ [`check:${code}`]: 3 });
});

test('a monitor that is out of quorum is a symptom before its check is raised, and the check alone afterwards', () => {
  const evidence = answers({ lostMonitors: [{ mon: 'c', server: 'a', runs: true }] });
  expect(symptoms({ evidence })).toEqual({ 'daemon:mon': 3 });
  expect(symptoms({ evidence, checks: { MON_DOWN: check('1/3 mons down') } })).toEqual({
    'check:MON_DOWN': 3,
  });
});

test('a client that was evicted within five minutes is a symptom', () => {
  const evicted = (ago: number) =>
    symptoms({
      log: [line(ago, 'mds.a', 'cluster [WRN] evicting unresponsive client web-1 (4305), after 300 seconds')],
    });
  expect(evicted(299)).toEqual({ evicted: 2 });
  expect(evicted(300)).toEqual({});
});

test('OSDs of a server that failed with one that still ran came back with it, unless they were refused', () => {
  const log = [
    failed(4, UNHEARD, 100),
    failed(5, UNHEARD, 100),
    failed(2, REFUSED, 100),
    failed(3, UNHEARD, 300),
    stillRunning(4, 90),
    stillRunning(2, 80),
  ];
  const flapped = Object.keys(symptoms({ log })).filter((id) => id.startsWith('flap'));
  expect(flapped.toSorted()).toEqual(['flap:osd.2', 'flap:osd.4', 'flap:osd.5']);
  expect(Object.keys(symptoms({ log, down: [5] })).filter((id) => id.startsWith('flap'))).not.toContain(
    'flap:osd.5',
  );
});

test('an OSD that is down and out is news only if it failed and its data is not restored', () => {
  const pgs = (okay: number) => ({ placementGroups: [{ poolName: 'rbd', okay, warn: 1 - okay, error: 0 }] });
  const weight = (log: SnapshotChanges['log'], okay: number) =>
    symptoms({ down: [3], out: [3], log: log ?? [], status: pgs(okay) })['down:osd.3'];
  expect(weight([failed(3, UNHEARD)], 0)).toBe(3);
  expect(weight([failed(3, UNHEARD)], 1)).toBe(2);
  expect(weight([shutDown(3)], 0)).toBe(2);
  expect(weight([], 0)).toBe(2);
});

test('OSDs that answer nobody, slow disks and pools without enough places are symptoms', () => {
  expect(symptoms({ evidence: answers({ silent: [3, 4] }) })).toEqual({
    'silent:osd.3': 3,
    'silent:osd.4': 3,
  });
  const latencies = [10, 41].map((commitMs, osd) => ({ osd, commitMs }));
  expect(symptoms({ evidence: answers({ latencies }) })).toEqual({ 'slow:osd.1': 3 });
  const short = symptomsOf({ ...evidenceOf({}), shortages: [SHORT] });
  expect(Object.fromEntries(short)).toEqual({ 'short:replicated_rule:rbd': 3 });
});

test('servers of which none is counted as online are offline', () => {
  expect(symptoms({ status: { servers: { total: 1 } } })).toEqual({ servers: 3 });
  expect(symptoms({ status: { servers: { online: 1 } } })).toEqual({});
});
