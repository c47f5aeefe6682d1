import { percent } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Place } from '../evidence/osds.ts';
import { retransmittingServer } from '../evidence/slowNetwork.ts';
import { LONG_WAIT } from '../evidence/waiters.ts';
import type { Candidate } from '../rule.ts';
import { ofOsd, RESENT, SERVING_SYMPTOMS, SLOW_PINGS, SLOW_WRITES } from '../symptomIds.ts';

/**
 * The long-waiting requests between OSDs of a server and others, their start, and the number of such requests
 * elsewhere.
 */
export function waitsAcross({ daemons, at }: DiagnosticEvidence, host: Place) {
  const own = new Set(host.osds.map(({ id }) => id));
  const all = (daemons?.waits ?? []).filter(({ oldest = 0 }) => oldest >= LONG_WAIT);
  const waits = all.filter(({ osd = -1, waitsFor = -1 }) => own.has(osd) !== own.has(waitsFor));
  const longest = Math.max(0, ...waits.map(({ oldest = 0 }) => oldest));
  const since = waits.length === 0 ? undefined : at - longest * 1000;
  return { waits, longest, since, elsewhere: all.length - waits.length };
}

/**
 * The cause that a server retransmits far more TCP segments than others, because its packets or the replies are lost.
 */
export function lossByRetransmission(evidence: DiagnosticEvidence): readonly Candidate[] {
  const found = retransmittingServer(evidence);
  const host = evidence.places.find(({ type, name }) => type === 'HOST' && name === found?.server);
  if (found === undefined || host === undefined) return [];
  const { waits, longest, since, elsewhere } = waitsAcross(evidence, host);
  return [
    {
      kind: 'net-loss',
      objects: [host.name],
      host: host.name,
      since,
      explains: [
        RESENT,
        SLOW_PINGS,
        SLOW_WRITES,
        ...waits.flatMap(({ osd = -1, waitsFor = -1 }) => [ofOsd('waited', waitsFor), ofOsd('waited', osd)]),
        ...host.osds.flatMap(({ id }) => [ofOsd('waited', id), ofOsd('silent', id)]),
        ...SERVING_SYMPTOMS,
      ],
      against:
        elsewhere > waits.length
          ? [
              {
                text: `${elsewhere} of ${elsewhere + waits.length} waiting requests do not involve it`,
                weight: 3,
              },
            ]
          : [],
      isProven: false,
      text: `the network of ${host.name} loses packets: it retransmitted ${percent(found.share)} of its TCP segments`,
      proofs: [
        {
          text: `${host.name} retransmitted ${percent(found.share)} of its TCP segments, the next one ${percent(found.next)}`,
          source: 'daemons',
        },
        ...(waits.length > 0
          ? [
              {
                text: `requests of ${plural(waits.length, 'pair')} of OSDs with one on ${host.name} wait, the oldest for ${Math.round(longest)} s`,
                source: 'daemons',
              } as const,
            ]
          : []),
      ],
      next: [`check link errors and speed of ${host.name}, and its switch port`],
    },
  ];
}
