import type { HealthCheck, HealthDetail } from '../../../api/contract/cluster.ts';
import type { GroupCounts, GroupNumbers } from '../ceph.ts';

/** A group that is inactive for so long counts as stuck: Ceph's own default (mon_pg_stuck_threshold), in milliseconds. */
const STUCK_MS = 60_000;

/**
 * Tells whether Ceph says of a group that it is stuck, as in `pg 2.1f is stuck inactive for 5m`. PG_AVAILABILITY alone
 * does not say it: it stands for groups that peer for a moment, too.
 */
export function hasStuckGroups({ checks }: HealthDetail): boolean {
  const { PG_AVAILABILITY: check } = (checks ?? {}) as Readonly<Record<string, HealthCheck>>;
  return check?.detail?.some(({ message = '' }) => / is stuck /.test(message)) === true;
}

/** One look at all groups. */
interface InactiveLook {
  readonly groups: GroupNumbers;
  /** In milliseconds. */
  readonly at: number;
  /** Ceph says that some of them are stuck; asked for where {@link InactiveGroups.isBlind}. */
  readonly areStuck: boolean;
}

/**
 * Times since when each placement group is inactive. Ceph tells it only with everything else that it knows of each
 * group, 2 KB a group, so it is timed here: from the first of a series of looks that found it inactive.
 */
export class InactiveGroups {
  #since: ReadonlyMap<string, number> = new Map();
  #lastLook = -Infinity;

  /** Tells whether nobody has looked for so long that Ceph has to say how long groups have been inactive. */
  isBlind(at: number): boolean {
    return at - this.#lastLook > STUCK_MS;
  }

  /**
   * Notes the groups that were inactive at a time, in milliseconds, and counts those that are stuck by then. What was before
   * the first look, or between two that are a minute apart, is not known: groups count as stuck then if Ceph says that some are.
   */
  look({ groups, at, areStuck }: InactiveLook): GroupCounts {
    const first = areStuck ? at - STUCK_MS : at;
    const before = this.isBlind(at) ? undefined : this.#since;
    const since = new Map<string, number>();
    const stuck: Record<string, Record<string, number>> = {};
    for (const [pool, byState] of Object.entries(groups)) {
      const counts: Record<string, number> = {};
      for (const [state, numbers] of Object.entries(byState)) {
        let count = 0;
        for (const number of numbers) {
          const group = `${pool}.${number}`;
          const start = before === undefined ? first : (before.get(group) ?? at);
          since.set(group, start);
          if (at - start >= STUCK_MS) count++;
        }
        if (count > 0) counts[state] = count;
      }
      if (Object.keys(counts).length > 0) stuck[pool] = counts;
    }
    this.#since = since;
    this.#lastLook = at;
    return stuck;
  }

  /** Notes that every group was active at a time. */
  clear(at: number): void {
    this.#since = new Map();
    this.#lastLook = at;
  }
}
