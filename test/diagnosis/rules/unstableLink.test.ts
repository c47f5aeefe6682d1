import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import {
  answers,
  causes,
  check,
  failed,
  line,
  NOW,
  REFUSED,
  UNHEARD,
  stillRunning,
  wait,
} from '../support.ts';

const link = (ago: number, word: string, server = 2) =>
  line(ago, 'kernel', `eth0: NIC Link is ${word}`, server);
const boot = (id: number, ago: number) => line(ago, 'mon', `osd.${id} v1:10.0.0.2:6800/1234 boot`);
/** The line that a peer logs about an OSD that it hears over the public network, but not over the cluster network. */
const backOnly = (id: number, ago: number, by = 'osd.5') =>
  line(
    ago,
    by,
    `heartbeat_check: no reply from 10.0.0.2:6802 osd.${id} since back ${time(ago + 25)} front ${time(ago)} (oldest deadline ${time(ago)})`,
  );
const time = (ago: number) => new Date(NOW - ago * 1000).toISOString();
const lonely = (id: number, ago: number) =>
  line(ago, `osd.${id}`, `osd.${id} 53 is_healthy false -- only 0/6 up peers (less than 33%)`);
const kinds = (log: readonly ReturnType<typeof line>[], down: readonly number[] = []) =>
  causes({ log, down }).map(({ kind }) => kind);

