import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import { netLoss, netSlow } from '../../../src/diagnosis/rules/network.ts';
import {
  answers,
  causes,
  evidenceOf,
  REFUSED,
  check,
  failed,
  line,
  NOW,
  type SnapshotChanges,
  UNHEARD,
  wait,
  ping,
  PINGS_OF_B,
} from '../support.ts';

const withPings = (pings: readonly ReturnType<typeof ping>[], more: object = {}): SnapshotChanges => ({
  evidence: answers({ pings: [...pings], ...more }),
});

describe('a slow network', () => {
  test('a slow network of a server is likely, and shown with the slowest of its pings and who waits there', () => {
    expect(
      causes(withPings(PINGS_OF_B, { waits: [wait(2, 0, 20), wait(6, 3, 2), wait(2, 3, 40)] })),
    ).toMatchObject([
      {
        kind: 'net-slow',
        objects: ['b'],
        host: 'b',
        since: NOW - 20_000,
        confidence: 'likely',
        text: 'the network of b is slow, or loses packets',
        proofs: [
          { text: 'all 3 reported slow pings lead to b, the slowest takes 300 ms' },
          { text: '2 requests between b and others wait, the oldest for 20 s' },
        ],
        next: ['check link errors and speed of b, and its switch port'],
      },
    ]);
  });

  test('copies that are missing are not due to a slow network as long as all OSDs are up', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 1/3 objects degraded') };
    const [found, other] = causes({ ...withPings(PINGS_OF_B), checks });
    expect([found?.kind, found?.explains, other?.kind]).toEqual(['net-slow', [], 'unknown']);
    const returned = causes({
      ...withPings(PINGS_OF_B),
      checks,
      log: [failed(2, UNHEARD, 60), line(30, 'mon', 'osd.2 [v2:10.0.0.1:6800/1] boot')],
    });
    expect(returned[0]).toMatchObject({ kind: 'net-slow', explains: ['PG_DEGRADED'] });
  });

  test('a slow network loses packets if a request to or from the server waits for more than 20 s', () => {
    const [found] = causes(withPings(PINGS_OF_B, { waits: [wait(2, 0, 20.4)] }));
    expect(found).toMatchObject({
      kind: 'net-loss',
      text: 'the network of b loses packets: requests to and from it wait for up to 20 s',
    });
    expect(causes(withPings(PINGS_OF_B, { waits: [wait(2, 3, 40)] }))[0]?.kind).toBe('net-slow');
  });

  test('a slow network is found in the health checks if no daemon was asked, by what holds now', () => {
    const slow = (from: number, to: number, rest = '') =>
      `Slow OSD heartbeats on back from osd.${from} [r1,a] to osd.${to} [] ${1000 + from}.001 msec${rest}`;
    const raised = (...details: string[]) => ({
      OSD_SLOW_PING_TIME_BACK: check('Slow OSD heartbeats on back (longest 1006.001ms)', ...details),
    });
    const details = [slow(2, 0), slow(3, 5), slow(6, 2)];
    expect(causes({ checks: raised(...details) })).toMatchObject([
      {
        kind: 'net-slow',
        objects: ['b'],
        explains: ['OSD_SLOW_PING_TIME_BACK'],
        proofs: [
          { text: 'all 3 reported slow pings lead to b, the slowest takes 1006 ms', source: 'health' },
        ],
      },
    ]);
    const kinds = (more: SnapshotChanges) => causes(more).map(({ kind }) => kind);
    expect(kinds({ checks: raised(...details), evidence: answers({ pings: [] }) })).toEqual(['unknown']);
    const improving = details.map((line) => `${line} possibly improving`);
    expect(kinds({ checks: raised(...improving) })).toEqual(['unknown']);
    const frozen = { ...raised(...details), MGR_DOWN: check('no active mgr') };
    expect(kinds({ checks: frozen })).not.toContain('net-slow');
  });

  test('both servers are named if all slow pings are between two, as when the third of three is down', () => {
    const pings = [ping(2, 0, 200), ping(2, 1, 210), ping(3, 0, 220), ping(1, 3, 300)];
    expect(causes(withPings(pings))).toMatchObject([
      {
        kind: 'net-slow',
        objects: ['a', 'b'],
        text: 'the network between a and b is slow, or loses packets',
        proofs: [{ text: 'all 4 reported slow pings are between a and b, the slowest takes 300 ms' }],
        next: ['check link errors and speed of a and b, and their switch ports'],
      },
    ]);
  });

  test('the network of a rack is slow if pings between its servers are quick, and those to the rest are not', () => {
    const rooms = (map: CrushMap): CrushMap => ({
      ...map,
      nodes: map
        .nodes!.map((node) =>
          node.id === -3
            ? { ...node, children: [-12] }
            : node.id === -1
              ? { ...node, children: [-2, -3, -4] }
              : node,
        )
        .concat({ id: -4, name: 'r3', type: 'RACK', children: [-13] }),
    });
    const toRest = [ping(0, 4, 200), ping(1, 6, 210), ping(2, 5, 220), ping(7, 3, 300)];
    const [found] = causes({ ...withPings(toRest, { waits: [wait(0, 2, 9), wait(4, 3, 5)] }), crush: rooms });
    expect(found).toMatchObject({
      kind: 'net-slow',
      objects: ['r1'],
      host: undefined,
      since: NOW - 5000,
      text: 'the network of rack r1 is slow, or loses packets',
      next: ['check the switch of rack r1 and its uplink for errors and load'],
    });
    const inside = [...toRest, ping(0, 2, 190)];
    expect(causes({ ...withPings(inside), crush: rooms })[0]?.objects).not.toEqual(['r1']);
  });

  test('both racks are named if all slow pings are between two', () => {
    const pings = [ping(0, 4, 200), ping(1, 6, 210), ping(2, 5, 220), ping(7, 3, 300)];
    expect(causes(withPings(pings))).toMatchObject([
      { objects: ['r1', 'r2'], text: 'the network between rack r1 and rack r2 is slow, or loses packets' },
    ]);
  });

  test('several slow servers are named together if each is slow to two others that are not slow to each other', () => {
    const ofA = [ping(0, 4, 200), ping(1, 6, 210), ping(7, 1, 205), ping(5, 0, 190)];
    const ofB = [ping(2, 4, 100), ping(3, 7, 110), ping(6, 2, 105)];
    const [found] = causes(withPings([...ofA, ...ofB, ping(0, 3, 290)]));
    expect(found).toMatchObject({
      kind: 'net-slow',
      objects: ['a', 'b'],
      text: 'the network of a and b is slow, or loses packets',
      proofs: [{ text: 'all 8 reported slow pings lead to a and b, the slowest takes 290 ms' }],
      next: ['check link errors and speed of a and b, and their switch ports'],
    });
    // One request that was lost does not tell that both lose packets.
    const lossy = causes(withPings([...ofA, ...ofB, ping(0, 3, 290)], { waits: [wait(0, 4, 30)] }))[0];
    expect(lossy).toMatchObject({
      kind: 'net-loss',
      text: 'the network of a and b loses packets or is slow: requests to and from them wait for up to 30 s',
    });
  });

  test.each<[string, readonly ReturnType<typeof ping>[]]>([
    [
      'two pairs of servers are slow, each between themselves',
      [0, 1, 0, 1].flatMap((id, index) => [
        ping(id, 2 + (index % 2), 200 + index),
        ping(4 + id, 6 + (index % 2), 190),
      ]),
    ],
    [
      'all servers are slow to all others',
      [0, 1, 2, 3].flatMap((a) =>
        [0, 1, 2, 3].flatMap((b) => (a === b ? [] : [ping(2 * a, 2 * b + 1, 200)])),
      ),
    ],
  ])('no server is blamed for a slow network if %s', (_, pings) => {
    expect(causes(withPings(pings))).toEqual([]);
  });

  test('a slow network may have begun long ago if no request waits for as long as a second', () => {
    const [found] = causes(withPings(PINGS_OF_B, { waits: [wait(2, 0, 0.9)] }));
    expect(found).toMatchObject({ kind: 'net-slow', since: NOW, mayBeOlder: true });
    expect(found?.proofs).toHaveLength(1);
  });

  test('a slow network explains requests that wait at both ends of its link', () => {
    const waits = [wait(2, 0, 3), wait(3, 0, 3), wait(0, 2, 3), wait(6, 2, 3)];
    expect(causes(withPings(PINGS_OF_B, { waits })).map(({ kind }) => kind)).toEqual(['net-slow']);
    expect(causes(withPings(PINGS_OF_B, { waits: [wait(2, 0, 1)] }))[0]?.since).toBe(NOW - 1000);
  });

  test.each<[string, readonly ReturnType<typeof ping>[]]>([
    ['two pings alone are slow', PINGS_OF_B.slice(0, 2)],
    ['they lead to one of its two OSDs', [ping(2, 0, 300), ping(5, 2, 280), ping(2, 7, 260)]],
    ['they run between its own OSDs', [ping(2, 3, 300), ping(3, 2, 280), ping(2, 3, 260)]],
    ['one in four leads elsewhere', [...PINGS_OF_B, ping(0, 4, 250)]],
  ])('a slow network is not blamed if %s', (_, pings) => {
    expect(causes(withPings(pings))).toEqual([]);
  });

  test('a slow network is blamed if nine of ten slow pings lead to it, with their number', () => {
    const nine = [0, 1, 4, 5, 6].flatMap((id) => [ping(2, id, 30), ping(id, 3, 30)]).slice(0, 9);
    const [found] = causes(withPings([...nine, ping(0, 4, 250)]));
    expect(found).toMatchObject({ kind: 'net-slow', objects: ['b'] });
    expect(found?.proofs[0]?.text).toBe('9 of 10 reported slow pings lead to b, the slowest takes 30 ms');
    expect(causes(withPings([...nine.slice(1), ping(0, 4, 250)]))).toEqual([]);
  });

  test('a slow network is not blamed if an OSD there does not answer or was away, because its pings are old', () => {
    expect(causes(withPings(PINGS_OF_B, { silent: [3] })).map(({ kind }) => kind)).toEqual(['osd-hang']);
    // Nor is the other rack blamed, to which all of these pings lead as well.
    const toOtherRack = [ping(2, 4, 300), ping(2, 6, 300), ping(7, 2, 400), ping(5, 2, 300), ping(3, 6, 300)];
    expect(causes(withPings(toOtherRack, { silent: [3] })).map(({ kind }) => kind)).toEqual(['osd-hang']);
    const log = [
      failed(3, UNHEARD, 280),
      line(270, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
    ];
    expect(causes({ ...withPings(PINGS_OF_B), log }).map(({ kind }) => kind)).toEqual(['osd-flap']);
  });
});

