import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.ts';
import { answers, causes, check, failed, line, NOW, REFUSED, snapshot, UNHEARD, wait } from './support.ts';

describe('an OSD that is down', () => {
  test('an OSD that is down counts as ended if its peers were refused', () => {
    expect(causes({ down: [3], log: [failed(3, REFUSED)] })).toMatchObject([
      { kind: 'osd-down', objects: ['osd.3'], host: 'b', confidence: 'certain', since: NOW - 30_000 },
    ]);
  });

  test('an OSD that is down counts as silent if it was missed and nobody was refused, since the time in the report', () => {
    expect(causes({ down: [3], log: [failed(3, UNHEARD)] })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.3'], confidence: 'likely', since: NOW - 55_000 },
    ]);
  });

  test('an OSD that is down is named with what is known if nothing says why', () => {
    expect(causes({ down: [3] })).toMatchObject([{ kind: 'osd-down', confidence: 'likely' }]);
  });

  test('an OSD that is down is named with its failing disk if the kernel names the disk', () => {
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
        text: 'disk sdb of osd.3 on b reports errors, and the OSD is down',
      },
    ]);
  });

  test('an OSD that is down has lost its disk if the server no longer sees it', () => {
    const disks = <T extends { osdId?: number }>(disk: T) => ({ ...disk, missing: disk.osdId === 3 });
    expect(causes({ down: [3], disks })).toMatchObject([{ kind: 'disk-missing', objects: ['osd.3'] }]);
  });

  test('an OSD that was marked out long ago, and about which no check complains, is no problem', () => {
    expect(causes({ down: [3], out: [3] })).toEqual([]);
  });
});

describe('a server that is down', () => {
  const gone = [failed(2, UNHEARD), failed(3, UNHEARD)];
  const unheard = <T extends { hostname?: string; serverLastSeen?: number }>(disk: T) => ({
    ...disk,
    serverLastSeen: disk.hostname === 'b' ? 90 : 5,
  });

  test('a server does not answer if all its OSDs are gone, and this is certain once nobody has heard from it either', () => {
    expect(causes({ down: [2, 3], log: gone })).toMatchObject([
      { kind: 'host-down', objects: ['b'], confidence: 'likely' },
    ]);
    expect(causes({ down: [2, 3], log: gone, disks: unheard })).toMatchObject([
      { kind: 'host-down', objects: ['b'], confidence: 'certain', text: 'b does not answer: 2 OSDs' },
    ]);
  });

  test('a server whose OSDs refused their peers does not count as silent: their daemons have ended', () => {
    const found = causes({ down: [2, 3], log: [failed(2, REFUSED), failed(3, REFUSED)] });
    expect(found.map(({ text }) => text)).toEqual(['2 OSDs of b have stopped']);
  });

  test('a server is not blamed while one of its OSDs answers', () => {
    const evidence = answers({ waits: [wait(3, 0, 0.2)] });
    expect(causes({ down: [2], log: [failed(2, UNHEARD)], evidence })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.2'] },
    ]);
  });

  test('a server that was switched off after noout was set is in maintenance', () => {
    const checks = { OSDMAP_FLAGS: check('noout flag(s) set') };
    expect(causes({ down: [2, 3], log: gone, flags: ['noout'], checks })).toMatchObject([
      { kind: 'maintenance', objects: ['noout', 'b'] },
    ]);
  });
});

test('a rack whose servers are all gone is one cause, and the failure of a monitor there follows from it', () => {
  const all = [4, 5, 6, 7];
  const checks = { MON_DOWN: check('1/3 mons down', 'mon.c (rank 2) is down') };
  const disks = <T extends { osdId?: number; role?: string }>(disk: T) => disk;
  const withMon = snapshot({ down: all, log: all.map((id) => failed(id, UNHEARD)), checks, disks });
  const mon = { id: 50, role: 'mon' as const, hostname: 'd', server: 4, daemonRunning: true };
  const { causes: found } = diagnose([{ ...withMon, disks: [...withMon.disks!, mon] }]);
  expect(found).toMatchObject([{ kind: 'rack-down', objects: ['r2'], explains: ['MON_DOWN'] }]);
});

