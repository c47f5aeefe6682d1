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
  shutDown,
  snapshot,
  stillRunning,
  UNHEARD,
  type SnapshotChanges,
  wait,
} from '../support.ts';

const missed = (...ids: readonly number[]) => ids.map((id) => failed(id, UNHEARD));
const unheardOf = (seconds: number, host: string) => (disk: Disk) => ({
  ...disk,
  serverLastSeen: disk.hostname === host ? seconds : 5,
});
const kinds = (changes: SnapshotChanges) => causes(changes).map(({ kind, objects }) => [kind, objects[0]]);

/** Server b with five OSDs, of which some are gone. */
const large = (down: readonly number[]): SnapshotChanges => ({
  down,
  log: missed(...down),
  crush: ({ nodes = [] }) => ({
    nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [2, 3, 4, 5, 6] } : node)),
  }),
});

describe('a server that does not answer', () => {
  const gone: SnapshotChanges = { down: [2, 3], log: missed(2, 3) };

  test('a server that does not answer is certain if nobody has heard from it for longer than 45 s, which is shown', () => {
    const [late] = causes({ ...gone, disks: unheardOf(46, 'b') });
    expect(late).toMatchObject({ kind: 'host-down', confidence: 'certain', host: 'b' });
    expect(late?.proofs[0]).toEqual({ text: 'the server was last heard from 46s ago', source: 'disks' });
    expect(late?.next).toEqual(['check power, console and network of b']);
    const [early] = causes({ ...gone, disks: unheardOf(45, 'b') });
    expect(early?.confidence).toBe('likely');
    expect(early?.proofs.map(({ source }) => source)).toEqual(['log', 'log']);
  });

  test('a server whose OSDs were all told to stop is one cause, even if its monitor runs', () => {
    const evidence = answers({ quorum: ['b', 'c'] });
    expect(causes({ down: [2, 3], log: [shutDown(2), shutDown(3)], evidence })).toMatchObject([
      {
        kind: 'host-down',
        text: '2 OSDs of b were shut down',
        confidence: 'certain',
        next: ['ask who works on b; its OSDs were told to stop', 'start its daemons when that work is done'],
      },
    ]);
  });

  test('a server that does not answer is named if four of its five OSDs are gone', () => {
    expect(kinds(large([2, 3, 4, 5]))).toEqual([['host-down', 'b']]);
    expect(kinds(large([2, 3, 4])).map(([kind]) => kind)).toEqual(['osd-hang', 'osd-hang', 'osd-hang']);
  });

  test('a server that does not answer has been silent since the oldest request to it', () => {
    const evidence = answers({ silent: [2, 3], waits: [wait(0, 2, 9), wait(5, 3, 7), wait(1, 6, 20)] });
    const [found] = causes({ evidence });
    expect(found).toMatchObject({ kind: 'host-down', objects: ['b'], since: NOW - 9000 });
    expect(found?.proofs).toContainEqual({
      text: '2 OSDs there answered neither peers nor queries',
      source: 'daemons',
    });
    const one = causes({ down: [3], log: missed(3), evidence: answers({ silent: [2] }) })[0];
    expect(one?.proofs.at(-1)?.text).toBe('1 OSD there answered neither peers nor queries');
    const since = (seconds: number) =>
      causes({ evidence: answers({ silent: [2, 3], waits: [wait(0, 2, seconds)] }) })[0]?.since;
    expect([since(1), since(0.9)]).toEqual([NOW - 1000, undefined]);
  });

  test('OSDs that were marked out long ago do not count for a server that does not answer', () => {
    const three = large([2, 3, 4]);
    const crush: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
      nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [2, 3, 4] } : node)),
    });
    const [found] = causes({ ...three, crush, out: [4], log: missed(2, 3) });
    expect(found?.text).toBe('b does not answer: 2 OSDs');
  });

  test('a server whose OSDs have all stopped is one cause, with its monitor, even if the log tells nothing of it', () => {
    const checks = {
      OSD_HOST_DOWN: check('1 host (2 osds) down'),
      MON_DOWN: check('1/3 mons down', 'mon.b (rank 2) addr 10.0.0.2 is down (out of quorum)'),
      MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available', 'have 0; want 1 more'),
    };
    expect(causes({ down: [2, 3], checks, evidence: answers({ ended: [2, 3] }) })).toMatchObject([
      {
        kind: 'host-down',
        text: '2 OSDs of b have stopped, and mon.b is out of quorum',
        confidence: 'certain',
        explains: ['OSD_HOST_DOWN', 'MON_DOWN', 'MDS_INSUFFICIENT_STANDBY'],
        proofs: [{ text: 'the OSD map says that osd.2, osd.3 have ended', source: 'daemons' }],
        next: [
          'ask who works on b, and see whether it is up',
          'start its daemons; if they stop again, read their logs',
        ],
      },
    ]);
    const stopped = (disk: Disk) => ({ ...disk, daemonRunning: disk.hostname !== 'b' });
    const [found] = causes({ down: [2, 3], disks: stopped });
    expect(found).toMatchObject({ text: '2 OSDs of b have stopped', proofs: [] });
  });

  test('a server whose OSDs have stopped is named with its monitor after they were marked out, too', () => {
    const checks = { MON_DOWN: check('1/3 mons down', 'mon.b (rank 2) addr 10.0.0.2 is down') };
    const evidence = answers({ ended: [2, 3] });
    const log = [failed(3, REFUSED, 1000)];
    expect(causes({ down: [2, 3], out: [2, 3], checks, evidence, log })).toMatchObject([
      {
        kind: 'host-down',
        text: '2 OSDs of b have stopped, and mon.b is out of quorum; they are out',
      },
    ]);
  });

  test('one lost line about the end of an OSD does not hide that all of its server have stopped', () => {
    const log = [failed(3, REFUSED)];
    const evidence = answers({ ended: [2, 3] });
    expect(causes({ down: [2, 3], log, evidence })).toMatchObject([
      { kind: 'host-down', text: '2 OSDs of b have stopped', since: NOW - 30_000 },
    ]);
    expect(kinds({ down: [2, 3], log, evidence: answers({ ended: [3] }) }).map(([kind]) => kind)).toEqual([
      'osd-down',
      'osd-down',
    ]);
  });

  test('it is only likely that OSDs of a server that stopped minutes apart have a common cause', () => {
    const log = [failed(2, REFUSED, 400), failed(3, REFUSED, 30)];
    const checks = { OSD_HOST_DOWN: check('1 host (2 osds) down') };
    expect(causes({ down: [2, 3], log, checks })).toMatchObject([
      { kind: 'host-down', confidence: 'likely', against: ['they did not stop at the same time'] },
    ]);
  });

  test('an OSD that shows signs of life has not ended, whatever the map says', () => {
    const log = [...missed(2, 3), line(20, 'osd.2', 'osd.2 9 is_healthy false -- only 0/4 up peers')];
    const found = kinds({ down: [2, 3], log, evidence: answers({ ended: [2] }) });
    expect(found).not.toContainEqual(['host-down', 'b']);
  });

  test('a server is not blamed if one of its OSDs has just reported its latency', () => {
    const four = large([2, 3, 4, 5]);
    const evidence = (osd: number) => answers({ latencies: [{ osd, commitMs: 4 }] });
    expect(kinds({ ...four, evidence: evidence(0) })).toEqual([['host-down', 'b']]);
    expect(kinds({ ...four, evidence: evidence(6) }).map(([kind]) => kind)).not.toContain('host-down');
  });

  test('a server that does not answer explains daemons that ended on it or in an unknown place, but none that ended elsewhere', () => {
    const checks = { MGR_DOWN: check('no active mgr') };
    const status = { radosgws: { online: 1, total: 2 }, mds: { online: 1, total: 2 } };
    const lost = (server: number) => {
      const ends = ['radosgw x', 'mds x', 'mgr x'].map((name) =>
        line(20, name.split(' ')[0]!, `${name}: main process exited, status=1/FAILURE`, server),
      );
      return causes({ ...gone, log: [...missed(2, 3), ...ends], checks, status }).map(({ kind }) => kind);
    };
    expect(lost(2)).toEqual(['host-down']);
    expect(lost(4).toSorted()).toEqual(['gateway-down', 'host-down', 'mds-down', 'mgr-down']);
    expect(causes({ ...gone, checks, status }).map(({ kind }) => kind)).toEqual(['host-down']);
  });
});

