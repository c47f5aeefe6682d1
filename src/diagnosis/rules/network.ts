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
  const [host, ...others] = places.filter(
    (place) => place.type === 'HOST' && isSuspect(evidence, place, pings),
  );
  return host === undefined ? [] : [candidateOf(evidence, host, others, kind, pings)];
}

/** The pings between a server and others. */
function pingsAcross({ osds }: Place, pings: Pings): Pings {
  const own = new Set(osds.map(({ id }) => id));
  return pings.filter(({ from, to }) => own.has(from) !== own.has(to));
}

/** True if nearly all slow pings lead to a server that answers. */
function isSuspect({ silent }: DiagnosticEvidence, host: Place, pings: Pings): boolean {
  const across = pingsAcross(host, pings);
  const ends = new Set(across.flatMap(({ from, to }) => [from, to]));
  const hit = host.osds.filter(({ id }) => ends.has(id));
  return (
    across.length >= Math.max(MIN_PINGS, MIN_SHARE * pings.length) &&
    hit.length >= Math.min(2, host.osds.length) &&
    !host.osds.some(({ up, id }) => up && silent.has(id))
  );
}

/**
 * The candidate that the network of a server is bad.
 * @param others the server at the other end, if all slow pings are between two: which of them is bad cannot be told
 */
function candidateOf(
  evidence: DiagnosticEvidence,
  host: Place,
  others: readonly Place[],
  kind: LinkKind,
  pings: Pings,
): Candidate {
  const across = pingsAcross(host, pings);
  const { length } = across;
  const { waits, longest, since } = waitsAcross(evidence, host);
  const lost = longest > LOST_S;
  const slowest = Math.max(...across.map(({ ms }) => ms));
  const share = length === pings.length ? `all ${length}` : `${length} of ${pings.length}`;
  const names = [host, ...others].map(({ name }) => name);
  const who = names.join(' and ');
  const isPair = others.length > 0;
  const where = `${isPair ? 'between' : 'of'} ${who}`;
  const pingProof: Proof = {
    text: `${share} slow pings ${isPair ? 'are between' : 'lead to'} ${who}, the slowest takes ${Math.round(slowest)} ms`,
    source: evidence.daemons?.pings === undefined ? 'health' : 'daemons',
  };
  return {
    kind,
    objects: names,
    ...(!isPair && { host: host.name }),
    since,
    explains: [
      SLOW_PINGS,
      SLOW_WRITES,
      ...waits.flatMap(({ waitsFor = -1 }) => ofOsd('waited', waitsFor)),
      ...[host, ...others].flatMap(({ osds }) => osds.map(({ id }) => ofOsd('waited', id))),
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
        ? `the network ${where} loses packets: requests ${isPair ? 'across it' : 'to and from it'} wait for up to ${Math.round(longest)} s`
        : `the network ${where} is slow, or loses packets`,
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
    next: [`check link errors and speed of ${who}, and ${isPair ? 'their switch ports' : 'its switch port'}`],
  };
}
