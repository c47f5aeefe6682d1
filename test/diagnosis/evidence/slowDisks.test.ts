import { expect, test } from 'vitest';
import { isAlertAbout, slowDisks } from '../../../src/diagnosis/evidence/slowDisks.ts';
import { answers, check, evidenceOf, line, type SnapshotChanges } from '../support.ts';

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
  // Most disks of this class are slow, though few of all.
  expect(slow(1, 1, 1, 1, 90, 91, 92, 1)).toEqual([]);
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

test('the only disks reported are slow if they are those of one server, at most half of all, and none is quick', () => {
  const onB = (children: number[]): SnapshotChanges => ({
    crush: ({ nodes = [] }) => ({
      nodes: nodes.map((node) =>
        node.type === 'HOST' ? { ...node, children: node.name === 'b' ? children : [] } : node,
      ),
    }),
  });
  const slow = (quickest: number, ...ids: number[]) => {
    const latencies = ids.map((osd, index) => ({ osd, commitMs: quickest + index }));
    const evidence = answers({ latencies: [...latencies, { commitMs: 500 }] });
    return [...slowDisks(evidenceOf({ evidence, ...onB(ids) })).keys()];
  };
  expect(slow(41, 2, 3)).toEqual([3, 2]);
  expect(slow(40, 2, 3)).toEqual([]);
  expect(slow(60, 2, 3, 4, 5)).toEqual([5, 4, 3, 2]);
  expect(slow(60, 2, 3, 4, 5, 6)).toEqual([]);
});

test('all disks of a class on one server are slow if a quick disk of another class is reported after them', () => {
  const flash: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
    nodes: nodes.map((node) => (node.id === 4 ? { ...node, deviceClass: 'ssd' } : node)),
  });
  const slow = (...told: (readonly [osd: number, ms: number])[]) => {
    const latencies = told.map(([osd, commitMs]) => ({ osd, commitMs }));
    return [...slowDisks(evidenceOf({ evidence: answers({ latencies }), crush: flash })).keys()];
  };
  expect(slow([2, 95], [3, 98], [4, 2])).toEqual([3, 2]);
  // On two servers they may be loaded by a pool that uses only these.
  expect(slow([1, 95], [3, 98], [4, 2])).toEqual([]);
  expect(slow([2, 95], [3, 98], [4, 40])).toEqual([]);
});

test('a log line about a slow operation counts for half a minute, even without a number', () => {
  const slow = (ago: number, service = 'osd.5') =>
    slowDisks(evidenceOf({ log: [line(ago, service, 'bluestore slow operation observed for kv_sync')] }));
  expect([...slow(29)]).toEqual([[5, Number.NaN]]);
  expect(slow(30).size + slow(5, 'mon').size).toBe(0);
});

test('the only disk of its class that is reported is compared with the next quicker one of another class', () => {
  const flash: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
    nodes: nodes.map((node) => (node.id === 4 || node.id === 5 ? { ...node, deviceClass: 'ssd' } : node)),
  });
  const slow = (...told: (readonly [osd: number, ms: number])[]) => {
    const latencies = told.map(([osd, commitMs]) => ({ osd, commitMs }));
    return [...slowDisks(evidenceOf({ evidence: answers({ latencies }), crush: flash })).keys()];
  };
  expect(slow([4, 94], [0, 31], [2, 2])).toEqual([4]);
  expect(slow([4, 94], [0, 31.5])).toEqual([]);
  expect(slow([0, 200], [4, 94], [2, 94])).toEqual([]);
  expect(slow([0, 99], [4, 10], [2, 98], [3, 97])).not.toContain(4);
});

test.each<[string, readonly string[], readonly string[], boolean]>([
  [
    'it names only these',
    ['osd.1 observed slow operation', 'osd.2 observed slow operation'],
    ['osd.1', 'osd.2', 'osd.3'],
    true,
  ],
  ['it names another', ['osd.1 observed slow operation', 'osd.4 observed slow operation'], ['osd.1'], false],
  ['it names none', [], ['osd.1'], false],
  ['it says something else of one', ['osd.1 is fine'], ['osd.1'], false],
])(
  'whether the check about slow operations is about some disks is known if %s',
  (_, details, names, isAbout) => {
    const checks = { BLUESTORE_SLOW_OP_ALERT: check('2 OSDs', ...details) };
    expect(isAlertAbout(evidenceOf({ checks }), names)).toBe(isAbout);
    expect(isAlertAbout(evidenceOf({}), names)).toBe(false);
  },
);
