import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Place } from '../evidence/osds.ts';
import { retransmittingServer, slowPings } from '../evidence/slowNetwork.ts';
import type { Candidate, Proof, Rule } from '../rule.ts';
import { ofOsd, SERVING_SYMPTOMS, SLOW_PINGS, SLOW_WRITES } from '../symptomIds.ts';
import { lossByRetransmission, waitsAcross } from './retransmission.ts';

/**
 * Packets between a server and others are lost: requests in both directions take long, and some far longer than others.
 */
export const netLoss: Rule = {
  kind: 'net-loss',
  cost: 2,
  propose(evidence) {
    const found = lossByRetransmission(evidence);
    return found.length > 0 ? found : badLinks(evidence, 'net-loss');
  },
};

/** The link of a server is slow: all packets between it and others take longer. */
export const netSlow: Rule = {
  kind: 'net-slow',
  cost: 2,
  propose: (evidence) => (retransmittingServer(evidence) ? [] : badLinks(evidence, 'net-slow')),
};

/** The share of slow pings that must involve a server before its link is suspected. */
const MIN_SHARE = 0.9;
/** The minimum number of these pings. */
const MIN_PINGS = 3;
/**
 * The time in seconds from which a waiting request must have been lost rather than slowed down, possibly several times,
 * since TCP doubles its retransmission timeout each time.
 */
const LOST_S = 20;

type LinkKind = 'net-loss' | 'net-slow';
type Pings = ReturnType<typeof slowPings>;

function badLinks(evidence: DiagnosticEvidence, kind: LinkKind): readonly Candidate[] {
  const { osds, silent, byOsd, places } = evidence;
  const alive = (id: number) => osds.get(id)?.up === true && !silent.has(id) && !byOsd.stillRunning.has(id);
  const pings = slowPings(evidence).filter(({ from, to }) => alive(from) && alive(to));
  if (pings.length < MIN_PINGS) return [];
  return places
    .filter(({ type }) => type === 'HOST')
    .flatMap((host) => candidateOf(evidence, host, kind, pings) ?? []);
}

function candidateOf(
  evidence: DiagnosticEvidence,
  host: Place,
  kind: LinkKind,
  pings: Pings,
): Candidate | undefined {
  const own = new Set(host.osds.map(({ id }) => id));
  const across = pings.filter(({ from, to }) => own.has(from) !== own.has(to));
  const hit = new Set(across.flatMap(({ from, to }) => [from, to].filter((id) => own.has(id))));
  const { length } = across;
  if (length < MIN_PINGS || length < MIN_SHARE * pings.length || hit.size < Math.min(2, own.size))
    return undefined;
  if (host.osds.some(({ up, id }) => up && evidence.silent.has(id))) return undefined;
  const { waits, longest, since } = waitsAcross(evidence, host);
  const lost = longest > LOST_S;
  const slowest = Math.max(...across.map(({ ms }) => ms));
  const share = length === pings.length ? `all ${length}` : `${length} of ${pings.length}`;
  const pingProof: Proof = {
    text: `${share} slow pings lead to ${host.name}, the slowest takes ${Math.round(slowest)} ms`,
    source: 'daemons',
  };
  return {
    kind,
    objects: [host.name],
    host: host.name,
    since,
    explains: [
      SLOW_PINGS,
      SLOW_WRITES,
      ...waits.flatMap(({ waitsFor = -1 }) => ofOsd('waited', waitsFor)),
      ...host.osds.map(({ id }) => ofOsd('waited', id)),
      ...SERVING_SYMPTOMS,
    ],
    against:
      lost === (kind === 'net-loss')
        ? []
        : [
            {
              text: lost
                ? `requests wait for ${Math.round(longest)} s: their packets were lost`
                : 'no request waits as long as a lost one would',
              weight: 2,
            },
          ],
    isProven: false,
    text:
      kind === 'net-loss'
        ? `the network of ${host.name} loses packets: requests to and from it wait for up to ${Math.round(longest)} s`
        : `the network of ${host.name} is slow, or loses packets`,
    proofs: [
      pingProof,
      ...(waits.length > 0
        ? [
            {
              text: `${waits.length} requests between ${host.name} and others wait, the oldest for ${Math.round(longest)} s`,
              source: 'daemons',
            } as const,
          ]
        : []),
    ],
    next: [`check link errors and speed of ${host.name}, and its switch port`],
  };
}
