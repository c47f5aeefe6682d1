import { expect, test } from 'vitest';
import { badDisks, diskErrorTimes, kernelErrors } from '../../../src/diagnosis/evidence/badDisks.ts';
import { answers, line, NOW, type SnapshotChanges, evidenceOf } from '../support.ts';

/** A kernel log line of a server about a device. */
const block = (ago: number, device: string, server: number | undefined) => ({
  ...line(ago, 'kernel', `I/O error, dev ${device}, sector 5`),
  h: server!,
});
const own = (ago: number, id: number) =>
  line(ago, `osd.${id}`, 'bdev(0x5 /x) read stalled: (5) Input/output error', 4);

test("a kernel message about a device counts for the OSD on it, and an OSD's own message for that OSD", () => {
  const repaired = line(30, 'osd.5', '3.a missing primary copy of x, will try copies on 2');
  const log = [block(40, 'sdb', 2), own(60, 3), repaired, block(20, 'sda', 3), block(10, 'sda', 1)];
  expect(
    [...badDisks(evidenceOf({ log }))].map(([id, lines]) => [id, lines.map(({ at }) => NOW - at)]),
  ).toEqual(
    // osd.3 is on sdb of the second server. The lines of an OSD are sorted oldest first, whatever their source.
    [
      [3, [60_000, 40_000]],
      [5, [30_000]],
      [4, [20_000]],
      [0, [10_000]],
    ],
  );
});

test('messages about devices without an OSD, or from unknown servers, count for no OSD', () => {
  const log = [block(9, 'sdz', 1), block(9, 'sda', 99), block(9, 'sda', undefined)];
  expect([...badDisks(evidenceOf({ log })).keys()]).toEqual([]);
  expect(badDisks(evidenceOf({})).size).toBe(0);
});

const error = { osd: 3, server: 'b', device: 'sdb', errors: 4, first: 50, last: 20 };
const evidenceWith = (...diskErrors: Partial<typeof error>[]) =>
  evidenceOf({ evidence: answers({ diskErrors }) });

test('the errors counted by a kernel belong to the OSD on its server', () => {
  expect([...kernelErrors(evidenceWith(error))]).toEqual([
    [3, { server: 'b', device: 'sdb', errors: 4, first: NOW - 50_000, last: NOW - 20_000 }],
  ]);
  expect([...kernelErrors(evidenceWith({ osd: 3, server: 'b', errors: 1 }))]).toEqual([
    [3, { server: 'b', device: '', errors: 1, first: NOW, last: NOW }],
  ]);
});

test.each([
  ['an OSD on another server', { server: 'a' }],
  ['an OSD that does not exist', { osd: 99 }],
  ['no error', { errors: 0 }],
])('a kernel message about %s does not count', (_, more) => {
  expect(kernelErrors(evidenceWith({ ...error, ...more })).size).toBe(0);
});

test('a message without an OSD, a server or a count does not count', () => {
  const { osd, server, errors, ...rest } = error;
  expect(kernelErrors(evidenceWith({ ...rest, server, errors }, { ...rest, osd, errors })).size).toBe(0);
  expect(kernelErrors(evidenceWith({ ...rest, osd, server })).size).toBe(0);
});

test('an OSD without a known disk is on the server given by the CRUSH map', () => {
  const more = { disks: [] };
  expect([...kernelErrors(evidenceOf({ more, evidence: answers({ diskErrors: [error] }) })).keys()]).toEqual([
    3,
  ]);
});

test('the errors of a disk last from the first to the last one reported by anyone', () => {
  const times = (log: SnapshotChanges['log'] = []) =>
    diskErrorTimes(evidenceOf({ log, evidence: answers({ diskErrors: [error] }) })).get(3);
  const since = (first: number, last: number) => ({ first: NOW - first * 1000, last: NOW - last * 1000 });
  expect(times()).toMatchObject(since(50, 20));
  expect(times([own(70, 3), own(10, 3)])).toEqual(since(70, 10));
  expect(times([own(40, 3), own(30, 3)])).toEqual(since(50, 20));
  expect(diskErrorTimes(evidenceOf({ log: [own(40, 5), own(30, 5)] })).get(5)).toEqual(since(40, 30));
});
