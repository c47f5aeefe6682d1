import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import {
  booted,
  about3,
  causes,
  check,
  failed,
  line,
  NOW,
  REFUSED,
  shutDown,
  snapshot,
  type SnapshotChanges,
  UNHEARD,
  causeKinds,
  stillRunning,
} from '../support.ts';

describe('an OSD that is down', () => {
  test('an OSD that is down is shown with what is known about its end, and what to do', () => {
    expect(causes({ down: [3], log: [failed(3, REFUSED)] })[0]).toMatchObject({
      text: 'the daemon of osd.3 on b has stopped',
      next: ['read the log of osd.3 for why it stopped', 'start it, or replace its disk'],
    });
    expect(causes({ down: [3], disks: about3({ daemonRunning: true }) })[0]).toMatchObject({
      text: 'osd.3 on b is down although its daemon runs',
      since: undefined,
      next: ['see whether the daemon of osd.3 runs on b, and read its log', 'start it, or replace its disk'],
    });
  });

  test('an OSD that was destroyed while it is in is the certain cause until it is out, and is not to be started', () => {
    const checks = { OSD_DOWN: check('1 osds down'), PG_DEGRADED: check('5 objects') };
    expect(causes({ destroyed: [3], checks })).toMatchObject([
      {
        kind: 'osd-down',
        objects: ['osd.3'],
        confidence: 'certain',
        explains: ['OSD_DOWN', 'PG_DEGRADED'],
        text: 'osd.3 on b was destroyed and is still in: its data is restored elsewhere only once it is out',
        next: ['replace its disk: the new OSD can take the id 3', 'or mark osd.3 out now'],
      },
    ]);
    expect(causes({ destroyed: [3], out: [3] })).toEqual([]);
  });

  test('an OSD that ended with a crash explains the report of it, which says why, but not an older one', () => {
    const crashed = (ago: number, name = 'osd.3') => ({
      RECENT_CRASH: check(
        '1 daemons have recently crashed',
        `${name} crashed on host b at ${new Date(NOW - ago * 1000).toISOString()}`,
      ),
    });
    const found = (ago: number, name?: string) =>
      causes({ down: [3], log: [failed(3, REFUSED, 30)], checks: crashed(ago, name) });
    expect(found(35)).toMatchObject([
      {
        kind: 'osd-down',
        explains: ['RECENT_CRASH'],
        next: [
          'read the crash report of osd.3 (:crashes) for why it stopped',
          'start it, or replace its disk',
        ],
      },
    ]);
    expect(found(35)[0]?.proofs.at(-1)?.text).toMatch(/^osd.3 crashed on host b/);
    for (const other of [found(95), found(35, 'osd.2')])
      expect(other.map(({ kind, next }) => [kind, next[0]])).toEqual([
        ['osd-down', 'read the log of osd.3 for why it stopped'],
        ['daemon-crash', 'read the crash report (:crashes), fix what it says, archive it'],
      ]);
  });

  test('an OSD that marked itself down was told to stop, so that neither its daemon nor its disk is blamed', () => {
    expect(causes({ down: [3], log: [shutDown(3)] })).toMatchObject([
      {
        kind: 'osd-down',
        text: 'osd.3 on b was shut down',
        confidence: 'certain',
        since: NOW - 30_000,
        proofs: [{ text: 'mon: osd.3 marked itself down and dead', source: 'log' }, {}],
        next: ['ask who stopped osd.3, and start it on b when that work is done'],
      },
    ]);
  });

  test('an OSD that marked itself down and was restarted since may have failed in another way', () => {
    const log = [shutDown(3, 300), booted(3, 200), failed(3, REFUSED)];
    expect(causes({ down: [3], log })[0]?.text).toBe('the daemon of osd.3 on b has stopped');
    const again = [failed(3, REFUSED, 300), booted(3, 200), shutDown(3)];
    expect(causes({ down: [3], log: again })[0]?.text).toBe('osd.3 on b was shut down');
  });

  test('an OSD that is down has ended if its server reports that it does not run, even if peers only missed it', () => {
    expect(
      causes({ down: [3], log: [failed(3, UNHEARD)], disks: about3({ daemonRunning: false }) }),
    ).toMatchObject([
      {
        kind: 'osd-down',
        text: 'the daemon of osd.3 on b has stopped',
        confidence: 'certain',
        against: [],
        proofs: [{ source: 'log' }, {}, { text: 'its daemon does not run on b', source: 'disks' }],
      },
    ]);
  });

  test('an OSD that went silent hangs, also if it is the only one of its server, which Ceph then reports as down', () => {
    const checks = {
      OSD_DOWN: check('1 osds down'),
      OSD_HOST_DOWN: check('1 host (1 osds) down'),
    };
    const crush: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
      nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [3] } : node)),
    });
    const found = causes({ down: [3], log: [failed(3, UNHEARD)], checks, crush });
    expect(found).toMatchObject([{ kind: 'osd-hang', explains: ['OSD_DOWN', 'OSD_HOST_DOWN'] }]);
  });

  test('degraded data after OSDs came back is explained by their absence, with who was away', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded') };
    const log = [shutDown(3, 300), booted(3, 60)];
    expect(causes({ checks, log })).toMatchObject([
      {
        kind: 'osd-down',
        text: 'osd.3 on b was down and is up again: it lacks what was written meanwhile',
        since: NOW - 300_000,
        confidence: 'likely',
        next: ['let recovery run'],
      },
    ]);
    const both = [shutDown(2, 300), ...log, booted(2, 70)];
    expect(causes({ checks, log: both })[0]?.text).toBe(
      '2 OSDs of b were down and are up again: they lack what was written meanwhile',
    );
    const apart = [failed(5, REFUSED, 300), ...log, booted(5, 70)];
    expect(causes({ checks, log: apart })[0]?.text).toMatch(/^osd\.3, osd\.5 were down/);
  });

  test('OSDs that came back are not blamed for data that lacks copies after all was well in between', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded') };
    const back = [shutDown(3, 300), booted(3, 200)];
    const kindsAfter = (ago: number, text: string) =>
      causeKinds({ checks, log: [...back, line(ago, 'mon', text)] });
    const cleared = 'Health check cleared: PG_DEGRADED (was: Degraded data redundancy)';
    expect(kindsAfter(100, cleared)).toEqual(['unknown']);
    expect(kindsAfter(100, 'Cluster is now healthy')).toEqual(['unknown']);
    // While its placement groups peer, none is counted as degraded for a moment.
    const again = (healthy: number, degraded: number) =>
      causeKinds({
        checks,
        log: [
          ...back,
          line(healthy, 'mon', 'Cluster is now healthy'),
          line(degraded, 'mon', 'Health check failed: Degraded data redundancy: 5/9 objects (PG_DEGRADED)'),
        ],
      });
    expect(kindsAfter(171, cleared)).toEqual(['osd-down']);
    expect(again(190, 176)).toEqual(['osd-down']);
    expect(again(190, 175)).toEqual(['unknown']);
  });

  test('OSDs that came back are not blamed while another is down, nor for nothing, nor if they are new', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded') };
    const log = [shutDown(3, 300), booted(3, 60)];
    expect(diagnose([snapshot({ log })])).toMatchObject({ causes: [], ruledOut: [] });
    expect(causes({ checks, log, down: [5] }).map(({ objects }) => objects)).toEqual([['osd.5']]);
    expect(causes({ checks, log: [booted(3, 60)] })[0]?.kind).toBe('unknown');
  });

  test('an OSD that is down and out is being replaced, and is listed after current causes', () => {
    const checks = {
      OSD_DOWN: check('1 osds down'),
      OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.5 is near full'),
    };
    const found = causes({ down: [3], out: [3], log: [failed(3, REFUSED)], checks });
    expect(found.map(({ kind }) => kind)).toEqual(['osd-full', 'osd-down']);
    expect(found[1]).toMatchObject({
      text: 'the daemon of osd.3 on b has stopped; it is out',
      proofs: [{}, { text: 'osd.3 is down and out' }],
    });
  });

  test('an OSD that is down is not explained by a crash report from before its last start', () => {
    expect(causes({ down: [3], log: [failed(3, REFUSED, 90), booted(3, 60)] })).toMatchObject([
      { kind: 'osd-down', confidence: 'likely', since: undefined },
    ]);
  });

  test('an OSD that is down explains that its server counts as down only if it is the only one there', () => {
    const checks = { OSD_HOST_DOWN: check('1 host (2 osds) down') };
    const alone: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
      nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [3] } : node)),
    });
    const changes = { down: [3], log: [failed(3, REFUSED)], checks };
    expect(causeKinds(changes)).toEqual(['osd-down', 'unknown']);
    expect(causeKinds({ ...changes, crush: alone })).toEqual(['osd-down']);
  });
});