describe('a flapping link of a server', () => {
  const flapped = [
    failed(2, UNHEARD, 200),
    failed(3, UNHEARD, 190),
    stillRunning(2, 150),
    stillRunning(3, 148),
  ];

  test('a flapping link is named since the first loss, with what was logged about its OSDs, and is likely', () => {
    const [found] = causes({ log: flapped });
    expect(found).toMatchObject({
      kind: 'link-flap',
      objects: ['b'],
      host: 'b',
      since: NOW - 225_000,
      confidence: 'likely',
      text: 'the link of b was lost for a while: 2 of its OSDs were marked down while they ran',
      next: ['check cable, port and switch of b'],
    });
    expect(found?.proofs.every(({ text }) => text.includes('still running'))).toBe(true);
  });

  test('a flapping link counts as over a minute after the last sign of it, while all OSDs of the server are up', () => {
    const last = (ago: number, down: readonly number[] = []) =>
      causes({ log: [...flapped, stillRunning(2, ago)], down })[0];
    expect(last(60)).toMatchObject({ kind: 'link-flap', isOver: false });
    expect(last(61)).toMatchObject({ kind: 'link-flap', isOver: true });
    expect(last(61, [3])).toMatchObject({ kind: 'link-flap', isOver: false });
  });

  test('a flapping link is certain if the kernel of that server logged that it went down and up', () => {
    const confidence = (...lines: ReturnType<typeof line>[]) => causes({ log: [...lines, ...flapped] })[0];
    expect(confidence(link(225, 'Down'), link(160, 'Up'))).toMatchObject({
      confidence: 'certain',
      since: NOW - 225_000,
    });
    expect(confidence(link(225, 'Down'))).toMatchObject({ kind: 'link-flap', confidence: 'likely' });
    expect(confidence(link(225, 'Down', 3), link(160, 'Up', 3))).toMatchObject({ confidence: 'likely' });
  });

  test('a flapping link is shown with two of its own log lines and one each of two OSDs, and not taken for dropped large packets', () => {
    const links = [205, 204, 203, 202].map((ago) => link(ago, ago % 2 === 0 ? 'Up' : 'Down'));
    const log = [...links, ...flapped, stillRunning(2, 140), lonely(2, 130), lonely(3, 130)];
    const [found] = causes({ log });
    expect(found?.kind).toBe('link-flap');
    expect(found?.proofs.map(({ text }) => /Link is \w+|osd\.\d down/.exec(text)?.[0])).toEqual([
      'Link is Down',
      'Link is Up',
      'osd.2 down',
      'osd.3 down',
    ]);
  });

  test("a flapping link is suspected if half of the server's OSDs flapped", () => {
    const on = (children: number[]) =>
      causes({
        log: flapped,
        crush: ({ nodes = [] }) => ({
          nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children } : node)),
        }),
      }).map(({ kind }) => kind);
    expect(on([2, 3, 4, 5])).toEqual(['link-flap']);
    expect(on([2, 3, 4, 5, 6])).toEqual(['osd-flap', 'osd-flap']);
  });

  test('a flapping link is recognized from kernel messages alone', () => {
    const other = ['Down', 'Up'].map((word) => line(160, 'monitoring', `eth0: NIC Link is ${word}`, 2));
    expect(causes({ log: [...flapped, ...other] })[0]?.confidence).toBe('likely');
  });

  test('a flapping link is not blamed for a single flapping OSD, nor for OSDs that did not come back', () => {
    expect(kinds([failed(2, UNHEARD, 200), stillRunning(2, 150)])).toEqual(['osd-flap']);
    expect(kinds([stillRunning(2, 150), stillRunning(3, 150)])).toEqual(['osd-flap', 'osd-flap']);
    expect(kinds([failed(2, UNHEARD, 30), failed(3, UNHEARD, 20)], [2, 3])).toEqual(['host-down']);
  });

  test('a link that was lost is blamed for both OSDs of its server if only one of them says that it ran', () => {
    const lost = [failed(2, UNHEARD, 60), failed(3, UNHEARD, 60)];
    expect(kinds([...lost, boot(3, 31), stillRunning(2, 30), boot(2, 30)])).toEqual(['link-flap']);
    expect(kinds([...lost, boot(3, 31), boot(2, 30)])).toEqual([]);
    const refused = [failed(2, UNHEARD, 60), failed(3, REFUSED, 60), stillRunning(2, 30)];
    expect(kinds(refused)).toEqual(['osd-flap']);
  });

  test('a link is not blamed for OSDs of a server that were lost at different times', () => {
    const before = [failed(2, UNHEARD, 200), stillRunning(2, 190), boot(2, 190)];
    expect(kinds([...before, failed(3, UNHEARD, 30)], [3])).toEqual(['osd-hang', 'osd-flap']);
    const back = (ago: number) => kinds([...before, failed(3, UNHEARD, ago), boot(3, 120)]);
    expect(back(140)).toEqual(['link-flap']);
    expect(back(139)).not.toContain('link-flap');
  });

  test('a flapping link is still blamed when the first of its OSDs is lost again', () => {
    expect(kinds([...flapped, boot(2, 150), boot(3, 148), failed(2, UNHEARD, 10)], [2])).toEqual([
      'link-flap',
    ]);
  });

  test('a flapping link is no longer blamed five minutes after the OSDs came back', () => {
    const later = (seconds: number) => flapped.map((one) => ({ ...one, t: one.t! - seconds }));
    expect(kinds(later(140))).toContain('link-flap');
    expect(kinds(later(160))).not.toContain('link-flap');
  });

  test('a link comes and goes if an OSD was marked down twice, and is still blamed while the OSDs are down again', () => {
    const twice = [...flapped, boot(2, 140), boot(3, 138), failed(2, UNHEARD, 60), failed(3, UNHEARD, 55)];
    expect(causes({ log: twice, down: [2, 3] })[0]).toMatchObject({
      kind: 'link-flap',
      text: 'the link of b comes and goes: 2 of its OSDs were marked down while they ran',
    });
  });

  test('a flapping link explains that a gateway is gone, so that its server is not said to be down as well', () => {
    const twice = [...flapped, boot(2, 140), boot(3, 138), failed(2, UNHEARD, 60), failed(3, UNHEARD, 55)];
    const status = { nfsGateways: { online: 1, total: 2 } };
    expect(causes({ log: twice, down: [2, 3], status }).map(({ kind }) => kind)).toEqual(['link-flap']);
  });
});

