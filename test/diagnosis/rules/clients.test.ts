import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import {
  answers,
  causes,
  check,
  failed,
  line,
  PINGS_OF_B,
  REFUSED,
  snapshot,
  type SnapshotChanges,
  UNHEARD,
  wait,
  writesTook,
} from '../support.ts';

describe('a client that takes load from others', () => {
  const seven = { client: 'client.7', address: '10.1.1.7', pool: 'rbd', inFlight: 300 };
  const eight = { client: 'client.8', inFlight: 2 };
  /** Queues of OSDs on servers a, b and c. */
  const QUEUES = [
    { osd: 0, ms: 2 },
    { osd: 2, ms: 64.4 },
    { osd: 4, ms: 3 },
  ];
  const busy = (clients: readonly object[], queues: readonly object[] = QUEUES): SnapshotChanges => ({
    evidence: answers({ clients: [...clients], queues: [...queues] }),
  });
  const slow = (changes: SnapshotChanges): SnapshotChanges => ({
    ...changes,
    more: { writeLatency: writesTook(2000) },
  });

  test('a busy client is named with its address and pool, together with the next busiest one and the queues', () => {
    expect(causes(busy([seven, eight]))).toMatchObject([
      {
        kind: 'hot-client',
        objects: ['client.7', 'rbd'],
        confidence: 'likely',
        text: 'client.7 at 10.1.1.7 has 300 requests in flight in rbd, and others wait',
        proofs: [
          { text: 'the next busiest client has 2 requests in flight' },
          { text: 'requests wait in the queues of 3 OSDs, for up to 64 ms' },
        ],
      },
    ]);
  });

  test('a busy client is named while all writes are slow, also where the queues of OSDs are not known', () => {
    expect(causes(slow(busy([seven, eight], [])))).toMatchObject([
      {
        objects: ['client.7', 'rbd'],
        proofs: [{}, { text: 'writes take 2.0 times as long as usual' }],
      },
    ]);
    expect(causes(slow(busy([seven, eight])))[0]?.proofs).toHaveLength(3);
  });

  test('a busy client is named without details that are unknown', () => {
    expect(causes(busy([{ client: 'client.7', inFlight: 300 }, eight]))).toMatchObject([
      { objects: ['client.7'], text: 'client.7 has 300 requests in flight, and others wait' },
    ]);
    expect(causes(busy([{ pool: 'rbd', inFlight: 300 }, eight]))).toEqual([]);
  });

  test('a client is busy if it has far more requests in flight than the next one, which has some', () => {
    const of = (inFlight: number, ...next: readonly number[]) =>
      causes(busy([{ ...seven, inFlight }, ...next.map((one) => ({ client: 'client.8', inFlight: one }))]));
    expect(of(96, 32)).toHaveLength(1);
    expect(of(96, 33)).toEqual([]);
    expect(of(64, 2)).toHaveLength(1);
    expect(of(63, 2)).toEqual([]);
    // Nobody else is seen to wait.
    expect(of(500)).toEqual([]);
    expect(of(500, 0)).toEqual([]);
  });

  test('a busy client is not said to make others wait while queues are short and writes as fast as usual', () => {
    const { evidence } = busy([seven, eight], [{ osd: 0, ms: 1.9 }]);
    const calm = diagnose([snapshot({ evidence: evidence!, more: { writeLatency: writesTook(1000) } })]);
    expect([calm.causes, calm.ruledOut]).toEqual([[], []]);
  });

  test('queues on one or two servers only are no overload of the cluster', () => {
    expect(causes(busy([seven, eight], QUEUES.slice(1)))).toEqual([]);
    expect(causes(busy([seven, eight], [...QUEUES.slice(1), { osd: 3, ms: 50 }]))).toEqual([]);
    expect(causes(busy([seven, eight], [...QUEUES.slice(1), { osd: 0, ms: 1.9 }, { ms: 9 }]))).toEqual([]);
  });

  test('an OSD that answers late while many have long queues does not hang, unless requests wait for it for five seconds', () => {
    const late = (queues: readonly object[], oldest: number) =>
      causes({
        evidence: answers({
          silent: [6],
          waits: [wait(0, 6, oldest), wait(2, 6, oldest)],
          queues: [...queues],
        }),
      });
    expect(late(QUEUES, 4.9)).toEqual([]);
    expect(late(QUEUES, 5)).toMatchObject([{ kind: 'osd-hang', objects: ['osd.6'] }]);
    expect(late([], 2.5)).toMatchObject([{ kind: 'osd-hang', against: [] }]);
  });

  test('long queues without a busy client are blamed on nobody', () => {
    expect(causes(busy([eight, { client: 'client.9', inFlight: 1 }]))).toEqual([]);
  });
});

