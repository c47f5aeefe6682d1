import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { DAILY, type ScrubTicks } from './scrubTicks.ts';

/** Records that a placement group was scrubbed in this second. */
export function recordScrub({ pgs, tick }: Model, id: number, deep: boolean): void {
  const pool = pgs.poolOf(id);
  if (pool === undefined) return;
  pool.scrubs.plain[id - pool.firstPg] = tick;
  if (deep) pool.scrubs.deep[id - pool.firstPg] = tick;
}

/** Overdue scrubs were last done this many days before the start, or a few more. */
const LATE_DAYS = { plain: 10, deep: 12.25 } as const;

/** The tick of the last scrub of one of the overdue placement groups, by its index among them. */
export const overdueTick = (index: number, kind: keyof ScrubTicks): number =>
  -Math.round((LATE_DAYS[kind] + (hash(index) % 40) / 10) * DAILY);

/** The pool from which the overdue placement groups are taken: its first groups. */
export const overduePool = ({ pools }: Model) => pools.toSorted((a, b) => b.pgNum - a.pgNum)[0];

/**
 * The oldest tick at which the placement groups on each OSD were last scrubbed, by its id; Infinity without groups. It
 * goes through the arrays of the pools, because that takes a tenth of the time of going through the lists of the OSDs.
 */
export function oldestScrubs(model: Model, kind: keyof ScrubTicks): Float64Array {
  const { scrubs, pools, osds } = model;
  const late = Math.floor(kind === 'deep' ? scrubs.lateDeep : scrubs.late);
  const withLate = overduePool(model);
  const oldest = new Float64Array(osds.length).fill(Infinity);
  for (const pool of pools) {
    const { holders, size } = pool;
    for (const [number, tick] of pool.scrubs[kind].entries()) {
      const at = pool === withLate && number < late ? overdueTick(number, kind) : tick;
      for (let slot = number * size; slot < (number + 1) * size; slot++) {
        const osd = holders[slot]!;
        if (osd >= 0 && at < oldest[osd]!) oldest[osd] = at;
      }
    }
  }
  return oldest;
}