test('at most as many pings and waits are used as a service may send', () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    ping(index % 2 === 0 ? 2 : 3, index % 4 < 2 ? 6 : 0, 30),
  );
  const [found] = causes(withPings(many));
  expect(found?.proofs[0]?.text).toContain('all 256 reported slow pings lead to');
});

test('a server that alone tells slow pings to another rack is not named, as it may be the link of its own rack', () => {
  // osd.0 and osd.1 on a, which shares its rack with b.
  const across = [ping(0, 4, 300), ping(0, 6, 300), ping(1, 5, 300), ping(1, 7, 300)];
  expect(causes(withPings(across))).toEqual([]);
  expect(causes(withPings([...across, ping(0, 2, 300)]))).toMatchObject([{ objects: ['a'] }]);
  // One server of the other rack may have told of b, if it had been asked about it.
  expect(causes(withPings([...across, ping(4, 0, 300)]))).toEqual([]);
  expect(causes(withPings([...across, ping(4, 0, 300), ping(6, 1, 300)]))).toMatchObject([
    { objects: ['a'] },
  ]);
  // Without b the rack has no other server.
  const crush = ({ nodes = [], ...map }: CrushMap): CrushMap => ({
    ...map,
    nodes: nodes.map((node) => (node.name === 'r1' ? { ...node, children: [-10] } : node)),
  });
  expect(causes({ ...withPings(across), crush })).toMatchObject([{ objects: ['a'] }]);
});

