import { expect, test } from 'vitest';
import { mayBeEnd, readSignals, type SignalKind } from '../../../src/diagnosis/evidence/log.ts';
import { line, NOW } from '../support.ts';

const read = (...lines: ReturnType<typeof line>[]) =>
  Object.entries(readSignals(lines)).flatMap(([kind, found]) => found.map((one) => ({ kind, ...one })));

test.each<[kind: SignalKind, message: string, found: readonly (string | undefined)[]]>([
  [
    'failed',
    'cluster [INF] osd.13 failed (root=default,host=b) (connection refused reported by osd.0)',
    ['13', 'connection refused reported by osd.0'],
  ],
  ['booted', 'cluster [INF] osd.13 v2:10.0.0.1:6800/1 boot', ['13']],
  ['stillRunning', 'cluster [WRN] Monitor daemon marked osd.13 down, but it is still running', ['13']],
  ['stillRunning', 'Monitor daemon marked osd.13 down, but it is still running', ['13']],
  [
    'noReply',
    'heartbeat_check: no reply from 10.0.0.1:6800 osd.13 since back 2026-11-20T11:59:20.5+0000 front 2026-11-20T11:59:21.5+0000',
    ['13', '2026-11-20T11:59:20.5+0000', '2026-11-20T11:59:21.5+0000'],
  ],
  [
    'noReply',
    'heartbeat_check: no reply from 10.0.0.1:6800 osd.13 ever on either front or back, first ping sent 2026-11-20T11:59:20.5+0000',
    ['13', '2026-11-20T11:59:20.5+0000', undefined],
  ],
  ['noReply', 'heartbeat_check: no reply from 10.0.0.1:6800 osd.13 ever', ['13', undefined, undefined]],
  ['waitsForPeers', 'osd.13 53 is_healthy false -- only 0/6 up peers (less than 33%)', ['13']],
  ['waitingFor', 'slow request osd_op(...) currently waiting for subops from 3,14', ['3,14']],
  ['blockError', 'blk_update_request: I/O error, dev sdb, sector 5 op 0x0', ['sdb']],
  [
    'readError',
    '3.a missing primary copy of 3:1:::x:head, will try copies on 2',
    ['missing primary copy of'],
  ],
  ['cleared', 'Health check cleared: OSD_SCRUB_ERRORS (was: 1 scrub errors)', ['OSD_SCRUB_ERRORS']],
  [
    'osdError',
    'bdev(0x5 /var/lib/ceph/osd/block) read stalled: (5) Input/output error',
    ['Input/output error'],
  ],
  ['offline', 'sd 0:0:0:0: rejecting I/O to offline device', ['rejecting I/O to offline device']],
  ['offline', 'sd 0:0:0:0: rejecting I/O to dead device', ['rejecting I/O to dead device']],
  ['slowDisk', 'bluestore slow operation observed for kv_sync, latency = 6s', ['slow operation observed']],
  ['link', 'ixgbe 0000:01:00.0 eth0: NIC Link is Down', ['Down']],
  ['link', 'mlx5_core 0000:01:00.0 eth1: Link is up', ['up']],
  ['exited', 'mon c: main process exited, code=killed, status=9/KILL', ['mon', 'c']],
  [
    'metadataServers',
    'cluster [WRN] Replacing daemon mds.b as rank 0 with standby daemon mds.c',
    ['b', 'as rank'],
  ],
  [
    'metadataServers',
    'cluster [INF] MDS daemon mds.b is removed because it is dead or otherwise unavailable.',
    ['b', 'is removed'],
  ],
  [
    'metadataServers',
    'cluster [WRN] daemon mds.b is not responding, replacing it as rank 0 with standby daemon mds.c',
    ['b', 'is not responding'],
  ],
  [
    'metadataServers',
    'cluster [INF] daemon mds.c is now active in filesystem storefs as rank 0',
    ['c', 'is now active'],
  ],
  [
    'managers',
    'cluster [WRN] Manager daemon a is unresponsive, replacing it with standby daemon b',
    ['a', 'is unresponsive, replacing'],
  ],
  [
    'managers',
    'cluster [WRN] Manager daemon b is unresponsive.  No standby daemons available.',
    ['b', 'is unresponsive'],
  ],
  ['managers', 'cluster [INF] Manager daemon b is now available', ['b', 'is now available']],
  ['leader', 'cluster [INF] mon.a is new leader, mons a,b in quorum (ranks 0,1)', ['a', 'a,b']],
  [
    'monitorsLost',
    'cluster [WRN] Health check failed: 1/3 mons down, quorum a,b (MON_DOWN)',
    ['failed', 'a,b'],
  ],
  ['monitorsLost', 'Health check update: 2/5 mons down, quorum a,b,e (MON_DOWN)', ['update', 'a,b,e']],
  ['monitorsBack', 'Health check cleared: MON_DOWN (was: 1/3 mons down)', ['Health check cleared: MON_DOWN']],
  ['shutDown', 'cluster [INF] osd.13 marked itself down and dead', ['13']],
  ['recovered', 'Health check cleared: PG_DEGRADED (was: 1 pg)', ['Health check cleared: PG_DEGRADED']],
  ['healthy', 'cluster [INF] Cluster is now healthy', ['Cluster is now healthy']],
  ['degraded', 'Health check failed: Degraded data redundancy: 1 pg (PG_DEGRADED)', ['PG_DEGRADED']],
  [
    'poolsFull',
    "cluster [WRN] pool 'my pool' is full (reached quota's max_bytes: 10 GiB)",
    ['my pool', 'bytes', '10 GiB'],
  ],
  ['poolsFull', "pool 'a' is full (reached quota's max_objects: 7)", ['a', 'objects', '7']],
  ['metadataServers', 'daemon mds.b assigned to filesystem x as rank 0', ['b', 'assigned to']],
  ['badShard', '3.1f shard 12 soid 3:b1::x:head : data_digest 0x1 != 0x2', ['3.1f', '12']],
  ['badShard', '4.c shard 12(1) soid 4:b1::x:head : candidate had a read error', ['4.c', '12']],
  ['largeOmap', 'Large omap object found. Object: 5:b2:::.dir.77.1:head PG: 5.1', ['5:b2:::.dir.77.1:head']],
  ['evicted', 'evicting unresponsive client web-1 (4123), after 300 seconds', ['web-1', '4123']],
  ['evicted', 'evicting unresponsive client web-1', ['web-1', undefined]],
  [
    'slowRequest',
    'slow request 31.5 seconds old: client_request(client.4123:9 lookup #0x1/a) waits',
    ['client.4123'],
  ],
  ['unavailable', 'Health check failed: Reduced data availability (PG_AVAILABILITY)', ['PG_AVAILABILITY']],
  ['rebooted', 'Linux version 6.1.0 (gcc) #1 SMP', ['Linux version']],
  ['stamped', 'message from mon.1 was stamped 3.2s in the future', ['message from mon.1 was stamped']],
])('a log line is classified as %s: %s', (kind, text, found) => {
  expect(read(line(60, 'osd.3', text, 2))).toEqual([
    { kind, at: NOW - 60_000, text, service: 'osd.3', server: 2, found },
  ]);
});

