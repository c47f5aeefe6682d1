import { describe, expect, test } from 'vitest';
import { osdDown } from '../../../src/diagnosis/rules/osdDown.ts';
import { osdFlap } from '../../../src/diagnosis/rules/osdFlap.ts';
import { ofOsd, PING_SYMPTOMS, PLACE_SYMPTOMS } from '../../../src/diagnosis/symptomIds.ts';
import {
  about3,
  answers,
  booted,
  check,
  evidenceOf,
  failed,
  NOW,
  ping,
  REFUSED,
  shutDown,
  type SnapshotChanges,
  stillRunning,
  UNHEARD,
} from '../support.ts';

/** osd.3 is the only OSD of its server. */
const alone: SnapshotChanges['crush'] = ({ nodes = [] }) => ({
  nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [3] } : node)),
});

describe('what is said of an OSD that is down', () => {
  const proposed = (changes: SnapshotChanges) => osdDown.propose(evidenceOf(changes));
  const first = (changes: SnapshotChanges) => proposed(changes)[0];
  const doubts = (changes: SnapshotChanges) => first(changes)?.against;

  test('it is doubtful that the daemon of an OSD has ended if it went silent', () => {
    const silent = [{ text: 'osd.3 went silent, its port refused no connection', weight: 3 }];
    expect(doubts({ down: [3], log: [failed(3, UNHEARD)] })).toEqual(silent);
    expect(doubts({ down: [3], evidence: answers({ silent: [3] }) })).toEqual(silent);
    expect(doubts({ down: [3], log: [failed(3, REFUSED)] })).toEqual([]);
    expect(doubts({ down: [3] })).toEqual([]);
  });

  test('a single OSD is doubtful if all those of its server are down and out', () => {
    const all = [{ text: 'all OSDs of b are down and out', weight: 1 }];
    expect(doubts({ down: [2, 3], out: [2, 3] })).toEqual(all);
    expect(doubts({ down: [2, 3], out: [3] })).toEqual([]);
    expect(doubts({ down: [3], out: [2, 3] })).toEqual([]);
    expect(doubts({ down: [3], out: [3], crush: alone })).toEqual([]);
    // The reason of its end is known.
    expect(doubts({ down: [2, 3], out: [2, 3], log: [failed(2, REFUSED), failed(3, REFUSED)] })).toEqual([]);
  });

  test('OSDs of a server are named together only if they ended in the same way', () => {
    const keys = (changes: SnapshotChanges) =>
      proposed({ down: [2, 3], ...changes }).map(({ alike }) => alike?.key);
    const [two, three] = keys({ log: [failed(2, REFUSED), failed(3, REFUSED)] });
    expect(two).toBeDefined();
    expect(two).toBe(three);
    for (const other of [
      keys({ log: [failed(2, REFUSED), failed(3, REFUSED)], out: [3] }),
      keys({ log: [failed(2, REFUSED), shutDown(3)] }),
      keys({ down: [3, 4], log: [failed(3, REFUSED), failed(4, REFUSED)] }),
    ])
      expect(new Set(other).size).toBe(2);
    expect(keys({ log: [failed(2, REFUSED), failed(3, UNHEARD)] })).toEqual([two, undefined]);
  });

  test('OSDs that are named together bring the proofs of each', () => {
    const stopped = first({
      down: [2, 3],
      log: [failed(2, REFUSED, 40), failed(3, REFUSED, 30)],
      disks: (disk) => ({ ...disk, daemonRunning: disk.hostname !== 'b' }),
    })?.alike?.join(['osd.3', 'osd.7']);
    expect(stopped).toMatchObject({
      objects: ['osd.2', 'osd.3'],
      host: 'b',
      since: NOW - 40_000,
      isProven: true,
      proofs: [
        { text: expect.stringContaining('osd.2 failed'), source: 'log' },
        { text: expect.stringContaining('osd.3 failed'), source: 'log' },
        { text: 'osd.2, osd.3 are down and in', source: 'crush' },
        { text: 'their daemons do not run on b', source: 'disks' },
      ],
    });
  });

  test('slow pings between other OSDs are not explained by one that is down', () => {
    const explained = (from: number, to: number) =>
      first({
        down: [3],
        log: [failed(3, REFUSED)],
        evidence: answers({ pings: [ping(from, to, 3000)] }),
      })?.explains.filter((one) => PING_SYMPTOMS.has(one)) ?? [];
    expect(explained(0, 4)).toEqual([]);
    expect(explained(3, 4)).toHaveLength(PING_SYMPTOMS.size);
    expect(explained(4, 3)).toHaveLength(PING_SYMPTOMS.size);
  });

  test('an OSD that is down explains what waits for it, and also that its server is down if the server has no other OSD', () => {
    const found = first({ down: [3], log: [failed(3, REFUSED)] })?.explains;
    expect(found).toEqual(
      expect.arrayContaining((['down', 'waited', 'silent'] as const).map((what) => ofOsd(what, 3))),
    );
    expect(found).not.toContain(PLACE_SYMPTOMS[0]);
    expect(first({ down: [3], log: [failed(3, REFUSED)], crush: alone })?.explains).toEqual(
      expect.arrayContaining([...PLACE_SYMPTOMS]),
    );
  });

  test('an OSD that was destroyed is proven by the CRUSH map, and one that runs is left to the rules of links', () => {
    expect(first({ destroyed: [3] })).toMatchObject({
      kind: 'osd-down',
      host: 'b',
      isProven: true,
      against: [],
      proofs: [{ text: 'osd.3 is destroyed and in', source: 'crush' }],
    });
    expect(proposed({ down: [3], log: [failed(3, UNHEARD), stillRunning(3, 25)] })).toEqual([]);
  });
});

