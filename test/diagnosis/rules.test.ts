import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.ts';
import { answers, causes, check, failed, line, NOW, REFUSED, snapshot } from './support.ts';

const UNHEARD = '2 reporters from different host after 25.000000 >= grace 20.000000';
const wait = (osd: number, waitsFor: number, oldest: number) => ({ osd, waitsFor, requests: 1, oldest });

describe('an OSD that is down', () => {
  test('has ended where peers were refused', () => {
    expect(causes({ down: [3], log: [failed(3, REFUSED)] })).toMatchObject([
      { kind: 'osd-down', objects: ['osd.3'], host: 'b', confidence: 'certain', since: NOW - 30_000 },
    ]);
  });

  test('answers nobody where it was missed and nobody was refused; since when, the report tells', () => {
    expect(causes({ down: [3], log: [failed(3, UNHEARD)] })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.3'], confidence: 'likely', since: NOW - 55_000 },
    ]);
  });

  test('is told with what is known where nothing says why', () => {
    expect(causes({ down: [3] })).toMatchObject([{ kind: 'osd-down', confidence: 'likely' }]);
  });

  test('is told with the disk that gives errors where the kernel names it', () => {
    const log = [
      line(40, 'kernel', 'blk_update_request: I/O error, dev sdb, sector 5 op 0x0', 2),
      line(35, 'kernel', 'blk_update_request: I/O error, dev sdb, sector 6 op 0x0', 2),
      failed(3, REFUSED),
    ];
    expect(causes({ down: [3], log })).toMatchObject([
      {
        kind: 'disk-error',
        objects: ['osd.3'],
        confidence: 'certain',
        text: 'disk sdb of osd.3 on b gives errors, and the OSD is down',
      },
    ]);
  });

  test('lost its disk where the server no longer sees it', () => {
    const disks = <T extends { osdId?: number }>(disk: T) => ({ ...disk, missing: disk.osdId === 3 });
    expect(causes({ down: [3], disks })).toMatchObject([{ kind: 'disk-missing', objects: ['osd.3'] }]);
  });

  test('that was marked out long ago, and about which no check complains, is no problem', () => {
    expect(causes({ down: [3], out: [3] })).toEqual([]);
  });
});

describe('a server', () => {
  const gone = [failed(2, UNHEARD), failed(3, UNHEARD)];
  const unheard = <T extends { hostname?: string; serverLastSeen?: number }>(disk: T) => ({
    ...disk,
    serverLastSeen: disk.hostname === 'b' ? 90 : 5,
  });

  test('of which all OSDs are gone does not answer, and that is certain once it was not heard of either', () => {
    expect(causes({ down: [2, 3], log: gone })).toMatchObject([
      { kind: 'host-down', objects: ['b'], confidence: 'likely' },
    ]);
    expect(causes({ down: [2, 3], log: gone, disks: unheard })).toMatchObject([
      { kind: 'host-down', objects: ['b'], confidence: 'certain', text: 'b does not answer: 2 OSDs' },
    ]);
  });

  test('lives where its OSDs refused their peers: their daemons ended', () => {
    const found = causes({ down: [2, 3], log: [failed(2, REFUSED), failed(3, REFUSED)] });
    expect(found.map(({ kind }) => kind)).toEqual(['osd-down', 'osd-down']);
  });

  test('is not blamed while one of its OSDs answers', () => {
    const evidence = answers({ waits: [wait(3, 0, 0.2)] });
    expect(causes({ down: [2], log: [failed(2, UNHEARD)], evidence })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.2'] },
    ]);
  });

  test('that was switched off after somebody had set noout is in maintenance', () => {
    const checks = { OSDMAP_FLAGS: check('noout flag(s) set') };
    expect(causes({ down: [2, 3], log: gone, flags: ['noout'], checks })).toMatchObject([
      { kind: 'maintenance', objects: ['noout', 'b'] },
    ]);
  });
});

test('a rack of which all servers are gone is one cause, and the monitor there follows from it', () => {
  const all = [4, 5, 6, 7];
  const checks = { MON_DOWN: check('1/3 mons down', 'mon.c (rank 2) is down') };
  const disks = <T extends { osdId?: number; role?: string }>(disk: T) => disk;
  const withMon = snapshot({ down: all, log: all.map((id) => failed(id, UNHEARD)), checks, disks });
  const mon = { id: 50, role: 'mon' as const, hostname: 'd', server: 4, daemonRunning: true };
  const { causes: found } = diagnose([{ ...withMon, disks: [...withMon.disks!, mon] }]);
  expect(found).toMatchObject([{ kind: 'rack-down', objects: ['r2'], explains: ['MON_DOWN'] }]);
});

