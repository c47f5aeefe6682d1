import type { ClusterStatus } from '../api/contract/cluster.ts';
import { fields } from '../lib/untyped.ts';
import { MANAGER_CHECKS } from './evidence/checks.ts';

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

/** The ages in milliseconds from which counts are outdated: usually, and while no manager answers, who would renew them. */
const [OLD_MS, UNRENEWED_MS] = [60_000, 15_000];

/**
 * True if the service's counts of placement groups are outdated, or the cluster does not answer, so that okay and constant
 * counts mean nothing.
 */
export function isOld(status: ClusterStatus | undefined): boolean {
  const age = (status?.placementGroupsLastUpdated ?? 0) * 1000;
  const health = fields(status?.storeStatus?.health);
  const checks = fields(health?.checks) ?? {};
  const isUnrenewed = age > UNRENEWED_MS && MANAGER_CHECKS.some((code) => Object.hasOwn(checks, code));
  return age > OLD_MS || isUnrenewed || health?.status === 'HEALTH_UNKNOWN';
}

/** True if all placement groups are known to be okay at present. */
export function isComplete(status: ClusterStatus | undefined): boolean {
  const { okay, total } = groupsOf(status);
  return total > 0 && okay === total && !isOld(status);
}
