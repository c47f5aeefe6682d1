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
  const checks = raisedChecks({ status, detail });
  // A group that serves no I/O because too few OSDs are left is listed under the second check only.
  const lines = ['PG_DEGRADED', 'PG_AVAILABILITY'].flatMap((code) => checks.get(code)?.detail ?? []);
  const left = new Map<string, Set<number>>();
  for (const [, pool = '', acting = ''] of lines.flatMap((line) => [UNDERSIZED.exec(line) ?? []])) {
    const osds = acting.split(',').filter((osd) => /^\d+$/.test(osd) && osd !== NO_OSD).length;
    left.set(pool, (left.get(pool) ?? new Set<number>()).add(osds));
  }
  return (status?.placementGroups ?? []).flatMap(({ poolId, poolName }) => {
    const pool = pools.find(({ name }) => name === poolName);
    const least = (pool?.erasureCoding === true ? pool.dataChunks : 1) ?? 0;
    const isLast = left.get(`${poolId}`)?.has(least) === true && (copiesOf(pool).size ?? 0) > least;
    return isLast && poolName !== undefined ? [poolName] : [];
  });
}
