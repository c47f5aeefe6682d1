import type { HealthCheck, HealthDetail } from '../../../api/contract/cluster.ts';
import type { GroupCounts, GroupNumbers } from '../client/ceph.ts';

/** The time after which an inactive group counts as stuck: Ceph's own default (mon_pg_stuck_threshold). */
const STUCK_MS = 60_000;

/**
 * True if Ceph reports a stuck group, as in `pg 2.1f is stuck inactive for 5m`. PG_AVAILABILITY alone does not
 * mean that: Ceph raises it also for groups that peer for a moment.
 */
export function hasStuckGroups({ checks }: HealthDetail): boolean {
  const { PG_AVAILABILITY: check } = (checks ?? {}) as Readonly<Record<string, HealthCheck>>;
  return check?.detail?.some(({ message = '' }) => / is stuck /.test(message)) === true;
}

/** The inactive groups at one time. */
interface InactiveReading {
  readonly groups: GroupNumbers;
  /** In milliseconds. */
  readonly at: number;
  /** Ceph reports stuck groups; needed only after a gap ({@link InactiveGroups.hasGap}). */
  readonly areStuck: boolean;
}

/**
 * Tracks since when each placement group has been inactive. Ceph reports that only in the full dump of the groups, 2 KB
 * each, so it is measured here: from the first of consecutive readings that found the group inactive.
 */
export class InactiveGroups {
  #since: ReadonlyMap<string, number> = new Map();
  #lastReading = -Infinity;

  /** True if the last reading is too old to conclude how long a group has been inactive. */
  hasGap(at: number): boolean {
    return at - this.#lastReading > STUCK_MS;
  }

  /**
   * Records the inactive groups of a reading and counts the stuck ones. After a gap of more than a minute, and in the
   * first reading, it is unknown how long they have been inactive: all count as stuck if Ceph reports stuck groups.
   */
  record({ groups, at, areStuck }: InactiveReading): GroupCounts {
    const first = areStuck ? at - STUCK_MS : at;
    const previous = this.hasGap(at) ? undefined : this.#since;
    const since = new Map<string, number>();
    const stuck: Record<string, Record<string, number>> = {};
    for (const [pool, byState] of Object.entries(groups)) {
      const counts: Record<string, number> = {};
      for (const [state, numbers] of Object.entries(byState)) {
        let count = 0;
        for (const number of numbers) {
          const group = `${pool}.${number}`;
          const start = previous === undefined ? first : (previous.get(group) ?? at);
          since.set(group, start);
          if (at - start >= STUCK_MS) count++;
        }
        if (count > 0) counts[state] = count;
      }
      if (Object.keys(counts).length > 0) stuck[pool] = counts;
    }
    this.#since = since;
    this.#lastReading = at;
    return stuck;
  }

  /** Records a reading in which every group was active. */
  clear(at: number): void {
    this.#since = new Map();
    this.#lastReading = at;
  }
}
