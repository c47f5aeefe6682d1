import type { ClusterStatus, PlacementGroups } from '../../api/contract/cluster.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { copiesOf } from '../../diagnosis/evidence/copies.ts';
import { isOld } from '../../diagnosis/work.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { worstOf, type Level } from './level.ts';

/** The placement groups of one pool by state; those in `error` block client I/O or have lost data. */
export interface PlacementRow {
  /** `pool.3`, or `pool.NAME` if the pool id is unknown. */
  readonly id: string;
  readonly poolName: string;
  readonly poolId: number | undefined;
  /** 0 if it is unknown, as every pool has some; the other counts are unknown then, too. */
  readonly total: number;
  readonly okay: number;
  readonly warn: number;
  readonly error: number;
  readonly level: Level;
  /** The number of copies or chunks of the pool. */
  readonly size: number | undefined;
  /** The number of copies or chunks that must be available for I/O (min_size). */
  readonly minSize: number | undefined;
  /** The size and minimum in the usual notation: `3/2`, or `4+2/5` for erasure coding; empty if unknown. */
  readonly redundancy: string;
  /**
   * The number of copies that can be lost before I/O stops (size - minSize). At zero, I/O stops at the first failure.
   */
  readonly spare: number | undefined;
  /** The unchanged answers from which the row was made. */
  readonly groups: PlacementGroups;
  readonly pool: Pool | undefined;
}

/** The placement groups of all pools, and their totals. */
export interface Placement {
  /** Worst first: by errors, then warnings, then name. */
  readonly rows: readonly PlacementRow[];
  readonly total: number;
  readonly okay: number;
  readonly warn: number;
  readonly error: number;
  /** The number of groups known not to be okay; pools that do not report how many are okay can have more. */
  readonly missing: number;
  /** True if each pool reports how many of its groups are okay. */
  readonly isCounted: boolean;
  readonly level: Level;
}

interface PlacementSources {
  readonly status?: ClusterStatus | undefined;
  readonly pools?: readonly Pool[] | undefined;
}

/** Joins the status with the pools, by id or else by name; the redundancy of an unknown pool is missing. */
export function placementRows({ status, pools = [] }: PlacementSources): readonly PlacementRow[] {
  const byId = new Map(pools.map((pool) => [pool.poolId, pool]));
  const byName = new Map(pools.map((pool) => [pool.name, pool]));
  const areOld = isOld(status);
  return (status?.placementGroups ?? []).map((groups) => {
    const pool = groups.poolId === undefined ? undefined : byId.get(groups.poolId);
    return placementRow(groups, pool ?? byName.get(groups.poolName), areOld);
  });
}

/** The placement groups of all pools, and their totals. */
export function selectPlacement(input: PlacementSources): Placement {
  const rows = placementRows(input).toSorted(
    (a, b) => b.error - a.error || b.warn - a.warn || naturalOrder(a.poolName, b.poolName),
  );
  const add = (field: 'total' | 'okay' | 'warn' | 'error') =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    rows,
    total: add('total'),
    okay: add('okay'),
    warn: add('warn'),
    error: add('error'),
    missing: rows.reduce((missing, row) => missing + missingOf(row), 0),
    isCounted: rows.every(({ groups }) => groups.okay !== undefined),
    level: rows.length === 0 ? 'unknown' : worstOf(rows.map((row) => row.level)),
  };
}

const missingOf = ({ groups, total, okay, warn, error }: PlacementRow): number =>
  groups.okay === undefined ? warn + error : total - okay;

function placementRow(groups: PlacementGroups, pool: Pool | undefined, isOutdated: boolean): PlacementRow {
  const [okay, warn, error] = [groups.okay ?? 0, groups.warn ?? 0, groups.error ?? 0];
  const total = groups.total ?? okay + warn + error;
  const poolId = groups.poolId ?? pool?.poolId;
  const poolName = groups.poolName ?? pool?.name ?? '';
  const { size, minSize } = copiesOf(pool);
  return {
    id: `pool.${poolId ?? poolName}`,
    poolName,
    poolId,
    total,
    okay,
    warn,
    error,
    level:
      error > 0 ? 'error' : warn > 0 ? 'warn' : total === 0 || okay < total || isOutdated ? 'unknown' : 'ok',
    size,
    minSize,
    redundancy: redundancy(pool),
    spare: size === undefined || minSize === undefined ? undefined : size - minSize,
    groups,
    pool,
  };
}

/** A pool's size and minimum in the usual notation: `3/2`, `4+2/5`. */
export function redundancy(pool: Pool | undefined): string {
  const { size, minSize } = copiesOf(pool);
  if (size === undefined) return '';
  const kept =
    pool?.erasureCoding === true && pool.dataChunks !== undefined
      ? `${pool.dataChunks}+${size - pool.dataChunks}`
      : size;
  return minSize === undefined ? `${kept}` : `${kept}/${minSize}`;
}
