import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Place } from '../evidence/osds.ts';
import { rackOf } from '../evidence/slowNetwork.ts';
import { type Candidate, placeName } from '../rule.ts';

/** A cause about the network link of a server. */
export interface HostLink {
  readonly host: Place;
  readonly candidate: Omit<Candidate, 'text' | 'next'>;
  /** The number of its OSDs that were lost. */
  readonly lost: number;
  /** The text and the next steps about the link of a place with so many lost OSDs. */
  readonly wordsFor: (place: string, lost: number) => Pick<Candidate, 'text' | 'next'>;
}

/** The time in milliseconds within which the servers of a rack are lost with it. */
const TOGETHER_MS = 60_000;

/** The causes about the links of servers; one for a rack if all servers of it were lost at once. */
export function linksOrRacks(
  { places }: Pick<DiagnosticEvidence, 'places'>,
  links: readonly HostLink[],
): readonly Candidate[] {
  return Map.groupBy(links, ({ host }) => rackOf(places, host.name))
    .entries()
    .flatMap(([rack, own]) => (rack && isOfRack(rack, own) ? [joined(rack, own)] : own.map(alone)))
    .toArray();
}

const alone = ({ host, candidate, lost, wordsFor }: HostLink): Candidate => ({
  ...candidate,
  ...wordsFor(host.name, lost),
});

function isOfRack({ hosts }: Place, links: readonly HostLink[]): boolean {
  const times = links.map(({ candidate }) => candidate.since ?? Number.NaN);
  return (
    links.length > 1 && links.length === hosts.size && Math.max(...times) - Math.min(...times) <= TOGETHER_MS
  );
}

function joined(rack: Place, links: readonly HostLink[]): Candidate {
  const [{ candidate, wordsFor }] = links as readonly [HostLink];
  const { host: _host, ...first } = candidate;
  return {
    ...first,
    objects: [rack.name],
    isOver: links.every((one) => one.candidate.isOver === true),
    explains: [...new Set(links.flatMap((one) => one.candidate.explains))],
    isProven: links.every((one) => one.candidate.isProven),
    ...wordsFor(
      placeName(rack),
      links.reduce((sum, { lost }) => sum + lost, 0),
    ),
  };
}
