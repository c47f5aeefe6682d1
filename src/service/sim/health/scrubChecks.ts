import type { Model } from '../model/model.ts';
import { overduePool, overdueTick } from '../placementGroups/lastScrubs.ts';
import { pgName } from '../placementGroups/uncleanPg.ts';
import { MAX_DETAIL, warning, type Raised } from './check.ts';

/** Placement groups whose scrubs are overdue. */
export function lateScrubChecks(model: Model): Raised[] {
  return (
    [
      ['PG_NOT_DEEP_SCRUBBED', 'deep-scrubbed', model.scrubs.lateDeep, 'deep'],
      ['PG_NOT_SCRUBBED', 'scrubbed', model.scrubs.late, 'plain'],
    ] as const
  ).flatMap(([code, word, late, kind]) => {
    const count = Math.floor(late);
    const detail = () =>
      Array.from({ length: Math.min(count, MAX_DETAIL) }, (_, index) => {
        const since = model.timeOf(overdueTick(index, kind));
        return `pg ${lateName(model, index)} not ${word} since ${new Date(since).toISOString()}`;
      });
    return count < 1 ? [] : [warning(code, `${count} pgs not ${word} in time`, count, detail)];
  });
}

/** The name of one of the overdue groups. */
function lateName(model: Model, index: number): string {
  const { firstPg, pgNum } = overduePool(model)!;
  return pgName(model, firstPg + (index % pgNum));
}

/** Objects with too many keys that a deep scrub has found. */
export function largeOmapCheck(model: Model): Raised[] {
  const found = [...model.largeObjects].filter((large) => large.found);
  if (found.length === 0) return [];
  const detail = () => [
    ...found.map(({ pg }) => `1 large objects found in pool '${model.pgs.poolOf(pg)?.name}'`),
    "Search the cluster log for 'Large omap object found' for more details.",
  ];
  return [warning('LARGE_OMAP_OBJECTS', `${found.length} large omap objects`, found.length, detail)];
}

/** mon_osd_warn_num_repaired. */
const MAX_REPAIRS = 10;

/** OSDs with many reads that were answered from another copy. */
export function repairedReadsCheck({ ailing, osds }: Model): Raised[] {
  const bad = Array.from(ailing, (id) => osds[id]!).filter(
    (osd) => osd.up && osd.repairedReads > MAX_REPAIRS,
  );
  const detail = () => bad.map(({ id, repairedReads }) => `osd.${id} had ${repairedReads} reads repaired`);
  return bad.length === 0
    ? []
    : [warning('OSD_TOO_MANY_REPAIRS', `Too many repaired reads on ${bad.length} OSDs`, bad.length, detail)];
}