describe('a gateway that is missing while a server does not answer', () => {
  const missing = (server: string) => {
    const status = { nfsGateways: { online: 1, total: 2, missing: [{ name: 'x', server }] } };
    return causes({ down: [2, 3], log: missed(2, 3), status }).map(({ kind }) => kind);
  };

  test('a missing gateway follows from the loss of a server only if it belongs there', () => {
    expect(missing('b')).toEqual(['host-down']);
    expect(missing('c').toSorted()).toEqual(['gateway-down', 'host-down']);
  });
});

describe('a rack that does not answer', () => {
  const gone: SnapshotChanges = { down: [4, 5, 6, 7], log: missed(4, 5, 6, 7) };

  test('a rack that does not answer is named by its type, with its servers', () => {
    expect(causes(gone)).toMatchObject([
      {
        kind: 'rack-down',
        objects: ['r2'],
        host: undefined,
        text: 'rack r2 does not answer: 4 OSDs on 2 hosts',
        next: ['check power and switch of rack r2'],
      },
    ]);
    const old = (disk: Disk) => ({ ...disk, serverLastSeen: 100 });
    expect(causes({ ...gone, disks: old })[0]?.proofs[0]?.text).toBe(
      'its servers were last heard from 1m40s ago',
    );
  });

  test('a rack is not blamed for the loss of one of its servers, nor while one of its OSDs refuses connections', () => {
    expect(kinds({ down: [4, 5], log: missed(4, 5) })).toEqual([['host-down', 'c']]);
    const refused = { down: gone.down!, log: [...missed(4, 5), failed(6, REFUSED), failed(7, REFUSED)] };
    expect(kinds(refused)).toEqual([
      ['host-down', 'c'],
      ['host-down', 'd'],
    ]);
  });

  test('a rack that does not answer explains a monitor on one of its servers, and not one elsewhere', () => {
    const checks = { MON_DOWN: check('1/3 mons down', 'mon.x (rank 2) is down') };
    const withMon = (hostname: string): SnapshotChanges => ({
      ...gone,
      checks,
      more: { disks: [...snapshot(gone).disks!, { id: 50, role: 'mon', hostname, server: 9 }] },
    });
    expect(kinds(withMon('d')).map(([kind]) => kind)).toEqual(['rack-down']);
    expect(kinds(withMon('a')).map(([kind]) => kind)).toEqual(['rack-down', 'mon-down']);
    const ended = line(20, 'mon', 'mon x: main process exited, status=1/FAILURE', 1);
    const elsewhere = { ...withMon('d'), log: [...gone.log!, ended] };
    expect(kinds(elsewhere).map(([kind]) => kind)).toEqual(['rack-down', 'mon-down']);
  });

  test('a rack that does not answer explains the monitors named after its servers, and no others', () => {
    const lost = (...names: readonly string[]) => {
      const down = { MON_DOWN: check('mons down', ...names.map((name) => `mon.${name} (rank 2) is down`)) };
      return kinds({ ...gone, checks: down }).map(([kind]) => kind);
    };
    expect(lost('d')).toEqual(['rack-down']);
    expect(lost('c', 'd')).toEqual(['rack-down']);
    expect(lost('a')).toEqual(['rack-down', 'mon-down']);
    expect(lost('a', 'd')).toEqual(['rack-down', 'mon-down']);
  });

  test('a rack is named for three OSDs on two servers, and not for two OSDs', () => {
    const rack = (c: number[], d: number[]): SnapshotChanges => ({
      down: [...c, ...d],
      log: missed(...c, ...d),
      crush: ({ nodes = [] }) => ({
        nodes: nodes.map((node) =>
          node.name === 'c' ? { ...node, children: c } : node.name === 'd' ? { ...node, children: d } : node,
        ),
      }),
    });
    const three = causes(rack([4, 5], [6]));
    expect(three).toMatchObject([{ kind: 'rack-down', text: 'rack r2 does not answer: 3 OSDs on 2 hosts' }]);
    expect(three[0]?.proofs.map(({ source }) => source)).toEqual(['log', 'log']);
    expect(kinds(rack([4], [6])).map(([kind]) => kind)).toEqual(['osd-hang', 'osd-hang']);
  });

  test('a rack that contains all servers of the cluster is never named', () => {
    const one: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
      nodes: nodes.map((node) =>
        node.name === 'r1' ? { ...node, children: [-10, -11, -12, -13] } : { ...node },
      ),
    });
    const all = [0, 1, 2, 3, 4, 5, 6, 7];
    const found = kinds({ down: all, log: missed(...all), crush: one }).map(([kind]) => kind);
    expect(found).toEqual(['host-down', 'host-down', 'host-down', 'host-down']);
  });
});

