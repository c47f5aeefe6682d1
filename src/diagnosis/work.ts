import type { ClusterStatus } from '../api/contract/cluster.ts';

/** The number of placement groups of all pools, and of those that are okay. */
export function groupsOf(status: ClusterStatus | undefined): {
  readonly okay: number;
  readonly total: number;
} {
  let [okay, total] = [0, 0];
  for (const pool of status?.placementGroups ?? []) {
    okay += pool.okay ?? 0;
    total += pool.total ?? (pool.okay ?? 0) + (pool.warn ?? 0) + (pool.error ?? 0);
  }
  return { okay, total };
}

/** True if some placement groups are not okay, so that data must be recovered, moved or repaired. */
export function hasWork({ status }: { readonly status: ClusterStatus | undefined }): boolean {
  const { okay, total } = groupsOf(status);
  return okay < total;
}

/** The age in milliseconds from which counts are outdated. */
const OLD_MS = 60_000;

/**
 * True if the service's counts of placement groups are outdated, or the cluster does not answer, so that okay and constant
 * counts mean nothing.
 */
export const isOld = (status: ClusterStatus | undefined): boolean =>
  (status?.placementGroupsLastUpdated ?? 0) * 1000 > OLD_MS ||
  status?.storeStatus?.health?.status === 'HEALTH_UNKNOWN';
