import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { percent } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { Candidate } from '../rule.ts';
import {
  LONG_WAIT,
  ofOsd,
  RESENT,
  resendingServer,
  SERVING_CHECKS,
  SLOW_PINGS,
  SLOW_WRITES,
} from '../symptoms.ts';

/** A server that has to send again far more than others: what it sends is lost, or the answers to it are. */
export function resending(evidence: DiagnosticEvidence): readonly Candidate[] {
  const found = resendingServer(evidence);
  const host = evidence.places.find(({ type, name }) => type === 'HOST' && name === found?.server);
  if (found === undefined || host === undefined) return [];
  const own = new Set(host.osds.map(({ id }) => id));
  const all = (evidence.daemons?.waits ?? []).filter(({ oldest = 0 }) => oldest >= LONG_WAIT);
  const waits = all.filter(({ osd = -1, waitsFor = -1 }) => own.has(osd) || own.has(waitsFor));
  const elsewhere = all.length - waits.length;
  const longest = Math.max(0, ...waits.map(({ oldest = 0 }) => oldest));
  return [
    {
      kind: 'net-loss',
      objects: [host.name],
      host: host.name,
      since: waits.length === 0 ? undefined : evidence.at - longest * 1000,
      explains: [
        RESENT,
        SLOW_PINGS,
        SLOW_WRITES,
        ...waits.flatMap(({ osd = -1, waitsFor = -1 }) => [ofOsd('waited', waitsFor), ofOsd('waited', osd)]),
        ...host.osds.flatMap(({ id }) => [ofOsd('waited', id), ofOsd('silent', id)]),
        ...SERVING_CHECKS,
      ],
      against:
        elsewhere > waits.length
          ? [
              {
                text: `${elsewhere} of ${all.length} requests that wait have nothing to do with it`,
                weight: 3,
              },
            ]
          : [],
      isProven: false,
      text: `the network of ${host.name} loses packets: it sent ${percent(found.share)} of its TCP segments again`,
      proofs: [
        {
          text: `${host.name} sent ${percent(found.share)} of its TCP segments again, the next one ${percent(found.next)}`,
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
