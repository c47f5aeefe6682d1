import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import { PING_CHECKS } from '../symptomIds.ts';
import { MANAGER_CHECKS } from './checks.ts';
import type { DiagnosticEvidence } from './evidence.ts';
import type { Place } from './osds.ts';
import { BUSY_MS } from './queues.ts';

/** The ping time between healthy servers, in milliseconds. */
const GOOD_PING_MS = 20;

/** A slow ping between two OSDs. */
interface SlowPing {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

/** The slow pings between OSDs: those that the daemons report, or else those in the health checks. */
export const slowPings = ({ daemons, checks }: DiagnosticEvidence): readonly SlowPing[] =>
  daemons?.pings === undefined
    ? pingsIn(checks)
    : daemons.pings.flatMap(({ from, to, ms = 0 }) =>
        from === undefined || to === undefined || ms < GOOD_PING_MS ? [] : [{ from, to, ms }],
      );

/**
 * Captures the OSDs and the milliseconds in a detail line of these checks. A line about an OSD that is down, or that ends with
 * `possibly improving`, does not match: it is about the past.
 */
const PING_LINE = /^Slow OSD heartbeats on \w+ from osd\.(\d+) \[.*?\] to osd\.(\d+) \[.*?\] ([\d.]+) msec$/;

/** Captures the OSDs in any detail line of these checks, also of the past. */
const PING_OSDS = / from osd\.(\d+) .*to osd\.(\d+) /;

/** The OSDs of the slow pings that the health checks name, which may be over for a quarter of an hour. */
export const reportedPings = ({
  checks,
}: Pick<DiagnosticEvidence, 'checks'>): readonly Pick<SlowPing, 'from' | 'to'>[] =>
  PING_CHECKS.flatMap((code) => checks.get(code)?.detail ?? []).flatMap((line) => {
    const [, from, to] = PING_OSDS.exec(line) ?? [];
    return to === undefined ? [] : [{ from: Number(from), to: Number(to) }];
  });

/** The slow pings in the health checks, of which a manager names some; they say nothing of the present while none works. */
function pingsIn(checks: DiagnosticEvidence['checks']): readonly SlowPing[] {
  if (MANAGER_CHECKS.some((code) => checks.has(code))) return [];
  return PING_CHECKS.flatMap((code) => checks.get(code)?.detail ?? []).flatMap((line) => {
    const [, from, to, ms] = PING_LINE.exec(line) ?? [];
    return ms === undefined ? [] : [{ from: Number(from), to: Number(to), ms: Number(ms) }];
  });
}

/** The smallest place that contains a server, such as its rack; undefined if that is the whole cluster. */
export const rackOf = (places: readonly Place[], server: string): Place | undefined =>
  places
    .filter(({ type, hosts }) => type !== 'HOST' && hosts.has(server))
    .toSorted((a, b) => a.hosts.size - b.hosts.size)[0];

/** True if a rack has no other server, so that its link is that of the server. */
const isAlone = (places: readonly Place[], server: string): boolean =>
  rackOf(places, server)?.hosts.size === 1;

/** The fewest links by which a server is judged, and the share of them that is slow if its network is. */
const [MIN_LINKS, SLOW_SHARE] = [2, 0.9];
/** The number of slow links between other servers for each slow one of these servers that is too many. */
const ELSEWHERE = 0.1;

/** A server with slow links to nearly all others. */
type SlowServer = Required<NonNullable<ClusterEvidence['links']>[number]>;

/**
 * The servers that have slow links to nearly all others at the moment, also to those of their rack. None if links between others
 * are slow as well, or if an OSD has so many requests that pings may be late because of that.
 */
export function serversWithSlowLinks({
  daemons,
  places,
}: Pick<DiagnosticEvidence, 'daemons' | 'places'>): readonly SlowServer[] {
  if (daemons?.queues?.some(({ ms = 0 }) => ms >= BUSY_MS) === true) return [];
  const links = (daemons?.links ?? []).map(
    ({ server = '', others = 0, slow = 0, near = others, nearSlow = slow, ms = 0 }): SlowServer => ({
      server,
      others,
      slow,
      near,
      nearSlow,
      ms,
    }),
  );
  const isSlow = ({ server, others, slow, near, nearSlow }: SlowServer) =>
    others >= MIN_LINKS &&
    slow >= SLOW_SHARE * others &&
    // Else it may be the link of the rack.
    (near === 0 ? isAlone(places, server) : nearSlow >= SLOW_SHARE * near);
  const found = links.filter(isSlow);
  const count = (servers: readonly SlowServer[], besides: number) =>
    servers.reduce((sum, { slow }) => sum + Math.max(0, slow - besides), 0);
  // Each other server has a slow link to each of these.
  const elsewhere = count(
    links.filter((link) => !isSlow(link)),
    found.length,
  );
  const isMost = found.some(({ others }) => found.length > (others + 1) / 2);
  return isMost || elsewhere > ELSEWHERE * count(found, 0) ? [] : found;
}

/** The minimum share of TCP segments that a suspicious server has retransmitted. */
const RESENT_SHARE = 0.05;
/** The factor by which its share exceeds that of the next one that is not suspicious. */
const RESENT_OUTLIER = 2;
/** The minimum number of sent segments for a meaningful share. */
const MIN_SENT = 200;
/** The number of measured servers for each suspicious one, if there are several: most others must be good. */
const SERVERS_EACH = 3;

/** The servers that retransmit far more TCP segments than the others. */
export interface Retransmitting {
  /** With the share of their segments, the worst first. */
  readonly servers: readonly { readonly server: string; readonly share: number }[];
  /** The share of the next server. */
  readonly next: number;
}

/** The servers that retransmit far more TCP segments than the others, with their shares; undefined if there are none. */
export function retransmittingServers({ daemons }: DiagnosticEvidence): Retransmitting | undefined {
  const measured = (daemons?.resent ?? [])
    .flatMap(({ server = '', sent = 0, again = 0 }) =>
      sent < MIN_SENT ? [] : [{ server, share: again / sent }],
    )
    .toSorted((a, b) => b.share - a.share);
  // A single server cannot be compared; the others may be just as bad.
  const count =
    1 +
    measured.findIndex(({ share }, index) => {
      const next = measured[index + 1];
      return share >= RESENT_SHARE && next !== undefined && share > RESENT_OUTLIER * next.share;
    });
  if (count === 0 || (count > 1 && measured.length < SERVERS_EACH * count)) return undefined;
  return { servers: measured.slice(0, count), next: measured[count]!.share };
}
