import { describe, expect, test } from 'vitest';
import { lossByRetransmission } from '../../../src/diagnosis/rules/retransmission.ts';
import { ofCheck, PLACEMENT_CHECKS, SERVING_SYMPTOMS } from '../../../src/diagnosis/symptomIds.ts';
import { answers, causes, check, evidenceOf, line, NOW, wait, PINGS_OF_B } from '../support.ts';

describe('a server that retransmits packets', () => {
  const resent = (...shares: (readonly [server: string, share: number])[]) =>
    shares.map(([server, share]) => ({ server, sent: 1000, again: 1000 * share }));
  const waits = [wait(2, 0, 3), wait(0, 2, 4), wait(6, 3, 2), wait(4, 0, 2)];

  test('a server that retransmits far more than the others loses packets, with both shares and who waits, even if no ping is slow', () => {
    const evidence = answers({ waits, pings: [], resent: resent(['a', 0.04], ['b', 0.19], ['c', 0.06]) });
    expect(causes({ evidence })[0]).toMatchObject({
      kind: 'net-loss',
      objects: ['b'],
      host: 'b',
      since: NOW - 4000,
      mayBeOlder: true,
      confidence: 'likely',
      text: 'the network of b loses packets: it retransmitted 19% of its TCP segments',
      proofs: [
        { text: 'b retransmitted 19% of its TCP segments, the next server 6%', source: 'daemons' },
        { text: 'requests of 3 pairs of OSDs with one on b wait, the oldest for 4 s', source: 'daemons' },
      ],
      next: ['check link errors and speed of b, and its switch port'],
    });
  });

  test('a flag that was set while packets are lost is not said to be from before, since earlier requests have been answered', () => {
    const set = line(
      30,
      'mon',
      `from='client.1' entity='client.admin' cmd='[{"prefix": "osd set", "key": "noout"}]': finished`,
    );
    const evidence = answers({ waits, resent: resent(['a', 0.04], ['b', 0.19], ['c', 0.06]) });
    expect(causes({ evidence, log: [set] })[0]).toMatchObject({ kind: 'net-loss', before: [] });
  });

  test('retransmission by a server with a monitor explains a lost majority, unless a monitor is known to be lost', () => {
    const checks = { STORE_UNREACHABLE: check('no answer since 12:00:00 UTC (40 s): no majority') };
    const found = (lost: object) =>
      causes({
        checks,
        evidence: {
          resent: resent(['a', 0.04], ['b', 0.19], ['c', 0.06]),
          lostMonitors: [
            { mon: 'x', server: 'a', ...lost },
            { mon: 'y', server: 'b', runs: true },
          ],
        },
      });
    expect(found({ runs: true })).toMatchObject([{ kind: 'net-loss', explains: ['STORE_UNREACHABLE'] }]);
    expect(found({ runs: false }).map(({ kind }) => kind)).toContain('unknown');
  });

  test('a server that retransmits is not blamed at up to twice the rate of another, with few packets, or without another to compare', () => {
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

  test('two servers that retransmit far more than four others are named together, but not of fewer servers', () => {
    const bad = [
      ['a', 0.12],
      ['b', 0.08],
    ] as const;
    const good = [
      ['c', 0.01],
      ['d', 0.01],
      ['e', 0.02],
      ['f', 0],
    ] as const;
    const evidence = answers({ waits, pings: [], resent: resent(...bad, ...good) });
    expect(causes({ evidence })[0]).toMatchObject({
      kind: 'net-loss',
      objects: ['a', 'b'],
      host: undefined,
      text: 'the network of a and b loses packets: they retransmitted 12% and 8% of their TCP segments',
      next: ['check link errors and speed of a and b, and their switch ports'],
    });
    expect(causes({ evidence: answers({ waits, resent: resent(...bad, ...good.slice(1)) }) })).toEqual([]);
    const elsewhere = [wait(4, 6, 3), wait(6, 4, 2), wait(0, 6, 2), wait(2, 0, 0.5)];
    expect(
      lossByRetransmission(
        evidenceOf({ evidence: answers({ waits: elsewhere, resent: resent(...bad, ...good) }) }),
      ),
    ).toEqual([
      {
        kind: 'net-loss',
        objects: ['a', 'b'],
        since: NOW - 2000,
        mayBeOlder: true,
        explains: [
          'resent',
          'pings',
          'writes',
          'waited:osd.6',
          'waited:osd.0',
          ...[0, 1, 2, 3].flatMap((id) => [`waited:osd.${id}`, `silent:osd.${id}`]),
          // All OSDs are up, so that no copies can be missing because of it.
          ...SERVING_SYMPTOMS.filter((one) => !PLACEMENT_CHECKS.map(ofCheck).includes(one)),
        ],
        against: [{ text: '2 of 3 waiting requests do not involve them', weight: 3 }],
        isProven: false,
        text: 'the network of a and b loses packets: they retransmitted 12% and 8% of their TCP segments',
        proofs: [
          {
            text: 'a and b retransmitted 12% and 8% of their TCP segments, the next server 2%',
            source: 'daemons',
          },
          {
            text: 'requests of 1 pair of OSDs with one on a or b wait, the oldest for 2 s',
            source: 'daemons',
          },
        ],
        next: ['check link errors and speed of a and b, and their switch ports'],
      },
    ]);
  });

  test('a server that retransmits is also blamed for its OSDs that did not answer in time', () => {
    const evidence = answers({ waits, silent: [3], resent: resent(['a', 0.01], ['b', 0.19]) });
    expect(causes({ evidence }).map(({ kind }) => kind)).toEqual(['net-loss']);
  });

  test('a server that retransmits is in doubt if most waiting requests have nothing to do with it', () => {
    const elsewhere = [wait(0, 6, 3), wait(6, 0, 2), wait(7, 1, 2), wait(2, 0, 3)];
    const evidence = answers({ waits: elsewhere, resent: resent(['a', 0.01], ['b', 0.19]) });
    expect(causes({ evidence }).filter(({ kind }) => kind === 'net-loss')).toEqual([]);
  });

  test('a server that retransmits is named once if pings to it are slow, too', () => {
    const evidence = answers({
      pings: PINGS_OF_B,
      waits: [wait(2, 0, 5)],
      resent: resent(['a', 0.01], ['b', 0.2]),
    });
    expect(causes({ evidence }).map(({ kind, objects }) => [kind, objects])).toEqual([['net-loss', ['b']]]);
  });
});