describe('an OSD that flaps', () => {
  test('an OSD that flaps is a pattern after two times within minutes, and certain from the third time on', () => {
    const times = (count: number) =>
      Array.from({ length: count }, (_, index) => [
        failed(3, UNHEARD, 200 - index * 50),
        stillRunning(3, 180 - index * 50),
      ]);
    expect(causes({ log: times(2).flat() })[0]).toMatchObject({
      kind: 'osd-flap',
      confidence: 'likely',
      since: NOW - 200_000,
      text: 'osd.3 on b was marked down 2 times and came back, while its daemon ran',
      next: [
        'look at disk, load and link of b',
        'stop osd.3 until that is fixed, if `ceph osd ok-to-stop 3` agrees',
      ],
    });
    const [certain] = causes({ log: times(3).flat() });
    expect(certain?.confidence).toBe('certain');
    expect(certain?.proofs).toHaveLength(4);
  });

  test('an OSD that flaps because its daemon ends and is restarted is reported as such, even while it is down', () => {
    const log = [failed(3, REFUSED, 200), booted(3, 150), failed(3, REFUSED, 30)];
    const [found] = causes({ down: [3], log });
    expect(found).toMatchObject({
      kind: 'osd-flap',
      text: 'osd.3 on b was marked down 2 times and is down again: its daemon keeps stopping',
      next: ['read the log of osd.3 for why it stops', 'start osd.3 on b once that is fixed'],
    });
    expect(causeKinds({ down: [3], log: log.slice(1) })).toEqual(['osd-down']);
    expect(causeKinds({ down: [3], log: [log[0]!, log[2]!] })).toEqual(['osd-down']);
  });

  test('an OSD that was lost with its server before and ends once now does not flap, nor does a destroyed one', () => {
    const log = [failed(3, UNHEARD, 300), booted(3, 250), failed(3, REFUSED, 30)];
    expect(causeKinds({ down: [3], log })).toEqual(['osd-down']);
    const back = [failed(3, UNHEARD, 250), booted(3, 200), failed(3, REFUSED, 30), booted(3, 10)];
    expect(causes({ log: [...back, stillRunning(3, 9)] })[0]?.text).toBe(
      'osd.3 on b was marked down 2 times and came back',
    );
    const twice = [failed(3, REFUSED, 300), booted(3, 250), failed(3, REFUSED, 30)];
    expect(causeKinds({ destroyed: [3], log: twice })).toEqual(['osd-down']);
  });

  test('an OSD that stays down for more than a minute does not flap any more', () => {
    const log = (ago: number) => [failed(3, UNHEARD, 300), booted(3, 250), failed(3, UNHEARD, ago)];
    expect(causeKinds({ down: [3], log: log(60) })).toEqual(['osd-flap']);
    expect(causeKinds({ down: [3], log: log(61) })).toEqual(['osd-hang']);
  });

  test('an OSD that a command marked down does not flap, and one that was marked down once is not to be stopped', () => {
    const command = (ids: string) =>
      line(
        100,
        'mon',
        `from='client.1' entity='client.a' cmd=[{"prefix": "osd down", "ids": [${ids}]}]: dispatch`,
      );
    const log = (ids: string) => [command(ids), stillRunning(3, 95)];
    expect(causes({ log: log('"3"') })).toEqual([]);
    expect(causes({ log: log('"1", "osd.3"') })).toEqual([]);
    expect(causes({ log: log('"1", "13"') })).toMatchObject([
      {
        text: 'osd.3 on b was marked down once and came back, while its daemon ran',
        next: ['look at disk, load and link of b'],
      },
    ]);
  });

  test('an OSD that flaps is a current cause until a minute after it came back, and history after five', () => {
    const checks = { SLOW_OPS: check('9 slow ops') };
    const back = (ago: number) =>
      causes({ checks, log: [failed(3, UNHEARD, ago + 40), stillRunning(3, ago)] });
    expect(back(60)).toMatchObject([{ kind: 'osd-flap', isOver: false, explains: ['SLOW_OPS'] }]);
    expect(back(61)).toMatchObject([{ kind: 'unknown' }, { kind: 'osd-flap', isOver: true, explains: [] }]);
    expect(back(301)).toMatchObject([{ kind: 'unknown' }]);
  });
});