describe('a client of the filesystem that blocks others', () => {
  const slow = { MDS_SLOW_REQUEST: check('1 MDSs report slow requests') };
  const request = (ago: number, client: number) =>
    line(ago, 'mds.a', `slow request 34 seconds old: client_request(client.${client}:7 lookup #0x1/held)`);
  const evicted = (ago: number, client: string) =>
    line(ago, 'mds.a', `evicting unresponsive client ${client} (4703)`);

  test('a blocking client is unknown until something names it, but the waiting ones are shown', () => {
    const text = (...log: ReturnType<typeof line>[]) => causes({ checks: slow, log })[0]?.text;
    const told = (who: string) =>
      `a client of the filesystem holds what ${who} for; which one is not known yet`;
    expect(text()).toBe(told('others wait'));
    expect(text(request(20, 41), request(10, 41))).toBe(told('client.41 waits'));
    expect(text(request(20, 41), request(10, 42))).toBe(told('others wait'));
  });

  test('a blocking client is certain if it was evicted after requests began to wait', () => {
    expect(causes({ checks: slow, log: [request(90, 41), evicted(70, 'web-1')] })).toMatchObject([
      {
        kind: 'client-hung',
        objects: ['web-1'],
        confidence: 'certain',
        text: 'web-1 does not release what others wait for',
        proofs: [{ source: 'health' }, { source: 'log' }, { source: 'log' }],
      },
    ]);
  });

  test('a client that was evicted before requests began to wait is not the blocking one', () => {
    expect(causes({ checks: slow, log: [evicted(95, 'web-1'), request(90, 41)] })[0]?.objects).toEqual([]);
    expect(causes({ checks: slow, log: [evicted(61, 'web-1')] })[0]?.objects).toEqual([]);
    expect(causes({ checks: slow, log: [evicted(59, 'web-1')] })[0]?.objects).toEqual(['web-1']);
  });

  test('an evicted client is named for five minutes, because its applications get errors', () => {
    expect(causes({ log: [evicted(299, 'web-1')] })).toMatchObject([
      {
        kind: 'client-hung',
        objects: ['web-1'],
        confidence: 'certain',
        isOver: true,
        text: 'web-1 did not answer and was evicted from the filesystem',
        next: ['look at its server; an evicted client gets errors until the filesystem is mounted again'],
      },
    ]);
    expect(causes({ log: [evicted(300, 'web-1')] })).toEqual([]);
    const two = [evicted(90, 'web-1'), evicted(80, 'web-2'), evicted(80, 'web-2')];
    expect(causes({ log: two })[0]?.text).toBe(
      'web-1, web-2 did not answer and were evicted from the filesystem',
    );
  });

  test('an evicted client is not named if an OSD failed in the five minutes before, which may be why', () => {
    const log = [failed(3, UNHEARD, 399), evicted(100, 'web-1')];
    expect(causes({ log })).toEqual([]);
    expect(causes({ log: [failed(3, UNHEARD, 400), evicted(100, 'web-1')] })[0]?.objects).toEqual(['web-1']);
    expect(causes({ log: [evicted(100, 'web-1'), failed(3, UNHEARD, 90)] })[0]?.objects).toEqual(['web-1']);
  });

  test('an evicted client is named if it had been silent for more than a minute when an OSD fell silent', () => {
    // osd.3 has been silent for 125 s.
    const unheard = '2 reporters from different host after 25.000000 >= grace 20.000000';
    const named = (seconds: number) => {
      const text = `evicting unresponsive client web-1 (4703), after ${seconds} seconds`;
      const log = [failed(3, unheard, 100), line(10, 'mds.a', text)];
      return causes({ log }).flatMap(({ objects }) => objects);
    };
    expect(named(175)).toEqual([]);
    expect(named(176)).toEqual(['web-1']);
  });

  test('an evicted client is named beside an OSD whose connections were refused, or one that is slow: these make no client silent for a minute', () => {
    const log = [failed(3, REFUSED, 399), evicted(100, 'web-1')];
    expect(causes({ down: [3], log }).map(({ kind }) => kind)).toEqual(['osd-down', 'client-hung']);
    const slow = { pings: PINGS_OF_B, waits: [wait(2, 0, 2)] };
    expect(causes({ log: [evicted(100, 'web-1')], evidence: answers(slow) }).map(({ kind }) => kind)).toEqual(
      ['net-slow', 'client-hung'],
    );
  });

  test('an evicted client is named beside another that blocks others later', () => {
    const found = causes({ checks: slow, log: [evicted(95, 'web-1'), request(90, 41)] });
    expect(found.map(({ objects, isOver }) => ({ objects, isOver }))).toEqual([
      { objects: [], isOver: false },
      { objects: ['web-1'], isOver: true },
    ]);
  });

  test('if several clients were evicted, none of them is certainly the blocking one', () => {
    const log = [request(90, 41), evicted(70, 'web-1'), evicted(60, 'web-2')];
    expect(causes({ checks: slow, log })[0]).toMatchObject({
      objects: ['web-1', 'web-2'],
      confidence: 'likely',
    });
  });

  test('a blocking client is not blamed if the metadata server is behind, or OSDs are not active', () => {
    const behind = { MDS_TRIM: check('1 MDSs behind on trimming', 'mds.a(mds.0): Behind on trimming') };
    expect(causes({ checks: { ...slow, ...behind } }).map(({ kind }) => kind)).toEqual(
      expect.not.arrayContaining(['client-hung']),
    );
    const found = causes({ checks: slow, evidence: answers({ silent: [3] }) });
    expect(found).toMatchObject([{ kind: 'osd-hang', explains: ['MDS_SLOW_REQUEST'] }]);
  });
});

