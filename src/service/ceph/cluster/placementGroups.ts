import type { PlacementGroups } from '../../../api/contract/cluster.ts';
import type { GroupCounts } from '../client/ceph.ts';

/** The severity of a state: `inactive` is a warning for a short time, and an error once the group is stuck. */
export type PgClass = 'okay' | 'warn' | 'error' | 'inactive';

/** States that do not heal by themselves or make data unavailable (Ceph documentation, "Placement Group States"). */
const BROKEN = new Set([
  'down',
  'incomplete',
  'inconsistent',
  'failed_repair',
  'recovery_toofull',
  'recovery_unfound',
  'backfill_unfound',
  'snaptrim_error',
]);
const FINE = new Set(['active', 'clean', 'scrubbing', 'deep', 'snaptrim', 'snaptrim_wait']);

/** The class of a state such as `active+undersized+degraded`, whose words come in any order. */
export function pgClass(state: string): PgClass {
  const words = new Set(state.split('+'));
  if (!words.isDisjointFrom(BROKEN)) return 'error';
  if (!words.has('active') || words.has('stale')) return 'inactive';
  return words.has('clean') && words.isSubsetOf(FINE) ? 'okay' : 'warn';
}

/** Counts of all placement groups, and of those that are stuck inactive. */
export interface CountedGroups {
  readonly all: GroupCounts;
  readonly stuck: GroupCounts;
}

interface PoolOfGroups {
  readonly pool_id: number;
  readonly pool_name: string;
  readonly pg_num: number;
}

/** True if every group is okay, so that single pools need not be read. */
export const allOkay = (states: readonly { readonly state_name: string }[]): boolean =>
  states.every(({ state_name }) => pgClass(state_name) === 'okay');

/** Placement groups of each pool. Without counts all are okay; a pool that has no counts yet is being created. */
export function placementGroups(pools: readonly PoolOfGroups[], counts?: CountedGroups): PlacementGroups[] {
  return pools.map(({ pool_id, pool_name, pg_num }) => {
    const states = counts ? (counts.all[pool_id] ?? { creating: pg_num }) : { 'active+clean': pg_num };
    const tally = { okay: 0, warn: 0, error: 0 };
    for (const [state, count] of Object.entries(states)) {
      const kind = pgClass(state);
      if (kind === 'inactive') {
        const stuck = Math.min(counts?.stuck[pool_id]?.[state] ?? 0, count);
        tally.error += stuck;
        tally.warn += count - stuck;
      } else tally[kind] += count;
    }
    const total = tally.okay + tally.warn + tally.error;
    return { poolName: pool_name, poolId: pool_id, total, ...tally };
  });
}