test('a rack-down cause keeps its rank even if an OSD with the same number was marked out', () => {
  const found = causes({
    down: [4, 5, 6, 7],
    out: [3],
    checks: { OSD_DOWN: check('4 osds down'), OSD_NEARFULL: check('1 nearfull osd(s)') },
    log: missed(4, 5, 6, 7),
    crush: ({ nodes = [] }) => ({
      nodes: nodes.map((node) => (node.name === 'r2' ? { ...node, name: 'rack3' } : node)),
    }),
  });
  expect(found.map(({ kind }) => kind)).toEqual(['rack-down', 'osd-full']);
  const mgr = causes({
    checks: { MGR_DOWN: check('no active mgr'), OSD_NEARFULL: check('1 nearfull osd(s)') },
    out: [0],
  });
  expect(mgr.map(({ kind }) => kind)).toEqual(['mgr-down', 'osd-full']);
});

test('that a server counts as down is not a problem of its own if the causes of all its OSDs are known', () => {
  const checks = { OSD_HOST_DOWN: check('1 host (2 osds) down') };
  const log = [failed(2, REFUSED), failed(3, UNHEARD), stillRunning(3, 10)];
  expect(causes({ down: [2, 3], log, checks }).map(({ kind }) => kind)).toEqual(['osd-flap', 'osd-down']);
});
