import { isMeasured, measureCapacity } from '../history/measure.ts';
import type { Model } from '../model/model.ts';

/**
 * The statistics of data in `ceph status`, under Ceph's names, or undefined while no manager reports any. Like Ceph, it
 * leaves out the counts and rates that are zero.
 */
export function pgmap(model: Model): Readonly<Record<string, number>> | undefined {
  if (!isMeasured(model)) return undefined;
  const { pools, sums } = model;
  const { used, total } = measureCapacity(model);
  const objects = pools.reduce((sum, pool) => sum + pool.objects, 0);
  return {
    num_pgs: model.pgs.count,
    num_pools: pools.length,
    num_objects: Math.round(objects),
    data_bytes: Math.round(pools.reduce((sum, { bytes }) => sum + bytes, 0)),
    bytes_used: Math.round(used),
    bytes_avail: Math.round(total - used),
    bytes_total: Math.round(total),
    ...losses(model),
    ...withoutZeros({
      recovering_objects_per_sec: sums.recoveredObjects,
      recovering_bytes_per_sec: sums.recoveredBytes,
      read_bytes_sec: sums.readBytes,
      write_bytes_sec: sums.writeBytes,
      read_op_per_sec: sums.readOps,
      write_op_per_sec: sums.writeOps,
    }),
  };
}

/** The copies of objects that are missing or in the wrong place, and the objects that no OSD has, with their shares. */
function losses({ pools, degraded, misplaced, unclean }: Model): Readonly<Record<string, number>> {
  const copies = pools.reduce((sum, pool) => sum + pool.objects * pool.size, 0);
  const unfound = unclean.values().reduce((sum, pg) => sum + pg.unfound, 0);
  return {
    ...(degraded > 0 && {
      degraded_objects: degraded,
      degraded_total: copies,
      degraded_ratio: degraded / copies,
    }),
    ...(misplaced > 0 && {
      misplaced_objects: misplaced,
      misplaced_total: copies,
      misplaced_ratio: misplaced / copies,
    }),
    ...withoutZeros({ unfound_objects: unfound }),
  };
}

const withoutZeros = (values: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value < 0.5 ? [] : [[name, Math.round(value)]])),
  );
