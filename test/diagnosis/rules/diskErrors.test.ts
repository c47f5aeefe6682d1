import { describe, expect, test } from 'vitest';
import {
  answers,
  causes,
  failed,
  line,
  NOW,
  REFUSED,
  type SnapshotChanges,
  UNHEARD,
  causeKinds,
} from '../support.ts';

/** Kernel errors of server b about sdb, the disk of osd.3: the first error 12 s ago, the last 2 s ago. */
const ERRORS = { osd: 3, server: 'b', device: 'sdb', errors: 5, first: 12, last: 2 };
const withErrors = (...diskErrors: readonly (typeof ERRORS)[]): SnapshotChanges => ({
  evidence: answers({ diskErrors: [...diskErrors] }),
});

describe('a disk with kernel errors', () => {
  test('a disk with kernel errors is certainly to blame if its OSD ended at the same time', () => {
    const changes = { ...withErrors(ERRORS), down: [3], log: [failed(3, REFUSED, 11)] };
    expect(causes(changes)).toMatchObject([
      {
        kind: 'disk-error',
        objects: ['osd.3'],
        host: 'b',
        since: NOW - 12_000,
        confidence: 'certain',
        text: 'disk sdb of osd.3 on b reports errors, and the OSD is down',
        proofs: [{ text: 'the kernel of b logged 5 errors of sdb, the disk of osd.3', source: 'servers' }],
        next: ['replace the disk of osd.3'],
      },
    ]);
    const single = { ...withErrors({ ...ERRORS, errors: 1 }), down: [3], log: [failed(3, REFUSED, 11)] };
    expect(causes(single)[0]?.proofs[0]?.text).toContain('1 error of sdb');
  });

  test.each<[string, SnapshotChanges]>([
    ['its OSD ended long before', { down: [3], log: [failed(3, REFUSED, 80)] }],
    ['the peers of its OSD missed it, but were not refused', { down: [3], log: [failed(3, UNHEARD, 11)] }],
    ['nothing says how its OSD ended', { down: [3] }],
    ['its OSD is running', {}],
    [
      'its OSD has started again',
      { log: [failed(3, REFUSED, 11), line(5, 'mon', 'cluster [INF] osd.3 [v2:10.0.0.1:6800] boot')] },
    ],
  ])('a disk with kernel errors is likely to blame if %s', (_, changes) => {
    expect(causes({ ...withErrors(ERRORS), ...changes })[0]).toMatchObject({
      kind: 'disk-error',
      confidence: 'likely',
    });
  });

  test('a disk with kernel errors is named since the first line of its OSD, if that is earlier', () => {
    const log = [line(30, 'osd.3', '3.a missing primary copy of 3:1:::x:head, will try copies on 2')];
    expect(causes({ ...withErrors(ERRORS), log })[0]).toMatchObject({ since: NOW - 30_000 });
  });

  test('a disk is no longer named five minutes after its last error, unless its OSD is down', () => {
    const old = { ...ERRORS, first: 400, last: 300 };
    expect(causeKinds(withErrors(old))).toEqual([]);
    expect(causeKinds(withErrors({ ...old, last: 299 }))).toEqual(['disk-error']);
  });

  test.each([
    ['the errors come from another server', { ...ERRORS, server: 'a' }],
    ['its OSD is unknown', { ...ERRORS, osd: 99 }],
    ['no error is counted', { ...ERRORS, errors: 0 }],
  ])('a disk with kernel errors is not to blame if %s', (_, entry) => {
    expect(causeKinds(withErrors(entry))).toEqual([]);
    expect(causeKinds({ ...withErrors(entry), down: [3], log: [failed(3, REFUSED, 11)] })).toEqual([
      'osd-down',
    ]);
  });

  test('a disk with kernel errors is not blamed for an OSD that is down for another reason', () => {
    const changes = { ...withErrors(ERRORS), down: [3, 6], log: [3, 6].map((id) => failed(id, REFUSED, 11)) };
    expect(causes(changes).map(({ kind, objects }) => [kind, ...objects])).toEqual([
      ['disk-error', 'osd.3'],
      ['osd-down', 'osd.6'],
    ]);
  });
});

test('two disks of one server that fail at once have a controller in common', () => {
  const other = { ...ERRORS, osd: 2, device: 'sda', first: 20 };
  const log = [2, 3].map((id) => failed(id, REFUSED, 11));
  expect(causes({ ...withErrors(ERRORS, other), down: [2, 3], log })[0]).toMatchObject({
    kind: 'controller',
    objects: ['b', 'osd.2', 'osd.3'],
    since: NOW - 20_000,
    confidence: 'likely',
  });
});