describe('an OSD that is up', () => {
  test('an OSD that is up, does not answer, and is waited for by others hangs', () => {
    const evidence = answers({ silent: [3], waits: [wait(0, 3, 8), wait(5, 3, 6)] });
    expect(causes({ evidence })).toMatchObject([
      { kind: 'osd-hang', objects: ['osd.3'], confidence: 'likely', since: NOW - 8000 },
    ]);
  });

  test('an OSD that is up is not blamed if requests wait for it only briefly', () => {
    const evidence = answers({ waits: [wait(0, 3, 0.4), wait(5, 3, 0.3)] });
    expect(causes({ evidence })).toEqual([]);
  });

  test('an OSD that is up has a slow disk if it commits far more slowly than others', () => {
    const latencies = [
      { osd: 3, commitMs: 1380, writeMs: 1382 },
      { osd: 1, commitMs: 9, writeMs: 30 },
    ];
    const evidence = answers({ latencies, waits: [wait(0, 3, 3), wait(5, 3, 2)] });
    expect(causes({ evidence })).toMatchObject([
      {
        kind: 'disk-slow',
        objects: ['osd.3'],
        confidence: 'certain',
        text: 'disk sdb of osd.3 on b is slow: 1380 ms a commit',
        proofs: [
          { text: 'osd.3 commits in 1380 ms, the slowest of 1 other in 9 ms', source: 'daemons' },
          { text: 'requests of 2 OSDs wait for it', source: 'daemons' },
        ],
      },
    ]);
  });

  test('an OSD that is up is not slow if all commit equally slowly, as hard disks under load do', () => {
    const latencies = [38, 37, 36].map((commitMs, osd) => ({ osd, commitMs, writeMs: commitMs + 1 }));
    expect(causes({ evidence: answers({ latencies }) })).toEqual([]);
  });

  test('an OSD that is up is not blamed if most are slow, because they are under load', () => {
    const latencies = [150, 140, 130, 120, 60].map((commitMs, osd) => ({ osd, commitMs, writeMs: commitMs }));
    expect(causes({ evidence: answers({ latencies }) })).toEqual([]);
  });

  test('two slow OSDs on the same controller blame the controller', () => {
    const latencies = [
      { osd: 2, commitMs: 150, writeMs: 151 },
      { osd: 3, commitMs: 140, writeMs: 141 },
      { osd: 6, commitMs: 8, writeMs: 9 },
    ];
    expect(causes({ evidence: answers({ latencies }) })).toMatchObject([
      { kind: 'controller', objects: ['b', 'osd.2', 'osd.3'], confidence: 'likely' },
    ]);
  });

  test('an OSD that was marked down while it was running and came back is flapping', () => {
    const log = [
      failed(3, UNHEARD, 200),
      line(150, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
      line(149, 'mon', 'cluster [INF] osd.3 v1:10.0.0.1:6800/1 boot'),
    ];
    expect(causes({ log })).toMatchObject([{ kind: 'osd-flap', objects: ['osd.3'] }]);
  });

  test('an OSD that came back minutes ago is listed after current causes, and explains none of their symptoms', () => {
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

describe('slow or lossy networks', () => {
  const pings = [
    { from: 2, to: 0, ms: 300 },
    { from: 5, to: 3, ms: 280 },
    { from: 3, to: 7, ms: 260 },
  ];

  test('a network is slow if all slow pings lead to one server', () => {
    const evidence = answers({ pings, waits: [wait(2, 0, 2), wait(6, 3, 2)] });
    expect(causes({ evidence })).toMatchObject([{ kind: 'net-slow', objects: ['b'] }]);
  });

  test('a network loses packets if requests wait as long as only lost packets make them wait', () => {
    const evidence = answers({ pings, waits: [wait(2, 0, 30), wait(6, 3, 25)] });
    expect(causes({ evidence })).toMatchObject([{ kind: 'net-loss', objects: ['b'], confidence: 'likely' }]);
  });

  test("no single server's network is blamed if slow pings lead everywhere", () => {
    const everywhere = [...pings, { from: 0, to: 4, ms: 250 }, { from: 6, to: 1, ms: 240 }];
    expect(causes({ evidence: answers({ pings: everywhere }) })).toEqual([]);
  });
});

test('a daemon that crashed and runs again is listed after current causes until its report is archived', () => {
  const checks = {
    RECENT_CRASH: check('1 daemons have recently crashed', 'osd.5 crashed on host c at 2026-11-19T08:00:00Z'),
    OSD_DOWN: check('1 osds down'),
  };
  expect(causes({ down: [3], log: [failed(3, REFUSED)], checks })).toMatchObject([
    { kind: 'osd-down', objects: ['osd.3'] },
    { kind: 'daemon-crash', objects: ['osd.5'], explains: ['RECENT_CRASH'], confidence: 'certain' },
  ]);
});