describe('an OSD that is up', () => {
  test('and does not answer, while others wait for it, hangs', () => {
    const evidence = answers({ silent: [3], waits: [wait(0, 3, 8), wait(5, 3, 6)] });
    expect(causes({ evidence })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.3'], confidence: 'likely', since: NOW - 8000 },
    ]);
  });

  test('and for which requests wait for a moment is not blamed', () => {
    const evidence = answers({ waits: [wait(0, 3, 0.4), wait(5, 3, 0.3)] });
    expect(causes({ evidence })).toEqual([]);
  });

  test('has a slow disk where it commits far slower than others', () => {
    const latencies = [
      { osd: 3, commitMs: 180, writeMs: 182 },
      { osd: 1, commitMs: 9, writeMs: 30 },
    ];
    const evidence = answers({ latencies, waits: [wait(0, 3, 3), wait(5, 3, 2)] });
    expect(causes({ evidence })).toMatchObject([
      {
        kind: 'disk-slow',
        objects: ['osd.3'],
        confidence: 'certain',
        text: 'disk sdb of osd.3 on b is slow: 180 ms a commit',
        proofs: [
          { text: 'osd.3 commits in 180 ms, the slowest of 1 other in 9 ms', source: 'daemons' },
          { text: 'requests of 2 OSDs wait for it', source: 'daemons' },
        ],
      },
    ]);
  });

  test('is not slow where all commit alike, as hard disks under load do', () => {
    const latencies = [38, 37, 36].map((commitMs, osd) => ({ osd, commitMs, writeMs: commitMs + 1 }));
    expect(causes({ evidence: answers({ latencies }) })).toEqual([]);
  });

  test('is not to blame where most are slow: they are loaded', () => {
    const latencies = [150, 140, 130, 120, 60].map((commitMs, osd) => ({ osd, commitMs, writeMs: commitMs }));
    expect(causes({ evidence: answers({ latencies }) })).toEqual([]);
  });

  test('and its neighbour are slow together where their controller is', () => {
    const latencies = [
      { osd: 2, commitMs: 150, writeMs: 151 },
      { osd: 3, commitMs: 140, writeMs: 141 },
      { osd: 6, commitMs: 8, writeMs: 9 },
    ];
    expect(causes({ evidence: answers({ latencies }) })).toMatchObject([
      { kind: 'controller', objects: ['b', 'osd.2', 'osd.3'], confidence: 'likely' },
    ]);
  });

  test('was marked down while it ran and came back: it flaps', () => {
    const log = [
      failed(3, UNHEARD, 200),
      line(150, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
      line(149, 'mon', 'cluster [INF] osd.3 v1:10.0.0.1:6800/1 boot'),
    ];
    expect(causes({ log })).toMatchObject([{ kind: 'osd-flap', objects: ['osd.3'] }]);
  });

  test('that came back minutes ago comes behind what is wrong now, and explains nothing of it', () => {
    const log = [
      failed(3, UNHEARD, 200),
      line(150, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
      line(149, 'mon', 'cluster [INF] osd.3 v1:10.0.0.1:6800/1 boot'),
      failed(5, REFUSED, 20),
    ];
    const checks = { OSD_DOWN: check('1 osds down') };
    expect(causes({ log, checks, down: [5] }).map(({ kind, objects }) => [kind, ...objects])).toEqual([
      ['osd-down', 'osd.5'],
      ['osd-flap', 'osd.3'],
    ]);
    const evidence = answers({ silent: [3], waits: [wait(0, 3, 3), wait(5, 3, 2)] });
    expect(causes({ log: log.slice(0, 3), evidence })[0]).toMatchObject({
      kind: 'osd-hang',
      objects: ['osd.3'],
    });
  });
});

describe('a network', () => {
  const pings = [
    { from: 2, to: 0, ms: 300 },
    { from: 5, to: 3, ms: 280 },
    { from: 3, to: 7, ms: 260 },
  ];

  test('is slow where all slow pings lead to one server', () => {
    const evidence = answers({ pings, waits: [wait(2, 0, 2), wait(6, 3, 2)] });
    expect(causes({ evidence })).toMatchObject([{ kind: 'net-slow', objects: ['b'] }]);
  });

  test('loses packets where requests wait as long as only lost ones do', () => {
    const evidence = answers({ pings, waits: [wait(2, 0, 30), wait(6, 3, 25)] });
    expect(causes({ evidence })).toMatchObject([{ kind: 'net-loss', objects: ['b'], confidence: 'likely' }]);
  });

  test('of no single server is blamed where slow pings lead everywhere', () => {
    const everywhere = [...pings, { from: 0, to: 4, ms: 250 }, { from: 6, to: 1, ms: 240 }];
    expect(causes({ evidence: answers({ pings: everywhere }) })).toEqual([]);
  });

  test('drops large packets where peers never heard of several OSDs of a server', () => {
    const log = [2, 3].flatMap((id) =>
      [0, 5].map((by) =>
        line(
          8,
          `osd.${by}`,
          `heartbeat_check: no reply from 10.0.0.2:6800 osd.${id} ever on either front or back`,
        ),
      ),
    );
    expect(causes({ down: [2], log })).toMatchObject([{ kind: 'net-mtu', objects: ['b'] }]);
  });
});

test('a daemon that crashed and runs again is named behind what is wrong now, as long as its report is not archived', () => {
  const checks = {
    RECENT_CRASH: check('1 daemons have recently crashed', 'osd.5 crashed on host c at 2026-11-19T08:00:00Z'),
    OSD_DOWN: check('1 osds down'),
  };
  expect(causes({ down: [3], log: [failed(3, REFUSED)], checks })).toMatchObject([
    { kind: 'osd-down', objects: ['osd.3'] },
    { kind: 'daemon-crash', objects: ['osd.5'], explains: ['RECENT_CRASH'], confidence: 'certain' },
  ]);
});
