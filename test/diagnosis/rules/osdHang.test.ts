import { describe, expect, test } from 'vitest';
import { osdHang } from '../../../src/diagnosis/rules/osdHang.ts';
import { ofOsd, PLACE_SYMPTOMS } from '../../../src/diagnosis/symptomIds.ts';
import {
  booted,
  about3,
  answers,
  causes,
  check,
  evidenceOf,
  failed,
  line,
  NOW,
  REFUSED,
  shutDown,
  type SnapshotChanges,
  stillRunning,
  UNHEARD,
  wait,
  causeKinds,
} from '../support.ts';

describe('an OSD that hangs', () => {
  const missed = (ago: number, by: number) =>
    line(
      ago,
      `osd.${by}`,
      'heartbeat_check: no reply from 10.0.0.1:6800 osd.3 since back 2026-11-20T11:59:20.5+0000 front 2026-11-20T11:59:20.5+0000 (oldest deadline 2026-11-20T11:59:42.1+0000)',
    );

  test('an OSD that hangs has done so since its peers last heard from it, even if they report it late', () => {
    const since = (ago: number) => causes({ log: [missed(ago, 0), missed(ago, 5)] })[0];
    expect(since(15)).toMatchObject({ kind: 'osd-hang', since: NOW - 39_500 });
    expect(since(1)).toMatchObject({
      since: NOW - 39_500,
      text: 'osd.3 on b answers nobody, though its daemon has not stopped',
      next: ['look at osd.3 on b: its process, its disk, its link', 'restart osd.3'],
    });
  });

  test('an OSD that hangs and was marked out is said to be out', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 3 pgs degraded') };
    expect(causes({ down: [3], out: [3], checks, log: [failed(3, UNHEARD, 900)] })[0]?.text).toBe(
      'osd.3 on b answers nobody, though its daemon has not stopped; it is out',
    );
  });

  test('an OSD that hangs is still the cause after it is marked down, before the log line that says why was read', () => {
    expect(causes({ down: [3], log: [missed(3, 0), missed(2, 5)] })[0]).toMatchObject({
      kind: 'osd-hang',
      since: NOW - 39_500,
    });
    // A later boot invalidates what peers said before.
    expect(causeKinds({ down: [3], log: [missed(30, 0), missed(29, 5), booted(3, 10)] })).toEqual([
      'osd-down',
    ]);
  });

  test('an OSD that hangs has done so since its oldest request, or since its peers missed it, whichever is earlier', () => {
    const evidence = answers({ silent: [3], waits: [wait(0, 3, 1), wait(5, 3, 0.9), wait(1, 6, 90)] });
    const [found] = causes({ evidence });
    expect(found?.since).toBe(NOW - 1000);
    expect(found?.proofs.at(-1)?.text).toBe('requests of 1 OSD wait for osd.3, the oldest for 1 s');
    expect(causes({ down: [3], log: [failed(3, UNHEARD)], evidence })[0]?.since).toBe(NOW - 55_000);
  });

  test('an OSD does not hang if its server reports that its daemon does not run', () => {
    expect(
      causeKinds({ evidence: answers({ silent: [3] }), disks: about3({ daemonRunning: false }) }),
    ).toEqual([]);
  });

  const proposed = (changes: SnapshotChanges) => osdHang.propose(evidenceOf(changes));
  const silent = answers({ silent: [3] });

  test('the proofs that an OSD hangs are the signs of its silence and the newest lines of its peers', () => {
    const [found] = proposed({
      down: [3],
      log: [failed(3, UNHEARD, 40), missed(35, 0), missed(33, 5), missed(31, 6)],
      evidence: answers({ silent: [3], waits: [wait(0, 3, 2.6), wait(5, 3, 31.4)] }),
    });
    expect(found).toMatchObject({
      objects: ['osd.3'],
      host: 'b',
      isProven: false,
      proofs: [
        { text: expect.stringContaining('osd.3 failed'), source: 'log' },
        { text: expect.stringContaining('osd.5'), source: 'log' },
        { text: expect.stringContaining('osd.6'), source: 'log' },
        { text: 'osd.3 was asked and did not answer in time', source: 'daemons' },
        { text: 'requests of 2 OSDs wait for osd.3, the oldest for 31 s', source: 'daemons' },
      ],
    });
    expect(proposed({ down: [3], log: [failed(3, UNHEARD)] })[0]?.proofs).toHaveLength(1);
  });

  test('an OSD does not hang if it has ended, was stopped or shows that it runs', () => {
    expect(proposed({ down: [3], log: [failed(3, REFUSED)] })).toEqual([]);
    expect(proposed({ down: [3], log: [shutDown(3)] })).toEqual([]);
    expect(proposed({ down: [3], log: [failed(3, UNHEARD), stillRunning(3, 25)] })).toEqual([]);
    expect(proposed({ down: [3] })).toEqual([]);
    expect(proposed({ down: [3], evidence: silent })).toHaveLength(1);
    expect(proposed({ evidence: silent })).toHaveLength(1);
    expect(proposed({ evidence: answers({ silent: [99] }) })).toEqual([]);
  });

  test('with nodown set, an OSD that answers nobody may have stopped', () => {
    expect(proposed({ evidence: silent, flags: ['nodown'] })[0]?.text).toBe('osd.3 on b answers nobody');
    expect(proposed({ evidence: silent, out: [3] })[0]?.text).toBe(
      'osd.3 on b answers nobody, though its daemon has not stopped',
    );
  });

  test('it is doubtful that an OSD hangs if its daemon does not run, or its whole server is out', () => {
    const doubts = (changes: SnapshotChanges) => proposed({ evidence: silent, ...changes })[0]?.against;
    expect(doubts({})).toEqual([]);
    expect(doubts({ disks: about3({ daemonRunning: false }) })).toEqual([
      { text: 'the daemon of osd.3 does not run', weight: 5 },
    ]);
    expect(doubts({ down: [2, 3], out: [2, 3] })).toEqual([
      { text: 'all OSDs of b are down and out', weight: 1 },
    ]);
  });

  test('an OSD that hangs explains what waits for it, and also that its server is down if the server has no other OSD', () => {
    const alone: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
      nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [3] } : node)),
    });
    const explained = (changes: SnapshotChanges) => proposed({ evidence: silent, ...changes })[0]?.explains;
    expect(explained({})).toEqual(
      expect.arrayContaining((['down', 'silent', 'waited'] as const).map((what) => ofOsd(what, 3))),
    );
    expect(explained({})).not.toContain(PLACE_SYMPTOMS[0]);
    expect(explained({ crush: alone })).toEqual(expect.arrayContaining([...PLACE_SYMPTOMS]));
  });
});
