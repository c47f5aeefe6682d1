import type { Pool } from '../../api/contract/pools.ts';

/** The size and min_size of a pool. The size of an erasure-coded pool is k+m, if both are known. */
export function copiesOf(pool: Pool | undefined): {
  readonly size: number | undefined;
  readonly minSize: number | undefined;
} {
  const chunks =
    pool?.erasureCoding === true && pool.dataChunks !== undefined && pool.parityChunks !== undefined
      ? pool.dataChunks + pool.parityChunks
      : undefined;
  return { size: chunks ?? pool?.size, minSize: pool?.minSize };
}
