import type { Model } from '../model/model.ts';
import { warning, type Raised } from './check.ts';

/**
 * Numbers of placement groups that spread data unevenly. Ceph checks the target number of the pool
 * (OSDMap::check_health).
 */
export function pgNumCheck({ pools }: Model): Raised[] {
  const odd = pools.filter(({ pgNumWanted }) => (pgNumWanted & (pgNumWanted - 1)) !== 0);
  if (odd.length === 0) return [];
  const message = `${odd.length} pool(s) have non-power-of-two pg_num`;
  return [
    warning('POOL_PG_NUM_NOT_POWER_OF_TWO', message, odd.length, () =>
      odd.map(({ name, pgNumWanted }) => `pool '${name}' pg_num ${pgNumWanted} is not a power of two`),
    ),
  ];
}

/** More placement groups per in OSD than mon_max_pg_per_osd (PGMap::get_health_checks). */
export function tooManyPgsCheck(model: Model): Raised[] {
  const { osds, pools, epoch, settings, pgsPerOsdPassed: passed } = model;
  const limit = settings.maxPgPerOsd;
  if (passed?.epoch === epoch && passed.limit === limit) return [];
  const inside = osds.filter((osd) => osd.in).length;
  const all = pools.reduce((total, { pgNum, size }) => total + pgNum * size, 0);
  if (all <= inside * limit) {
    model.pgsPerOsdPassed = { epoch, limit };
    return [];
  }
  // Ceph counts only groups on OSDs that are up.
  const held = osds.reduce((total, { up, shards }) => total + (up ? shards.length : 0), 0);
  const each = Math.floor(held / inside);
  return inside === 0 || each <= limit
    ? []
    : [warning('TOO_MANY_PGS', `too many PGs per OSD (${each} > max ${limit})`, each - limit)];
}
