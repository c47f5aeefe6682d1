import type { ClusterStatus } from '../api/contract/cluster.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';

/** The placement groups of all pools, and those of them that are okay. */
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

/** Tells whether placement groups are not as they should be, so that data is to be restored, moved or mended. */
export function hasWork({ status }: Pick<DiagnosticEvidence, 'status'>): boolean {
  const { okay, total } = groupsOf(status);
  return okay < total;
}
