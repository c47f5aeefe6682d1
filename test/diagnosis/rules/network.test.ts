import { describe, expect, test } from 'vitest';
import { answers, causes, failed, line, NOW, type SnapshotChanges, UNHEARD, wait } from '../support.ts';

const ping = (from: number, to: number, ms: number) => ({ from, to, ms });
/** Pings between the server b (osd.2, osd.3) and others, not the slowest first. */
const toB = [ping(2, 0, 30), ping(5, 3, 300), ping(3, 7, 40)];
const withPings = (pings: readonly ReturnType<typeof ping>[], more: object = {}): SnapshotChanges => ({
  evidence: answers({ pings: [...pings], ...more }),
});

describe('a slow network', () => {
  test('of a server is likely, with where slow pings lead, the slowest of them, and who waits there', () => {
    expect(causes(withPings(toB, { waits: [wait(2, 0, 20), wait(6, 3, 2), wait(2, 3, 40)] }))).toMatchObject([
      {
        kind: 'net-slow',
        objects: ['b'],
        host: 'b',
        since: NOW - 20_000,
        confidence: 'likely',
        text: 'the network of b is slow, or loses packets',
        proofs: [
          { text: 'all 3 slow pings lead to b, the slowest takes 300 ms' },
          { text: '2 requests between b and others wait, the oldest for 20 s' },
        ],
        next: ['check link errors and speed of b, and its switch port'],
      },
    ]);
  });

  test('loses packets where a request between it and others waits for more than 20 s', () => {
    const [found] = causes(withPings(toB, { waits: [wait(2, 0, 20.4)] }));
    expect(found).toMatchObject({
      kind: 'net-loss',
      text: 'the network of b loses packets: requests to and from it wait for up to 20 s',
    });
    expect(causes(withPings(toB, { waits: [wait(2, 3, 40)] }))[0]?.kind).toBe('net-slow');
  });

  test('is told since no time where nothing waits for as long as a second', () => {
    const [found] = causes(withPings(toB, { waits: [wait(2, 0, 0.9)] }));
    expect(found).toMatchObject({ kind: 'net-slow', since: undefined });
    expect(found?.proofs).toHaveLength(1);
  });

  test('explains what waits at both ends of its link', () => {
    const waits = [wait(2, 0, 3), wait(3, 0, 3), wait(0, 2, 3), wait(6, 2, 3)];
    expect(causes(withPings(toB, { waits })).map(({ kind }) => kind)).toEqual(['net-slow']);
    expect(causes(withPings(toB, { waits: [wait(2, 0, 1)] }))[0]?.since).toBe(NOW - 1000);
  });

  test.each<[string, readonly ReturnType<typeof ping>[]]>([
    ['two pings alone are slow', toB.slice(0, 2)],
    ['they lead to one of its two OSDs', [ping(2, 0, 300), ping(5, 2, 280), ping(2, 7, 260)]],
    ['they run between its own OSDs', [ping(2, 3, 300), ping(3, 2, 280), ping(2, 3, 260)]],
    ['one in four leads elsewhere', [...toB, ping(0, 4, 250)]],
  ])('is not blamed where %s', (_, pings) => {
    expect(causes(withPings(pings))).toEqual([]);
  });

  test('is blamed where nine of ten slow pings lead to it, and how many do is told', () => {
    const nine = [0, 1, 4, 5, 6].flatMap((id) => [ping(2, id, 30), ping(id, 3, 30)]).slice(0, 9);
    const [found] = causes(withPings([...nine, ping(0, 4, 250)]));
    expect(found).toMatchObject({ kind: 'net-slow', objects: ['b'] });
    expect(found?.proofs[0]?.text).toBe('9 of 10 slow pings lead to b, the slowest takes 30 ms');
    expect(causes(withPings([...nine.slice(1), ping(0, 4, 250)]))).toEqual([]);
  });

  test('is not to blame where an OSD there does not answer, or was away: its pings are old', () => {
    expect(causes(withPings(toB, { silent: [3] })).map(({ kind }) => kind)).toEqual(['osd-hang']);
    const log = [
      failed(3, UNHEARD, 280),
      line(270, 'mon', 'cluster [WRN] Monitor daemon marked osd.3 down, but it is still running'),
    ];
    expect(causes({ ...withPings(toB), log }).map(({ kind }) => kind)).toEqual(['osd-flap']);
  });
});

test('where clients wait because of a link, no more than what a service may tell is looked at', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ping(index % 2 === 0 ? 2 : 3, 6, 30));
  const [found] = causes(withPings(many));
  expect(found?.proofs[0]?.text).toContain('all 256 slow pings lead to');
});

describe('a server that sends again what it sent', () => {
  const resent = (...shares: (readonly [server: string, share: number])[]) =>
    shares.map(([server, share]) => ({ server, sent: 1000, again: 1000 * share }));
  const waits = [wait(2, 0, 3), wait(0, 2, 4), wait(6, 3, 2), wait(4, 0, 2)];

  test('far more than the others loses packets, with both shares and who waits, though no ping is slow', () => {
    const evidence = answers({ waits, pings: [], resent: resent(['a', 0.04], ['b', 0.19], ['c', 0.06]) });
    expect(causes({ evidence })[0]).toMatchObject({
      kind: 'net-loss',
      objects: ['b'],
      host: 'b',
      since: NOW - 4000,
      confidence: 'likely',
      text: 'the network of b loses packets: it sent 19% of its TCP segments again',
      proofs: [
        { text: 'b sent 19% of its TCP segments again, the next one 6%' },
        { text: 'requests of 3 pairs of OSDs with one on b wait, the oldest for 4 s' },
      ],
      next: ['check link errors and speed of b, and its switch port'],
    });
  });

  test('not more than twice as often as another, little, of few, or with none beside it is not to blame', () => {
    const kindsBy = (...told: Parameters<typeof resent>) =>
      causes({ evidence: answers({ resent: resent(...told) }) }).map(({ kind }) => kind);
    expect(kindsBy(['a', 0.1], ['b', 0.19])).toEqual([]);
    expect(kindsBy(['a', 0.01], ['b', 0.049])).toEqual([]);
    expect(kindsBy(['b', 0.19])).toEqual([]);
    expect(kindsBy(['a', 0.01], ['elsewhere', 0.19])).not.toContain('net-loss');
    const few = [{ server: 'b', sent: 199, again: 100 }, ...resent(['a', 0], ['c', 0])];
    expect(causes({ evidence: answers({ resent: few }) })).toEqual([]);
    expect(kindsBy(['a', 0.09], ['b', 0.19])).toEqual(['net-loss']);
  });

  test('is to blame for its OSDs that did not answer in time, too', () => {
    const evidence = answers({ waits, silent: [3], resent: resent(['a', 0.01], ['b', 0.19]) });
    expect(causes({ evidence }).map(({ kind }) => kind)).toEqual(['net-loss']);
  });

  test('is in doubt where most requests that wait have nothing to do with it', () => {
    const elsewhere = [wait(0, 6, 3), wait(6, 0, 2), wait(7, 1, 2), wait(2, 0, 3)];
    const evidence = answers({ waits: elsewhere, resent: resent(['a', 0.01], ['b', 0.19]) });
    expect(causes({ evidence }).filter(({ kind }) => kind === 'net-loss')).toEqual([]);
  });

  test('is named once where pings to it are slow, too', () => {
    const evidence = answers({ pings: toB, waits: [wait(2, 0, 5)], resent: resent(['a', 0.01], ['b', 0.2]) });
    expect(causes({ evidence }).map(({ kind, objects }) => [kind, objects])).toEqual([['net-loss', ['b']]]);
  });
});
