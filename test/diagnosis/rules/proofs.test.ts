import { expect, test } from 'vitest';
import {
  answers,
  causes,
  check,
  failed,
  line,
  REFUSED,
  snapshot,
  type SnapshotChanges,
  UNHEARD,
  wait,
} from '../support.ts';

/** The kind of the first cause, and the texts of its proofs. */
const caseOf = (changes: SnapshotChanges) => {
  const [first] = causes(changes);
  return [first?.kind, ...(first?.proofs.map(({ source, text }) => `${source}: ${text}`) ?? [])];
};

test('the end of an OSD is proven by the refused connections of its peers, and by the map', () => {
  expect(caseOf({ down: [3], log: [failed(3, REFUSED)] })).toEqual([
    'osd-down',
    'log: mon: cluster [INF] osd.3 failed (root=default) (connection refused reported by osd.0)',
    'crush: osd.3 is down and in',
  ]);
});

test('the hang of an OSD is proven by its silence, and by who waits for it and for how long', () => {
  const evidence = answers({ silent: [3], waits: [wait(0, 3, 8), wait(5, 3, 6)] });
  expect(caseOf({ evidence })).toEqual([
    'osd-hang',
    'daemons: osd.3 was asked and did not answer in time',
    'daemons: requests of 2 OSDs wait for osd.3, the oldest for 8 s',
  ]);
});

test('the hang of an OSD is proven by what the monitors say of its failure', () => {
  const [kind, ...proofs] = caseOf({ down: [3], log: [failed(3, UNHEARD)] });
  expect(kind).toBe('osd-hang');
  expect(proofs[0]).toMatch(/^log: mon: cluster \[INF\] osd\.3 failed /);
});

test('a missing disk is named by its serial number, with the newest log line about it', () => {
  const disks = <T extends { osdId?: number }>(disk: T) => ({
    ...disk,
    missing: disk.osdId === 3,
    serial: 'S3',
  });
  const gone = [50, 45].map((ago) =>
    line(ago, 'kernel', `sd 0:0:0:${ago}: rejecting I/O to offline device`, 2),
  );
  expect(caseOf({ down: [3], disks, log: [...gone, failed(3, REFUSED)] })).toEqual([
    'disk-missing',
    'disks: disk S3 is missing',
    'log: kernel: sd 0:0:0:45: rejecting I/O to offline device',
  ]);
});

test('log lines of another server are no evidence against a disk', () => {
  const disks = <T extends { osdId?: number }>(disk: T) => ({ ...disk, missing: disk.osdId === 3 });
  const gone = line(45, 'kernel', 'sd 0:0:0:0: rejecting I/O to offline device', 1);
  expect(caseOf({ down: [3], disks, log: [gone, failed(3, REFUSED)] }).join('\n')).not.toContain('offline');
});

test('a slow disk is proven by its commit times and by who waits, and doubted while its OSD is silent', () => {
  const latencies = [
    { osd: 3, commitMs: 180 },
    { osd: 1, commitMs: 9 },
  ];
  const waits = [wait(0, 3, 3), wait(5, 3, 2)];
  expect(caseOf({ evidence: answers({ latencies, waits }) })).toEqual([
    'disk-slow',
    'daemons: osd.3 commits in 180 ms, the slowest of 1 other in 9 ms',
    'daemons: requests of 2 OSDs wait for it',
  ]);
  const [silent] = causes({ evidence: answers({ latencies, waits, silent: [3] }) });
  expect(silent?.kind).toBe('osd-hang');
});

test('a disk that is slow for the requests of only one OSD is likely, and not certain', () => {
  const latencies = [
    { osd: 3, commitMs: 180 },
    { osd: 1, commitMs: 9 },
  ];
  const confidence = (commitMs: number, waits: ReturnType<typeof wait>[]) =>
    causes({ evidence: answers({ latencies: [{ ...latencies[0]!, commitMs }, latencies[1]!], waits }) })[0]
      ?.confidence;
  expect(confidence(180, [wait(0, 3, 3), wait(5, 3, 2)])).toBe('certain');
  expect(confidence(180, [wait(0, 3, 3)])).toBe('likely');
  expect(confidence(100, [wait(0, 3, 3), wait(5, 3, 2)])).toBe('likely');
});

