import type { ClusterStatus } from '../api/contract/cluster.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';

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
export function hasWork({ status }: Pick<DiagnosticEvidence, 'status'>): boolean {
  const { okay, total } = groupsOf(status);
  return okay < total;
}