test('several clients that were evicted are named together, with the latest two lines about them', () => {
  const log = [1, 2, 3].map((id) =>
    line(
      100 - id,
      'mds.a',
      `cluster [WRN] evicting unresponsive client web-${id} (430${id}), after 300 seconds`,
    ),
  );
  expect(causes({ log })).toMatchObject([
    {
      kind: 'client-hung',
      objects: ['web-1', 'web-2', 'web-3'],
      text: 'web-1, web-2, web-3 did not answer and were evicted from the filesystem',
      proofs: [{ text: expect.stringContaining('web-2') }, { text: expect.stringContaining('web-3') }],
      next: [expect.stringContaining('look at their servers')],
    },
  ]);
});

test('clients that hold what others wait for are named from the details of the checks', () => {
  const [found] = causes({
    checks: {
      MDS_CLIENT_LATE_RELEASE: check(
        '2 clients failing to respond to capability release',
        'mds.a(mds.0): Client web-1: failing to respond to capability release client_id: 4301',
        'mds.a(mds.0): Client web-2 failing to respond to capability release client_id: 4302',
      ),
    },
  });
  expect(found).toMatchObject({
    kind: 'client-hung',
    objects: ['web-1', 'web-2'],
    text: 'web-1, web-2 do not release what others wait for',
    proofs: [{ text: '2 clients failing to respond to capability release', source: 'health' }],
  });
});