test('a monitor that has ended is proven by its last log lines and by two lines of the check', () => {
  const checks = {
    MON_DOWN: check('1/3 mons down', 'mon.c (rank 2) is down', 'a second line', 'a third line'),
  };
  const log = [line(20, 'mon', 'mon c: main process exited, status=1/FAILURE', 4)];
  expect(caseOf({ checks, log })).toEqual([
    'mon-down',
    'log: mon c: main process exited, status=1/FAILURE',
    'health: mon.c (rank 2) is down',
    'health: a second line',
  ]);
});

test('slow pings are proven by where they lead, by the slowest of them and by who waits there', () => {
  const pings = [
    { from: 2, to: 0, ms: 300 },
    { from: 5, to: 3, ms: 280 },
    { from: 3, to: 7, ms: 260 },
  ];
  const evidence = answers({ pings, waits: [wait(2, 0, 2), wait(6, 3, 2)] });
  expect(caseOf({ evidence })).toEqual([
    'net-slow',
    'daemons: all 3 reported slow pings lead to b, the slowest takes 300 ms',
    'daemons: 2 requests between b and others wait, the oldest for 2 s',
  ]);
});

test('a gateway that is down is proven by the count and by its last log line', () => {
  const status = { ...snapshot().status!, radosgws: { online: 1, total: 2 } };
  const log = [line(20, 'radosgw', 'radosgw b: main process exited, status=1/FAILURE', 4)];
  expect(caseOf({ more: { status }, log })).toEqual([
    'gateway-down',
    'status: radosgw gateways: 1 of 2 run',
    'log: radosgw b: main process exited, status=1/FAILURE',
  ]);
});

test('a client of the filesystem that blocks others is proven by the checks and by the newest log lines', () => {
  const checks = {
    MDS_SLOW_REQUEST: check('1 MDSs report slow requests'),
    MDS_CLIENT_LATE_RELEASE: check(
      '1 clients failing to respond',
      'mds.a(mds.0): Client web-1: failing to respond to capability release',
    ),
  };
  expect(causes({ checks })[0]).toMatchObject({ objects: ['web-1'], confidence: 'certain' });
  expect(caseOf({ checks })).toEqual([
    'client-hung',
    'health: 1 MDSs report slow requests',
    'health: 1 clients failing to respond',
  ]);
});

test('flapping of all OSDs of a server is proven by a log line about each, and blames the link of the server', () => {
  const log = [
    failed(2, UNHEARD, 200),
    failed(3, UNHEARD, 190),
    line(160, 'kernel', 'eth0: NIC Link is Down', 2),
    line(155, 'kernel', 'eth0: NIC Link is Up', 2),
    line(150, 'mon', 'cluster [WRN] Monitor daemon marked osd.2 down, but it is still running'),
    line(148, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
  ];
  const [kind, ...rest] = caseOf({ log, down: [2, 3] });
  expect(kind).toBe('link-flap');
  expect(rest.filter((text) => text?.includes('Link is'))).toHaveLength(2);
  expect(rest.filter((text) => text?.includes('still running'))).toHaveLength(2);
});

test.each<[string, SnapshotChanges]>([
  ['osd-down', { down: [3], log: [failed(3, REFUSED)] }],
  ['osd-hang', { evidence: answers({ silent: [3], waits: [wait(0, 3, 8), wait(5, 3, 6)] }) }],
  ['host-down', { down: [2, 3], log: [failed(2, UNHEARD), failed(3, UNHEARD)] }],
  ['rack-down', { down: [4, 5, 6, 7], log: [4, 5, 6, 7].map((id) => failed(id, UNHEARD)) }],
  [
    'disk-slow',
    {
      evidence: answers({
        latencies: [
          { osd: 3, commitMs: 180 },
          { osd: 1, commitMs: 9 },
        ],
      }),
    },
  ],
  [
    'controller',
    {
      evidence: answers({
        latencies: [
          { osd: 2, commitMs: 150 },
          { osd: 3, commitMs: 140 },
          { osd: 6, commitMs: 8 },
        ],
      }),
    },
  ],
  ['mgr-down', { checks: { MGR_DOWN: check('no active mgr') } }],
  ['osd-full', { checks: { OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.3 is near full') } }],
])('the cause %s has next steps, written as full sentences', (kind, changes) => {
  const [cause] = causes(changes);
  expect(cause?.kind).toBe(kind);
  expect(cause?.next).not.toEqual([]);
  for (const step of cause?.next ?? []) expect(step).toMatch(/^\w+ \S+/);
});
