import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { type ClusterCheck, groupsNamedIn } from './checks.ts';

/** The number of damaged groups of each pool that have all their copies in their places, by pool number. */
function completeGroups(damage: ClusterCheck | undefined): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { pool, state } of groupsNamedIn(damage)) {
    if (state.split('+').includes('clean')) counts.set(pool, (counts.get(pool) ?? 0) + 1);
  }
  return counts;
}

/**
 * The names of the pools with placement groups that lack copies, or do not have them where they belong. A group whose copies
 * only disagree has them all, although it is not okay.
 * @param checks the health checks by code; without the details of PG_DAMAGED every group that is not okay counts
 */
export function troubledPools(
  status: ClusterStatus | undefined,
  checks: ReadonlyMap<string, ClusterCheck>,
): ReadonlySet<string> {
  const complete = completeGroups(checks.get('PG_DAMAGED'));
  return new Set(
    (status?.placementGroups ?? [])
      .filter(({ poolId = -1, warn = 0, error = 0 }) => warn + error > (complete.get(poolId) ?? 0))
      .flatMap(({ poolName }) => poolName ?? []),
  );
}
