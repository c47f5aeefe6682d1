import { expect, test } from 'vitest';
import { slowPings } from '../../src/diagnosis/evidence/slowNetwork.ts';
import { symptomsOf } from '../../src/diagnosis/symptoms.ts';
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
