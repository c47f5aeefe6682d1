import type { ClusterCheck } from './checks.ts';

/** Matches the details of MDS_READ_ONLY, `mds.a(mds.0): MDS in read-only mode`, and captures the metadata server. */
export const READ_ONLY = /^(mds\.[^(]+)\(mds\.\d+\)/;

/** The metadata servers that refuse all changes. */
export const readOnlyRanks = (checks: ReadonlyMap<string, ClusterCheck>): readonly string[] =>
  (checks.get('MDS_READ_ONLY')?.detail ?? []).flatMap((line) => READ_ONLY.exec(line)?.[1] ?? []);
