import { expect, test } from 'vitest';
import {
  downSince,
  failedSince,
  isOsdMissing,
  isRefused,
  isShutDown,
  lastFailure,
} from '../../../src/diagnosis/evidence/failures.ts';
import {
  reportedPings,
  retransmittingServers,
  slowPings,
} from '../../../src/diagnosis/evidence/slowNetwork.ts';
import {
  answers,
  booted,
  check,
  evidenceOf,
  failed,
  NOW,
  REFUSED,
  shutDown,
  type SnapshotChanges,
  UNHEARD,
} from '../support.ts';

const osdIn = (changes: SnapshotChanges, id = 3) => {
  const evidence = evidenceOf(changes);
  return { evidence, osd: evidence.osds.get(id)! };
};

test.each<[string, SnapshotChanges['log'], number | undefined]>([
  ['it has not failed', [], undefined],
  ['it failed', [failed(3, UNHEARD, 50)], 50],
  ['it failed twice', [failed(3, UNHEARD, 90), failed(3, UNHEARD, 50)], 50],
  ['it was told to stop before it failed', [shutDown(3, 60), failed(3, REFUSED, 50)], 50],
  ['it was told to stop afterwards', [failed(3, REFUSED, 60), shutDown(3, 50)], 50],
  ['both happened at once', [failed(3, REFUSED, 50), shutDown(3, 50)], 50],
  ['it has started since', [failed(3, UNHEARD, 50), booted(3, 49)], undefined],
  ['it started in the same moment', [failed(3, UNHEARD, 50), booted(3, 50)], 50],
  ['it had started before', [booted(3, 60), failed(3, UNHEARD, 50)], 50],
  ['another one failed', [failed(4, UNHEARD, 50)], undefined],
])('the last failure of an OSD is known if %s', (_, log, ago) => {
  const { evidence, osd } = osdIn({ log: log ?? [] });
  const failure = lastFailure(evidence, osd);
  expect(failure && (NOW - failure.at) / 1000).toBe(ago);
});

test('a failure tells whether the OSD was told to stop, refused its peers, and since when it was silent', () => {
  const about = (...log: NonNullable<SnapshotChanges['log']>) => {
    const { evidence, osd } = osdIn({ log });
    const failure = lastFailure(evidence, osd);
    const since = failedSince(failure);
    return [isShutDown(failure), isRefused(failure), since && (NOW - since) / 1000];
  };
  expect(about()).toEqual([false, false, undefined]);
  expect(about(shutDown(3, 50))).toEqual([true, false, 50]);
  expect(about(failed(3, REFUSED, 50))).toEqual([false, true, 50]);
  // Its peers waited for 25 s.
  expect(about(failed(3, UNHEARD, 50))).toEqual([false, false, 75]);
});

test('OSDs are down since the first of them fell silent, or else as long as the OSD map says', () => {
  const since = (changes: SnapshotChanges, ...ids: readonly number[]) => {
    const evidence = evidenceOf(changes);
    const found = downSince(
      evidence,
      ids.map((id) => evidence.osds.get(id)!),
    );
    return found && (NOW - found) / 1000;
  };
  const log = [failed(2, REFUSED, 90), failed(3, REFUSED, 50)];
  const evidence = answers({
    down: [
      { osd: 2, seconds: 30 },
      { osd: 3, seconds: 40 },
      { osd: 4, seconds: 99 },
      { seconds: 500 },
      { osd: 3 },
    ],
  });
  expect(since({ log, evidence, down: [2, 3] }, 2, 3)).toBe(90);
  expect(since({ log, evidence, down: [2, 3] }, 3)).toBe(50);
  expect(since({ evidence, down: [2, 3] }, 2, 3)).toBe(40);
  expect(since({ evidence, down: [2] }, 2, 3)).toBe(30);
  expect(since({ evidence, down: [5] }, 5)).toBeUndefined();
  expect(since({ down: [5] }, 5)).toBeUndefined();
});

test('an OSD is missing if one is down that is in, or the check says so before the map', () => {
  const isMissing = (changes: SnapshotChanges) => isOsdMissing(evidenceOf(changes));
  expect(isMissing({})).toBe(false);
  expect(isMissing({ down: [3] })).toBe(true);
  expect(isMissing({ down: [3], out: [3] })).toBe(false);
  expect(isMissing({ checks: { OSD_DOWN: check('1 osds down') } })).toBe(true);
});

test('slow pings are those that daemons tell, or else those that the checks name of the present', () => {
  const line = (from: number, to: number, rest: string) =>
    `Slow OSD heartbeats on back from osd.${from} [r1] to osd.${to} [] ${rest}`;
  const checks = {
    OSD_SLOW_PING_TIME_BACK: check(
      'slow',
      line(1, 2, '1200.5 msec'),
      line(3, 4, '(down) 900.000 msec'),
      'others',
    ),
    OSD_SLOW_PING_TIME_FRONT: check('slow', line(5, 6, '1100.000 msec possibly improving')),
  };
  const pings = (changes: SnapshotChanges) => slowPings(evidenceOf(changes));
  expect(pings({ checks })).toEqual([{ from: 1, to: 2, ms: 1200.5 }]);
  for (const code of ['MGR_DOWN', 'MGR_SILENT'])
    expect(pings({ checks: { ...checks, [code]: check('none') } })).toEqual([]);
  expect(pings({ checks, evidence: answers({ pings: [] }) })).toEqual([]);
  const told = [
    { from: 1, to: 2, ms: 30 },
    { from: 1, ms: 30 },
    { to: 2, ms: 30 },
    { from: 1, to: 2 },
  ];
  expect(pings({ evidence: answers({ pings: told }) })).toEqual([told[0]]);
  expect(reportedPings(evidenceOf({ checks }))).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
    { from: 5, to: 6 },
  ]);
});

test.each<[string, readonly (readonly [sent: number, again: number])[], readonly string[] | undefined]>([
  [
    'one of two is far worse',
    [
      [1000, 10],
      [1000, 50],
    ],
    ['b'],
  ],
  [
    'it is not worse enough',
    [
      [1000, 25],
      [1000, 50],
    ],
    undefined,
  ],
  [
    'it loses too little',
    [
      [1000, 10],
      [1000, 49],
    ],
    undefined,
  ],
  [
    'it sent too little',
    [
      [1000, 10],
      [199, 100],
    ],
    undefined,
  ],
  [
    'it sent just enough',
    [
      [1000, 10],
      [200, 100],
    ],
    ['b'],
  ],
  ['there is no other', [[1000, 100]], undefined],
  ['none was measured', [], undefined],
  [
    'two of six are bad',
    [
      [1000, 100],
      [1000, 90],
      [1000, 10],
      [1000, 10],
      [1000, 10],
      [1000, 10],
    ],
    ['a', 'b'],
  ],
  [
    'two of five are bad',
    [
      [1000, 100],
      [1000, 90],
      [1000, 10],
      [1000, 10],
      [1000, 10],
    ],
    undefined,
  ],
])('servers that retransmit are named if %s', (_, told, names) => {
  const resent = told.map(([sent, again], index) => ({ server: 'abcdef'[index]!, sent, again }));
  const found = retransmittingServers(evidenceOf({ evidence: answers({ resent }) }));
  expect(found?.servers.map(({ server }) => server)).toEqual(names);
  if (names !== undefined) expect(found?.next).toBe(0.01);
});
