import { expect, test } from 'vitest';
import { answers, causes, line, NOW, type SnapshotChanges } from '../support.ts';

/** Evidence in which the disks of server b commit slowly and all others fast. */
const slow: SnapshotChanges['evidence'] = answers({
  latencies: Array.from({ length: 8 }, (_, osd) => ({ osd, commitMs: osd === 2 || osd === 3 ? 150.4 : 8 })),
});
const complaint = (ago: number, server = 2) =>
  line(ago, 'kernel', 'mpt3sas_cm0: log_info(0x31120303): originator(PL)', server);
const blockError = (ago: number, dev: string, server = 2) =>
  line(ago, 'kernel', `blk_update_request: I/O error, dev ${dev}, sector 5 op 0x0`, server);

test('two slow disks of a server blame their controller, with the commit times of each and the kernel messages', () => {
  expect(
    causes({ evidence: slow, log: [complaint(90), complaint(60), complaint(30), complaint(20, 4)] }),
  ).toMatchObject([
    {
      kind: 'controller',
      objects: ['b', 'osd.2', 'osd.3'],
      host: 'b',
      since: NOW - 90_000,
      confidence: 'likely',
      text: '2 disks of b are slow or fail together: their controller or backplane',
      proofs: [
        { source: 'log' },
        { source: 'log' },
        { text: 'osd.2 commits in 150 ms', source: 'daemons' },
        { text: 'osd.3 commits in 150 ms', source: 'daemons' },
      ],
      next: ['check controller, backplane and cables of b; its disks may be good'],
    },
  ]);
});

test('a controller is certain if three of its disks are slow and the kernel has complained about it twice', () => {
  const found = (complaints: number) =>
    causes({
      log: [
        ...[2, 3, 4].map((id) =>
          line(50, `osd.${id}`, 'bdev(0x5 /block) _aio_thread got Input/output error'),
        ),
        ...Array.from({ length: complaints }, (_, index) => complaint(40 - index)),
      ],
      crush: ({ nodes = [] }) => ({
        nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [2, 3, 4] } : node)),
      }),
    }).map(({ kind, confidence }) => [kind, confidence]);
  expect(found(2)).toEqual([['controller', 'certain']]);
  expect(found(1)).toEqual([['controller', 'likely']]);
});

test('one bad disk each on two servers does not blame a controller', () => {
  const log = [
    blockError(30, 'sda'),
    blockError(25, 'sda'),
    blockError(20, 'sdb', 3),
    blockError(15, 'sdb', 3),
  ];
  expect(causes({ log }).map(({ kind, objects }) => [kind, ...objects])).toEqual([
    ['disk-error', 'osd.2'],
    ['disk-error', 'osd.5'],
  ]);
});

test('the errors of a disk begin with the oldest log line about it, from any source', () => {
  const log = [blockError(200, 'sda'), line(100, 'osd.2', 'bdev(0x5 /block) read: Input/output error')];
  expect(causes({ log })).toMatchObject([
    { kind: 'disk-error', objects: ['osd.2'], since: NOW - 200_000, confidence: 'certain' },
  ]);
  expect(causes({ log: [log[1]!, { ...log[0]!, t: NOW / 1000 - 10 }] })).toMatchObject([
    { since: NOW - 100_000 },
  ]);
});
