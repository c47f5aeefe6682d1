import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { retransmittingServers, serversWithSlowLinks, slowPings } from '../evidence/slowNetwork.ts';
import { type Candidate, placeName, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, SLOW_PINGS, SLOW_WRITES } from '../symptomIds.ts';
import { blameOf, MIN_PINGS, type LinkBlame, type Pings, pingsAcross } from './badLink.ts';
import { linkFacts } from './linkFacts.ts';
import { lossByRetransmission, waitsAcross } from './retransmission.ts';
import { hasEnded } from './signsOfLife.ts';
import { slowSymptoms } from './slowSymptoms.ts';

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

/** The link of a server, or of a rack, is slow: all packets between it and others take longer. */
export const netSlow: Rule = {
  kind: 'net-slow',
  cost: 2,
  propose: (evidence) => (retransmittingServers(evidence) ? [] : badLinks(evidence, 'net-slow')),
};

/**
 * The time in seconds from which a waiting request has lost packets rather than being slow: TCP doubles its retransmission
 * timeout each time, so a few losses in a row take that long.
 */
const LOST_S = 20;

type LinkKind = 'net-loss' | 'net-slow';

/** The bad links by the last pings if these show any, as the averages may be a minute old; or else by the averages. */
function badLinks(evidence: DiagnosticEvidence, kind: LinkKind): readonly Candidate[] {
  const { osds, silent, byOsd, places } = evidence;
  const slow = new Map(serversWithSlowLinks(evidence).map((link) => [link.server, link]));
  // An OSD may be too late to answer the service although it answers its peers.
  const now = places.filter(
    ({ type, name, osds: own }) =>
      type === 'HOST' && slow.has(name) && own.every(({ id, up }) => up && !byOsd.stillRunning.has(id)),
  );
  if (now.length > 0) {
    const proof = linkProof(now.map(({ name }) => slow.get(name)!));
    return [candidateOf(evidence, { places: now, isEither: false }, kind, proof)];
  }
  const alive = (id: number) => osds.get(id)?.up === true && !silent.has(id) && !byOsd.stillRunning.has(id);
  const pings = slowPings(evidence).filter(({ from, to }) => alive(from) && alive(to));
  const blame = pings.length < MIN_PINGS ? undefined : blameOf(evidence, pings);
  return blame === undefined ? [] : [candidateOf(evidence, blame, kind, pingProof(evidence, blame, pings))];
}

/** The checks that follow from OSDs that are down. */
const BY_DOWN: ReadonlySet<string> = new Set(['OSD_DOWN', 'PG_AVAILABILITY', 'PG_DEGRADED'].map(ofCheck));

/** True if OSDs are down, but only such whose daemons have ended, which no network causes. */
const haveAllEnded = (evidence: DiagnosticEvidence): boolean =>
  evidence.notUp.length > 0 && evidence.notUp.every((osd) => hasEnded(evidence, osd));

/** The words for the places whose network is bad, in a sentence. */
interface PlaceWords {
  /** Their names. */
  readonly who: string;
  /** `of stor-03`, or `between stor-03 and stor-04`. */
  readonly where: string;
  /** The direction of the affected requests, such as `to and from it`. */
  readonly across: string;
  /** The next step. */
  readonly check: string;
}

function wordsOf({ places, isEither }: LinkBlame): PlaceWords {
  const who = places.map(placeName).join(' and ');
  const isMany = places.length > 1;
  const isLarge = places.some(({ type }) => type !== 'HOST');
  const ports = isMany ? 'their switch ports' : 'its switch port';
  return {
    who,
    where: `${isEither ? 'between' : 'of'} ${who}`,
    across: isEither ? 'across it' : isMany ? 'to and from them' : 'to and from it',
    check: isLarge
      ? `check the switch of ${who} and its uplink for errors and load`
      : `check link errors and speed of ${who}, and ${ports}`,
  };
}

function candidateOf(
  evidence: DiagnosticEvidence,
  blame: LinkBlame,
  kind: LinkKind,
  proof: Proof,
): Candidate {
  const { places, isEither } = blame;
  const { who, where, across, check } = wordsOf(blame);
  const { waits, longest, begin } = waitsAcross(evidence, isEither ? places.slice(0, 1) : places);
  const lost = longest > LOST_S;
  const links = linkFacts(
    evidence,
    places.filter(({ type }) => type === 'HOST').map(({ name }) => name),
  );
  return {
    kind,
    objects: places.map(({ name }) => name),
    ...(places.length === 1 && places[0]!.type === 'HOST' && { host: places[0]!.name }),
    ...begin,
    explains: [
      SLOW_PINGS,
      SLOW_WRITES,
      ...waits.flatMap(({ waitsFor = -1 }) => ofOsd('waited', waitsFor)),
      ...places.flatMap(({ osds }) => osds.flatMap(({ id }) => [ofOsd('waited', id), ofOsd('silent', id)])),
      ...slowSymptoms(
        evidence,
        places.flatMap(({ osds }) => osds),
      ).filter((one) => !BY_DOWN.has(one) || !haveAllEnded(evidence)),
    ],
    against:
      lost === (kind === 'net-loss')
        ? []
        : [
            {
              text: lost
                ? `requests wait for ${Math.round(longest)} s: their packets were lost`
                : 'no request has waited long enough to show packet loss',
              weight: 2,
            },
          ],
    isProven: false,
    text:
      kind === 'net-loss'
        ? `the network ${where} loses packets${isEither || places.length === 1 ? '' : ' or is slow'}: requests ${across} wait for up to ${Math.round(longest)} s`
        : `the network ${where} is slow, or loses packets`,
    proofs: [
      proof,
      ...links.proofs,
      ...(waits.length > 0
        ? [
            {
              text: `${waits.length} requests between ${isEither ? placeName(places[0]!) : who} and others wait, the oldest for ${Math.round(longest)} s`,
              source: 'daemons',
            } as const,
          ]
        : []),
    ],
    next: [links.next ?? check],
  };
}

function linkProof(servers: ReturnType<typeof serversWithSlowLinks>): Proof {
  const links = servers.map(
    ({ server, slow, others, ms }) =>
      `between ${server} and ${slow === others ? 'all' : `${slow} of`} ${others} other servers took ${Math.round(ms)} ms`,
  );
  return { text: `the last pings ${links.join(', and ')}`, source: 'daemons' };
}

function pingProof(evidence: DiagnosticEvidence, blame: LinkBlame, pings: Pings): Proof {
  const { places, isEither } = blame;
  const across = pingsAcross(isEither ? places.slice(0, 1) : places, pings);
  const slowest = Math.max(...across.map(({ ms }) => ms));
  const share =
    across.length === pings.length ? `all ${across.length}` : `${across.length} of ${pings.length}`;
  return {
    text: `${share} reported slow pings ${isEither ? 'are between' : 'lead to'} ${wordsOf(blame).who}, the slowest takes ${Math.round(slowest)} ms`,
    source: evidence.daemons?.pings === undefined ? 'health' : 'daemons',
  };
}