describe('what is said of an OSD that flaps', () => {
  const proposed = (changes: SnapshotChanges) => osdFlap.propose(evidenceOf(changes));
  const text = (changes: SnapshotChanges) => proposed(changes)[0]?.text;

  test('an end that monitors log again within a minute is one, unless the OSD has booted in between', () => {
    const twice = 'osd.3 on b was marked down 2 times and came back: its daemon keeps stopping';
    const found = (again: number, ...boots: number[]) =>
      text({
        log: [failed(3, REFUSED, 250), failed(3, REFUSED, again), ...boots.map((ago) => booted(3, ago))],
      });
    expect(found(189, 100)).toBe(twice);
    expect(found(190, 100)).toBeUndefined();
    expect(found(200, 230)).toBe(twice);
    expect(found(200, 200)).toBe(twice);
    expect(found(200, 250)).toBeUndefined();
    expect(found(200, 260)).toBeUndefined();
    // Peers that miss it do so each time.
    expect(text({ log: [failed(3, UNHEARD, 250), failed(3, UNHEARD, 240), booted(3, 100)] })).toMatch(
      /2 times/,
    );
    expect(text({ log: [failed(3, REFUSED, 250), failed(3, UNHEARD, 240), booted(3, 100)] })).toMatch(
      /2 times/,
    );
  });

  test('an OSD that runs, but that its peers do not hear, is said to do so', () => {
    const unheard = { down: [3], log: [failed(3, UNHEARD), stillRunning(3, 25)] };
    expect(proposed(unheard)).toMatchObject([
      {
        kind: 'osd-flap',
        text: 'osd.3 on b runs, but its peers do not hear it',
        next: [
          'look at disk, load and link of b',
          'stop osd.3 until that is fixed, if `ceph osd ok-to-stop 3` agrees',
        ],
      },
    ]);
    expect(text({ ...unheard, log: [booted(3, 200), ...unheard.log] })).toBe(
      'osd.3 on b was marked down once and is down again',
    );
  });

  test('an OSD whose daemon keeps stopping is started first while placement groups cannot serve I/O', () => {
    const log = [failed(3, REFUSED, 200), booted(3, 150), failed(3, REFUSED, 30)];
    expect(proposed({ down: [3], log, checks: { PG_AVAILABILITY: check('inactive') } })[0]?.next).toEqual([
      'start osd.3 on b: placement groups cannot serve I/O',
      'read the log of osd.3 for why it stops',
    ]);
    expect(proposed({ log: [...log, booted(3, 20)] })[0]?.next).toEqual([
      'read the log of osd.3 for why it stops',
      'stop osd.3 until that is fixed, if `ceph osd ok-to-stop 3` agrees',
    ]);
  });

  test('an OSD that flaps explains what waits for it, and also that its server is down if the server has no other OSD', () => {
    const log = [failed(3, UNHEARD, 100), stillRunning(3, 50)];
    const found = proposed({ log })[0]?.explains;
    expect(found).toEqual(
      expect.arrayContaining((['flap', 'down', 'silent', 'waited'] as const).map((what) => ofOsd(what, 3))),
    );
    expect(found).not.toContain(PLACE_SYMPTOMS[0]);
    expect(proposed({ log, crush: alone })[0]?.explains).toEqual(expect.arrayContaining([...PLACE_SYMPTOMS]));
  });

  test('an OSD that was marked down only once does not flap, nor does one that has stopped according to its server', () => {
    expect(proposed({ log: [failed(3, UNHEARD, 100), booted(3, 50)] })).toEqual([]);
    expect(
      proposed({
        down: [3],
        log: [failed(3, UNHEARD), stillRunning(3, 25)],
        disks: about3({ daemonRunning: false }),
      }),
    ).toEqual([]);
  });
});
