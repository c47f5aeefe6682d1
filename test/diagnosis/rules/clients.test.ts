import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import {
  answers,
  causes,
  check,
  failed,
  line,
  snapshot,
  type SnapshotChanges,
  UNHEARD,
  writesTook,
} from '../support.ts';

describe('a client that takes load from others', () => {
  const busy = (first: object, second?: object): SnapshotChanges => ({
    evidence: answers({ clients: second === undefined ? [first] : [first, second] }),
    more: { writeLatency: writesTook(2000) },
  });
  const seven = { client: 'client.7', pool: 'rbd', ops: 300 };

  test('a busy client is named with its address and pool, together with the next busiest one', () => {
    const found = causes(busy({ ...seven, address: '10.1.1.7' }, { client: 'client.8', ops: 100 }));
    expect(found).toMatchObject([
      {
        kind: 'hot-client',
        objects: ['client.7', 'rbd'],
        confidence: 'likely',
        text: 'client.7 at 10.1.1.7 does 300 operations a second in rbd, and all others wait',
        proofs: [
          { text: 'the next busiest client does 100 operations a second' },
          { text: 'writes take 2.0 times as long as usual' },
        ],
      },
    ]);
  });

  test('a busy client is named without details that are unknown', () => {
    expect(causes(busy({ client: 'client.7', ops: 300 }))).toMatchObject([
      {
        objects: ['client.7'],
        text: 'client.7 does 300 operations a second, and all others wait',
        proofs: [{ text: 'the next busiest client does 0 operations a second' }, {}],
      },
    ]);
  });

  test('where only requests in flight are known, a client that has far more than the next one is named', () => {
    const first = { client: 'client.7', address: '10.1.1.7', pool: 'rbd', inFlight: 96 };
    const of = (inFlight: number, next?: number) =>
      causes(
        busy({ ...first, inFlight }, next === undefined ? undefined : { client: 'client.8', inFlight: next }),
      );
    expect(of(96, 32)).toMatchObject([
      {
        kind: 'hot-client',
        objects: ['client.7', 'rbd'],
        confidence: 'likely',
        text: 'client.7 at 10.1.1.7 has 96 requests in flight in rbd, and all others wait',
        proofs: [{ text: 'the next busiest client has 32 requests in flight' }, {}],
      },
    ]);
    expect(of(96, 33)).toEqual([]);
    expect(of(63, 2)).toEqual([]);
    // Nobody else is seen to wait.
    expect(of(500)).toEqual([]);
    expect(of(500, 0)).toEqual([]);
  });

  test('a busy client is not said to make others wait while writes are as fast as usual', () => {
    const { evidence } = busy(seven, { client: 'client.8', ops: 1 });
    const calm = diagnose([snapshot({ evidence: evidence!, more: { writeLatency: writesTook(1000) } })]);
    expect([calm.causes, calm.ruledOut]).toEqual([[], []]);
  });

  test('a busy client is not blamed if another does more than a third of its work', () => {
    expect(causes(busy(seven, { client: 'client.8', ops: 101 }))).toEqual([]);
    expect(causes(busy({ pool: 'rbd', ops: 300 }))).toEqual([]);
    expect(causes(busy({ ...seven, ops: 99 }, { client: 'client.8', ops: 1 }))).toEqual([]);
    expect(causes(busy({ ...seven, ops: 100 }, { client: 'client.8', ops: 1 }))).toHaveLength(1);
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
