import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { rackOf, type slowPings } from '../evidence/slowNetwork.ts';

/** Slow pings between OSDs. */
export type Pings = ReturnType<typeof slowPings>;

/** The places to whose network slow pings point. */
export interface LinkBlame {
  readonly places: readonly Place[];
  /** True if nearly all slow pings are between two places: which of them is bad cannot be told. */
  readonly isEither: boolean;
}

/** The minimum number of slow pings that must lead to a place before its network is suspected. */
export const MIN_PINGS = 3;
/** The share of all slow pings that must lead to the suspected places. */
const MIN_SHARE = 0.9;
/** The maximum number of servers that are suspected at the same time. */
const MAX_SERVERS = 3;
/** The number of other servers to which a server must be slow if it is not the only one that is suspected. */
const MIN_OTHERS = 2;

/** The pings with exactly one end in one of these places. */
export const pingsAcross = (places: readonly Pick<Place, 'osds'>[], pings: Pings): Pings => {
  const sets = places.map(({ osds }) => new Set(osds.map(({ id }) => id)));
  return pings.filter(({ from, to }) => sets.some((own) => own.has(from) !== own.has(to)));
};

/**
 * The place to which nearly all slow pings lead: a server, or else a rack or another place, if those within it are quick. Or
 * else some servers, if each is slow to several others.
 */
export function blameOf(evidence: DiagnosticEvidence, pings: Pings): LinkBlame | undefined {
  const suspects = evidence.places
    .filter((place) => isAnswering(evidence, place) && isSuspect(evidence, place, pings))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const places = suspects.filter(({ type }) => type === suspects[0]?.type);
  if (places.length > 0) return { places, isEither: places.length > 1 };
  const servers = slowServers(evidence, pings);
  return servers.length === 0 ? undefined : { places: servers, isEither: false };
}

/** A server comes before a rack that has no other. */
const sizeOf = ({ type, osds }: Place): number => (type === 'HOST' ? 0 : osds.length);

/** False if some OSD there does not answer: then the pings may be old. */
const isAnswering = ({ silent }: DiagnosticEvidence, { osds }: Place): boolean =>
  !osds.some(({ up, id }) => up && silent.has(id));

/** True if slow pings lead to several OSDs of a server, or to most servers of a larger place. */
function hitsSeveral({ type, osds, hosts }: Place, across: Pings): boolean {
  const ends = new Set(across.flatMap(({ from, to }) => [from, to]));
  const hit = osds.filter(({ id }) => ends.has(id));
  const enough =
    type === 'HOST'
      ? hit.length >= Math.min(2, osds.length)
      : new Set(hit.map(({ host }) => host)).size >= Math.max(2, hosts.size / 2);
  return across.length >= MIN_PINGS && enough;
}

function isSuspect(evidence: DiagnosticEvidence, place: Place, pings: Pings): boolean {
  const across = pingsAcross([place], pings);
  return (
    across.length >= MIN_SHARE * pings.length &&
    hitsSeveral(place, across) &&
    (place.type === 'HOST'
      ? isOwnLink(evidence, place, across)
      : !hasSlowInside(place, pings) && hasOthers(place, across, evidence.osds))
  );
}

/**
 * True unless the slow pings of a server may be due to the link of its rack: another server there is slow as well, or several
 * servers of other racks report that this one is, and nearly all slow pings lead to it.
 */
function isOwnLink({ osds, places }: DiagnosticEvidence, { name }: Place, across: Pings): boolean {
  const rack = rackOf(places, name);
  if (rack === undefined || rack.hosts.size === 1) return true;
  const own = new Set(rack.osds.map(({ id }) => id));
  const reporters = across.flatMap(({ from }) => (own.has(from) ? [] : (osds.get(from)?.host ?? [])));
  return across.some(({ from, to }) => own.has(from) && own.has(to)) || new Set(reporters).size >= MIN_OTHERS;
}

/** True if pings to a place come from several servers: a single one would be as likely the bad one itself. */
function hasOthers({ hosts }: Place, across: Pings, osds: ReadonlyMap<number, OsdState>): boolean {
  const ends = across.flatMap(({ from, to }) => [osds.get(from)?.host ?? '', osds.get(to)?.host ?? '']);
  return new Set(ends.filter((host) => !hosts.has(host))).size > 1;
}

/** True if pings between servers of a place are slow: then it is not its link to the rest. */
function hasSlowInside({ osds }: Place, pings: Pings): boolean {
  const hostOf = new Map(osds.map(({ id, host }) => [id, host]));
  return pings.some(
    ({ from, to }) => hostOf.has(from) && hostOf.has(to) && hostOf.get(from) !== hostOf.get(to),
  );
}

/** The fewest servers to which nearly all slow pings lead; none if they are many, or if another choice would do as well. */
function slowServers(evidence: DiagnosticEvidence, pings: Pings): readonly Place[] {
  const hosts = evidence.places.filter((place) => place.type === 'HOST' && isAnswering(evidence, place));
  const found: Place[] = [];
  let left = pings;
  while (left.length > (1 - MIN_SHARE) * pings.length) {
    const worst = mostHit(hosts, left, evidence.osds);
    if (worst === undefined || found.length === MAX_SERVERS) return [];
    const across = pingsAcross([worst], left);
    if (!hitsSeveral(worst, across)) return [];
    found.push(worst);
    left = left.filter((ping) => !across.includes(ping));
  }
  const isSlowToOthers = (host: Place) => otherEnds(evidence, host, found, pings).size >= MIN_OTHERS;
  const isBad = (host: Place) =>
    isSlowToOthers(host) && isOwnLink(evidence, host, pingsAcross([host], pings));
  return found.every(isBad) ? found : [];
}

/** The server to which most of these pings lead. */
function mostHit(
  hosts: readonly Place[],
  pings: Pings,
  osds: ReadonlyMap<number, OsdState>,
): Place | undefined {
  const hits = new Map<string, number>();
  for (const { from, to } of pings)
    for (const host of new Set([osds.get(from)?.host, osds.get(to)?.host]))
      if (host !== undefined) hits.set(host, (hits.get(host) ?? 0) + 1);
  const [worst] = hits
    .entries()
    .toArray()
    .toSorted(([, a], [, b]) => b - a);
  return hosts.find(({ name }) => name === worst?.[0]);
}

/** The servers besides the suspected ones to which a server has slow pings. */
function otherEnds(
  { osds }: DiagnosticEvidence,
  host: Place,
  suspected: readonly Place[],
  pings: Pings,
): ReadonlySet<string | undefined> {
  const ends = pingsAcross([host], pings).flatMap(({ from, to }) => [
    osds.get(from)?.host,
    osds.get(to)?.host,
  ]);
  return new Set(ends).difference(new Set(suspected.map(({ name }) => name)));
}