describe('the network of a server as a possible cause', () => {
  const proposed = (changes: SnapshotChanges) => {
    const evidence = evidenceOf(changes);
    return [netLoss, netSlow].map((rule) => rule.propose(evidence)[0]);
  };

  test('lost packets are doubted unless a request waits for more than 20 s, and a slow link if one does', () => {
    const doubts = (seconds: number) =>
      proposed(withPings(PINGS_OF_B, { waits: [wait(2, 0, seconds)] })).map((found) => found?.against);
    const tooShort = { text: 'no request has waited long enough to show packet loss', weight: 2 };
    expect(doubts(20)).toEqual([[tooShort], []]);
    expect(doubts(21)).toEqual([
      [],
      [{ text: 'requests wait for 21 s: their packets were lost', weight: 2 }],
    ]);
  });

  test('a bad link explains what serves nothing, but not OSDs whose daemons have ended', () => {
    const codes = (changes: SnapshotChanges) =>
      proposed({ ...withPings(PINGS_OF_B, { waits: [wait(4, 2, 3)] }), ...changes })[1]?.explains ?? [];
    const all = ['OSD_DOWN', 'PG_AVAILABILITY', 'PG_DEGRADED'].map((code) => `check:${code}`);
    const others = ['pings', 'writes', 'waited:osd.2', 'waited:osd.3', 'check:SLOW_OPS'];
    expect(codes({})).toEqual(expect.arrayContaining([...all.slice(0, 2), ...others]));
    const ended = { down: [1], log: [failed(1, REFUSED)] };
    for (const code of all) expect(codes(ended)).not.toContain(code);
    expect(codes(ended)).toEqual(expect.arrayContaining(others));
    expect(codes({ down: [1, 6], log: ended.log })).toEqual(expect.arrayContaining(all));
  });

  test('of two servers with a bad link between them, requests across it count once, and others do not', () => {
    const between = [ping(2, 0, 200), ping(2, 1, 210), ping(3, 0, 220), ping(1, 3, 300)];
    const waits = [wait(0, 2, 25), wait(3, 1, 22), wait(2, 3, 40)];
    const [loss] = proposed(withPings(between, { waits }));
    expect(loss).toMatchObject({
      text: 'the network between a and b loses packets: requests across it wait for up to 25 s',
      proofs: [
        { text: 'all 4 reported slow pings are between a and b, the slowest takes 300 ms' },
        { text: '2 requests between a and others wait, the oldest for 25 s', source: 'daemons' },
      ],
    });
    expect(loss).not.toHaveProperty('host');
  });
});