describe('dropped large packets', () => {
  const down = [2, 3];
  const lost = [failed(2, UNHEARD, 30), failed(3, UNHEARD, 29)];
  const quorum = (...names: string[]) => ({ evidence: { quorum: names } });
  const CUT = 'the cluster network of b is cut or drops large packets';

  test('dropped large packets are assumed if all OSDs of a server run and wait for their peers', () => {
    const [found] = causes({ down, log: [...lost, stillRunning(2, 27), lonely(3, 20)] });
    expect(found).toMatchObject({
      kind: 'net-mtu',
      objects: ['b'],
      host: 'b',
      confidence: 'likely',
      since: NOW - 55_000,
      text: CUT,
    });
    expect(found?.next[0]).toMatch(/MTU of b in the cluster network/);
    expect(found?.proofs.map(({ text }) => text)).toEqual([
      expect.stringContaining('osd.2 failed'),
      expect.stringContaining('still running'),
      expect.stringContaining('is_healthy false'),
    ]);
  });

  test('a server whose monitor is in the quorum is not taken for one that is down', () => {
    expect(causes({ down, log: lost, ...quorum('a', 'b', 'c') })).toMatchObject([
      {
        kind: 'net-mtu',
        objects: ['b'],
        proofs: [{}, { text: 'the monitor on b is in the quorum', source: 'daemons' }],
      },
    ]);
    expect(kinds(lost, down)).toEqual(['host-down']);
    expect(causes({ down, log: lost, ...quorum('a', 'c') })).toMatchObject([{ kind: 'host-down' }]);
  });

  test('a server that reported after its OSDs went silent that they run is not taken for one that is down', () => {
    const log = [failed(2, UNHEARD, 3000), failed(3, UNHEARD, 2999)];
    const seen = (seconds: number) => (disk: Disk) => ({
      ...disk,
      ...(disk.hostname === 'b' && { daemonRunning: true, serverLastSeen: seconds }),
    });
    expect(causes({ down, log, disks: seen(24) })).toMatchObject([
      {
        kind: 'net-mtu',
        objects: ['b'],
        text: CUT,
        proofs: [{}, { text: 'b reported 24s ago that the daemons of 2 OSDs there run', source: 'disks' }],
      },
    ]);
    expect(causes({ down, log, disks: seen(46) })).toMatchObject([{ kind: 'host-down', objects: ['b'] }]);
    const recent = [failed(2, UNHEARD, 1), failed(3, UNHEARD, 1)];
    expect(causes({ down, log: recent, disks: seen(25) })).toMatchObject([{ kind: 'host-down' }]);
  });

  test('a server that lost its monitor as well as the heartbeats of its OSDs is not said to have lost only its cluster network', () => {
    const checks = { MON_DOWN: check('1/3 mons down', 'mon.b (rank 1) addr v2:10.0.0.2:3300/0 is down') };
    const log = [...lost, stillRunning(2, 27), lonely(3, 20)];
    expect(causes({ down, log, checks })).toMatchObject([
      {
        kind: 'net-mtu',
        objects: ['b'],
        explains: expect.arrayContaining(['MON_DOWN']) as unknown,
        text: 'the link of b was lost, or drops large packets',
        next: ['check link and MTU of b; ping with large packets'],
      },
    ]);
    const early = answers({ lostMonitors: [{ mon: 'b', server: 'b' }] });
    expect(causes({ down, log, evidence: early })).toMatchObject([
      { kind: 'net-mtu', text: 'the link of b was lost, or drops large packets' },
    ]);
    const other = { MON_DOWN: check('1/3 mons down', 'mon.c (rank 2) addr v2:10.0.0.3:3300/0 is down') };
    expect(causes({ down, log, checks: other })).toMatchObject([{ text: CUT }, { kind: 'mon-down' }]);
  });

  test('a server is taken for down while its monitor has not left the quorum, if its OSDs have just stopped answering', () => {
    const evidence = answers({
      silent: [2, 3],
      quorum: ['a', 'b', 'c'],
      waits: [wait(0, 2, 8), wait(5, 3, 6)],
    });
    expect(causes({ evidence })).toMatchObject([{ kind: 'host-down', objects: ['b'] }]);
  });

  test('an OSD that does not answer hangs, though it complained about a peer some time before', () => {
    const asked = (ago: number) =>
      causes({
        evidence: answers({ silent: [3], waits: [wait(0, 3, 8)] }),
        log: [backOnly(5, ago, 'osd.3')],
      });
    expect(asked(11)).toMatchObject([{ kind: 'osd-hang', objects: ['osd.3'] }]);
    expect(asked(9).map(({ kind }) => kind)).not.toContain('osd-hang');
  });

  test('OSDs that peers hear over the public network do not hang', () => {
    const log = [backOnly(2, 31), backOnly(3, 31), ...lost];
    expect(kinds(log, down)).toEqual(['net-mtu']);
    expect(kinds([backOnly(2, 31), failed(2, UNHEARD, 30)], [2])).toEqual(['osd-flap']);
    expect(kinds([failed(2, UNHEARD, 30)], [2])).toEqual(['osd-hang']);
  });

  test('OSDs that complain about their peers do not hang', () => {
    const log = [backOnly(5, 31, 'osd.2'), backOnly(6, 31, 'osd.3'), ...lost];
    expect(kinds(log, down)).toEqual(['net-mtu']);
  });

  test('an OSD that refuses connections has stopped, whatever it complained about just before', () => {
    const log = [backOnly(5, 31, 'osd.3'), failed(3, REFUSED, 30)];
    expect(causes({ down: [3], log })).toMatchObject([{ kind: 'osd-down', confidence: 'certain' }]);
  });

  test('a sign of life from before the OSD was lost does not count', () => {
    expect(kinds([lonely(2, 41), lonely(3, 41), ...lost], down)).toEqual(['host-down']);
  });

  test('within seconds after OSDs were marked down, their link may just have been lost', () => {
    const log = [failed(2, UNHEARD, 5), failed(3, UNHEARD, 5), stillRunning(2, 2), stillRunning(3, 2)];
    expect(causes({ down, log })).toMatchObject([
      { kind: 'net-mtu', text: 'the link of b was lost, or drops large packets' },
    ]);
  });

  test('dropped large packets are not blamed for one OSD, nor if the connections of OSDs are refused or the kernel lost the link', () => {
    expect(kinds([lost[0]!, stillRunning(2, 27)], [2])).toEqual(['osd-flap']);
    const refused = [failed(2, REFUSED, 30), failed(3, REFUSED, 30), lonely(2, 20), lonely(3, 20)];
    expect(kinds(refused, down)).not.toContain('net-mtu');
    const unlinked = [link(55, 'Down'), ...lost, stillRunning(2, 27), stillRunning(3, 27)];
    expect(kinds(unlinked, down)).toEqual(['link-flap']);
  });

  test('a server whose link the kernel lost once is still suspected while its OSDs run unheard and none flaps', () => {
    const log = [link(55, 'Down'), link(50, 'Up'), ...lost, lonely(2, 20), lonely(3, 20)];
    expect(causes({ down, log })).toMatchObject([{ kind: 'net-mtu', objects: ['b'], text: CUT }]);
  });

  test('dropped large packets are assumed if at least four of five OSDs of a server are unheard', () => {
    const found = (...lostOsds: number[]) =>
      causes({
        down: lostOsds,
        log: lostOsds.flatMap((id) => [failed(id, UNHEARD, 30), lonely(id, 20)]),
        crush: ({ nodes = [] }) => ({
          nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [2, 3, 4, 5, 6] } : node)),
        }),
      });
    expect(found(2, 3, 4, 5)).toMatchObject([{ kind: 'net-mtu', proofs: [{}, {}, {}] }]);
    expect(found(2, 3, 4).map(({ kind }) => kind)).not.toContain('net-mtu');
  });
});
