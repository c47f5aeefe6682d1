import { percent } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Place } from '../evidence/osds.ts';
import { retransmittingServers } from '../evidence/slowNetwork.ts';
import { LONG_WAIT } from '../evidence/waiters.ts';
import type { Candidate } from '../rule.ts';
import { ofCheck, ofOsd, RESENT, SLOW_PINGS, SLOW_WRITES } from '../symptomIds.ts';
import { linkFacts } from './linkFacts.ts';
import { slowSymptoms } from './slowSymptoms.ts';

/**
 * The long-waiting requests between OSDs of some places and others, the time since when there are such at the latest, as earlier
 * ones have been answered, and the number of such requests elsewhere.
 */
export function waitsAcross({ daemons, at }: DiagnosticEvidence, places: readonly Place[]) {
  const sets = places.map(({ osds }) => new Set(osds.map(({ id }) => id)));
  const all = (daemons?.waits ?? []).filter(({ oldest = 0 }) => oldest >= LONG_WAIT);
  const waits = all.filter(({ osd = -1, waitsFor = -1 }) =>
    sets.some((own) => own.has(osd) !== own.has(waitsFor)),
  );
  const longest = Math.max(0, ...waits.map(({ oldest = 0 }) => oldest));
  const begin = { since: at - longest * 1000, mayBeOlder: true };
  return { waits, longest, begin, elsewhere: all.length - waits.length };
}

/** True if monitors are on these servers, and none is known to be lost, so that they may keep the others from a majority. */
const disturbsMonitors = ({ daemons }: DiagnosticEvidence, servers: readonly string[]): boolean => {
  const monitors = daemons?.lostMonitors ?? [];
  return (
    monitors.every(({ runs, silent }) => runs === true && silent !== true) &&
    monitors.some(({ server = '' }) => servers.includes(server))
  );
};

/**
 * The cause that some servers retransmit far more TCP segments than others, because their packets or the replies are lost.
 */
export function lossByRetransmission(evidence: DiagnosticEvidence): readonly Candidate[] {
  const found = retransmittingServers(evidence);
  const shares = new Map(found?.servers.map(({ server, share }) => [server, percent(share)]));
  const hosts = evidence.places.filter(({ type, name }) => type === 'HOST' && shares.has(name));
  if (found === undefined || hosts.length === 0) return [];
  const { waits, longest, begin, elsewhere } = waitsAcross(evidence, hosts);
  const names = hosts.map(({ name }) => name);
  const who = names.join(' and ');
  const links = linkFacts(evidence, names);
  const [they, them, their, ports] =
    hosts.length === 1
      ? ['it', 'it', 'its', 'its switch port']
      : ['they', 'them', 'their', 'their switch ports'];
  const sharesText = names.map((name) => shares.get(name)).join(' and ');
  return [
    {
      kind: 'net-loss',
      objects: names,
      ...(names.length === 1 && { host: names[0]! }),
      ...begin,
      explains: [
        RESENT,
        SLOW_PINGS,
        SLOW_WRITES,
        ...waits.flatMap(({ osd = -1, waitsFor = -1 }) => [ofOsd('waited', waitsFor), ofOsd('waited', osd)]),
        ...hosts.flatMap(({ osds }) => osds.flatMap(({ id }) => [ofOsd('waited', id), ofOsd('silent', id)])),
        ...slowSymptoms(
          evidence,
          hosts.flatMap(({ osds }) => osds),
        ),
        ...(disturbsMonitors(evidence, names) ? [ofCheck('STORE_UNREACHABLE')] : []),
      ],
      against:
        elsewhere > waits.length
          ? [
              {
                text: `${elsewhere} of ${elsewhere + waits.length} waiting requests do not involve ${them}`,
                weight: 3,
              },
            ]
          : [],
      isProven: links.hasErrors && names.length === 1 && elsewhere <= waits.length,
      text: `the network of ${who} loses packets: ${they} retransmitted ${sharesText} of ${their} TCP segments`,
      proofs: [
        {
          text: `${who} retransmitted ${sharesText} of ${their} TCP segments, the next server ${percent(found.next)}`,
          source: 'daemons',
        },
        ...links.proofs,
        ...(waits.length > 0
          ? [
              {
                text: `requests of ${plural(waits.length, 'pair')} of OSDs with one on ${names.join(' or ')} wait, the oldest for ${Math.round(longest)} s`,
                source: 'daemons',
              } as const,
            ]
          : []),
      ],
      next: [links.next ?? `check link errors and speed of ${who}, and ${ports}`],
    },
  ];
}
