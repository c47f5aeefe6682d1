import type { ClusterEvidence } from '../api/contract/evidence.ts';
import { median } from '../lib/median.ts';

/** The last ping of an OSD to another one. */
export interface LastPing {
  readonly from: number;
  readonly to: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** The age in seconds from which a waiting request makes the links between its OSDs suspects; on a calm cluster few are older. */
const NOTABLE_WAIT_S = 0.3;
/** The maximum number of OSDs that are asked for their last pings: each answers with those to all of its peers. */
const MAX_SUSPECTS = 8;

/**
 * The OSDs whose last pings are worth to be read, none on a calm cluster: those of the oldest waiting requests, and while some OSDs
 * are silent, others that answered, which know whether the silent ones answer their peers.
 */
export function suspectOsds(
  waits: NonNullable<ClusterEvidence['waits']>,
  silent: ReadonlySet<number>,
  asked: readonly number[],
): readonly number[] {
  const oldest = waits
    .filter(({ oldest: age = 0 }) => age >= NOTABLE_WAIT_S)
    .toSorted((a, b) => (b.oldest ?? 0) - (a.oldest ?? 0));
  const osds = oldest.flatMap(({ osd, waitsFor }) => [waitsFor ?? [], osd ?? []].flat());
  const others = silent.size > 0 ? asked : [];
  return [...new Set([...osds, ...others])].filter((id) => !silent.has(id)).slice(0, MAX_SUSPECTS);
}

/**
 * The median time in milliseconds from which a link is slow. Single pings take longer on a busy cluster (measured: a tenth of
 * them 20 ms, a hundredth 150 ms).
 */
const SLOW_MS = 50;
/** The maximum number of servers in the evidence. */
const MAX_SERVERS = 32;

/**
 * The servers with slow links, those with most of them first. A link is judged by the median of the last pings in both
 * directions, as single ones are late by chance.
 * @param serverOf the server of an OSD; undefined if it is not known
 * @param rackOf the rack of a server, or whatever contains it in the CRUSH map; undefined if it is not known
 */
export function slowLinks(
  pings: readonly LastPing[],
  serverOf: (osd: number) => string | undefined,
  rackOf: (server: string) => string | undefined,
): NonNullable<ClusterEvidence['links']> {
  const links = new Map<string, Map<string, number[]>>();
  const add = (server: string, other: string, ms: number) => {
    const others = links.get(server) ?? new Map<string, number[]>();
    links.set(server, others.set(other, [...(others.get(other) ?? []), ms]));
  };
  for (const { from, to, ms } of pings) {
    const [one, other] = [serverOf(from), serverOf(to)];
    if (one === undefined || other === undefined || one === other) continue;
    add(one, other, ms);
    add(other, one, ms);
  }
  return Array.from(links, ([server, others]) => {
    const known = Array.from(others, ([other, times]) => ({
      isNear: rackOf(other) === rackOf(server),
      ms: median(times) ?? 0,
    }));
    const slow = known.filter(({ ms }) => ms >= SLOW_MS);
    return {
      server,
      others: others.size,
      slow: slow.length,
      near: known.filter(({ isNear }) => isNear).length,
      nearSlow: slow.filter(({ isNear }) => isNear).length,
      ms: median(slow.map(({ ms }) => ms)) ?? 0,
    };
  })
    .filter(({ slow }) => slow > 0)
    .toSorted((a, b) => b.slow - a.slow || b.ms - a.ms)
    .slice(0, MAX_SERVERS);
}
