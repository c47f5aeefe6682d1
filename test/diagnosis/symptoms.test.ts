import { expect, test } from 'vitest';
import { slowDisks, slowPings, symptomsOf, waitersOf } from '../../src/diagnosis/symptoms.ts';
import { answers, check, line, snapshot, type SnapshotChanges, writesTook, evidenceOf } from './support.ts';

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

test('waiting OSDs are also read from the log of the last half minute', () => {
  const waiting = (ago: number) =>
    evidenceOf({ log: [line(ago, 'osd.1', 'slow request waiting for subops from 5,6')] });
  expect([...waitersOf(waiting(20)).keys()]).toEqual([5, 6]);
  expect([...waitersOf(waiting(31)).keys()]).toEqual([]);
});

test('a disk is slow if it commits more than three times as slowly as the next faster one, and in more than 40 ms', () => {
  const latencies = (...ms: number[]) =>
    answers({ latencies: ms.map((commitMs, osd) => ({ osd, commitMs })) });
  const slow = (...ms: number[]) => [...slowDisks(evidenceOf({ evidence: latencies(...ms) })).keys()];
  expect(slow(10, 41)).toEqual([1]);
  expect(slow(10, 40)).toEqual([]);
  expect(slow(20, 60)).toEqual([]);
  expect(slow(20, 61)).toEqual([1]);
  expect(slow(8, 900, 9, 18_000)).toEqual([3, 1]);
});

test('disks that a busy client loads unevenly are not blamed', () => {
  // Measured on a real cluster of eight OSDs.
  for (const ms of [
    [66, 35, 52, 93, 51, 26, 68, 26],
    [38, 30, 44, 129, 53, 29, 45, 27],
    [48, 38, 117, 98, 40, 36, 74, 30],
  ]) {
    const latencies = ms.map((commitMs, osd) => ({ osd, commitMs }));
    expect(slowDisks(evidenceOf({ evidence: answers({ latencies }) })).size).toBe(0);
  }
});

test('loaded hard disks are compared with each other, not with idle flash disks', () => {
  const flash: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
    nodes: nodes.map((node) =>
      node.type === 'OSD' && (node.id ?? 0) > 3 ? { ...node, deviceClass: 'ssd' } : node,
    ),
  });
  const slow = (...ms: number[]) => {
    const latencies = ms.map((commitMs, osd) => ({ osd, commitMs }));
    return [...slowDisks(evidenceOf({ evidence: answers({ latencies }), crush: flash })).keys()];
  };
  expect(slow(45, 60, 52, 41, 1, 2, 1, 1)).toEqual([]);
  expect(slow(45, 400, 52, 41, 1, 2, 1, 1)).toEqual([1]);
  expect(slow(45, 60, 52, 41, 1, 90, 1, 1)).toEqual([5]);
});

test('if most disks are slow, none is blamed', () => {
  const latencies = Array.from({ length: 8 }, (_, osd) => ({ osd, commitMs: osd < 3 ? 1 : 90 }));
  expect(slowDisks(evidenceOf({ evidence: answers({ latencies }) })).size).toBe(0);
  const half = latencies.map((one) => ({ ...one, commitMs: one.osd < 4 ? 1 : 90 }));
  expect(slowDisks(evidenceOf({ evidence: answers({ latencies: half }) })).size).toBe(4);
});

test('if all reported disks are slow, none is blamed, unless they are those of one server', () => {
  const slow = (...ids: number[]) => {
    const latencies = ids.map((osd) => ({ osd, commitMs: 60 + osd }));
    return [...slowDisks(evidenceOf({ evidence: answers({ latencies }) })).keys()];
  };
  expect(slow(0, 2, 4)).toEqual([]);
  expect(slow(2, 3)).toEqual([3, 2]);
  expect(slow(3)).toEqual([3]);
});

test('a log line about a slow operation counts for half a minute, even without a number', () => {
  const slow = (ago: number, service = 'osd.5') =>
    slowDisks(evidenceOf({ log: [line(ago, service, 'bluestore slow operation observed for kv_sync')] }));
  expect([...slow(29)]).toEqual([[5, Number.NaN]]);
  expect(slow(30).size + slow(5, 'mon').size).toBe(0);
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
