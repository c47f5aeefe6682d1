import type { ClusterSnapshot } from '../snapshot.ts';
import { raisedChecks } from './checks.ts';
import { copiesOf } from './copies.ts';

/** Captures the pool and the OSDs of a group with too few of them: `pg 6.1f is active+undersized+degraded, acting [4,NONE,7]`. */
const UNDERSIZED = /^pg (\d+)\.[\da-f]+ is .*undersized.*acting \[([^\]]*)\]/;
/** The number by which older releases say that no OSD has a chunk. */
const NO_OSD = '2147483647';

/**
 * The names of pools with placement groups that one more loss makes incomplete: a single OSD has them, or as many as they have
 * data chunks. Ceph names some of the groups only, so that others may be as well.
 */
export function lastCopiesIn({ status, detail, pools = [] }: ClusterSnapshot): readonly string[] {
  const lines = raisedChecks({ status, detail }).get('PG_DEGRADED')?.detail ?? [];
  const left = new Map<string, number>();
  for (const [, pool = '', acting = ''] of lines.flatMap((line) => [UNDERSIZED.exec(line) ?? []])) {
    const osds = acting.split(',').filter((osd) => /^\d+$/.test(osd) && osd !== NO_OSD).length;
    left.set(pool, Math.min(left.get(pool) ?? Infinity, osds));
  }
  return (status?.placementGroups ?? []).flatMap(({ poolId, poolName }) => {
    if (!left.has(`${poolId}`)) return [];
    const pool = pools.find(({ name }) => name === poolName);
    const least = pool?.erasureCoding === true ? pool.dataChunks : 1;
    const isLast = left.get(`${poolId}`) === least && (copiesOf(pool).size ?? 0) > (least ?? 0);
    return isLast && poolName !== undefined ? [poolName] : [];
  });
}