test.each([
  'mpt3sas_cm0: fault_state(0x2622)!',
  'sd 0:0:3:0: attempting task abort!scmd(0x1)',
  'ata3: hard resetting link',
])('controller errors are recognized in kernel messages only: %s', (text) => {
  expect(read(line(9, 'kernel', text))).toMatchObject([{ kind: 'controller' }]);
  expect(read(line(9, 'osd.3', text))).toEqual([]);
});

test.each([
  ['without a time', { s: 'mon', m: 'osd.1 boot' }],
  ['without a message', { t: 1, s: 'mon' }],
  ['written by a fault injection', line(1, 'osd.1', '3.a missing primary copy of x INJECT EIO')],
  ['about a setting that injects faults', line(1, 'osd.1', 'slow operation observed, _inject_delay')],
  ['about the boot of something other than an OSD', line(1, 'mon', 'the server is to boot')],
  ['with only a part of a known message', line(1, 'osd.1', 'waiting for subops')],
])('a log line %s means nothing', (_, event) => {
  expect(read(event)).toEqual([]);
});

test('log lines keep their order, and one line can have two meanings', () => {
  const log = [
    line(9, 'mon', 'cluster [INF] osd.1 x boot'),
    line(5, 'mon', 'cluster [INF] osd.2 x boot'),
    { t: 7, m: 'sd 0:0:0:0: rejecting I/O to offline device, I/O error, dev sda, sector 1' },
  ];
  expect(readSignals(log).booted.map(({ found }) => found[0])).toEqual(['1', '2']);
  expect(read(log[2]!)).toMatchObject([
    { kind: 'blockError', service: '', server: undefined },
    { kind: 'offline' },
  ]);
  expect(read()).toEqual([]);
  expect(readSignals(undefined).booted).toEqual([]);
});

test.each([
  ['osd.13 failed (root=default) (connection refused)', true],
  ['osd.13 marked itself down and dead', true],
  ['osd.13 v2:10.0.0.1:6800/1 boot', true],
  ['Monitor daemon marked osd.13 down, but it is still running', true],
  ['heartbeat_check: no reply from 10.0.0.1:6800 osd.13 ever', true],
  ['osd.13 53 is_healthy false -- only 0/6 up peers', true],
  ['daemon mds.b is now active', true],
  ['Manager daemon b is now available', true],
  ['Health check failed: 1/3 mons down, quorum a,b (MON_DOWN)', true],
  ['Health check cleared: MON_DOWN', true],
  ['mon.a is new leader', true],
  ["pool 'a' is full (reached quota's max_objects: 7)", true],
  ['slow operation observed', false],
  ['NIC Link is Down', false],
  ['', false],
])('whether %j may date the end of something, however old it is: %s', (message, may) => {
  expect(mayBeEnd(message)).toBe(may);
});
