import type { ClusterSnapshot } from '../snapshot.ts';
import { raisedChecks } from './checks.ts';
import { copiesOf } from './copies.ts';

/** Captures the pool and the OSDs of a group with too few of them: `pg 6.1f is active+undersized+degraded, acting [4,NONE,7]`. */
const UNDERSIZED = /^pg (\d+)\.[\da-f]+ is .*undersized.*acting \[([^\]]*)\]/;
/** The number by which older releases say that no OSD has a chunk. */
const NO_OSD = '2147483647';

/**
 * The names of the pools with placement groups that the loss of one more OSD makes incomplete: a single OSD is left, or just as
 * many as there are data chunks. Ceph lists only some of the groups, so further pools may be affected.
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
