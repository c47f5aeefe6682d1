import { bytes } from '../../../lib/format.ts';
import { Refusal } from '../../engine.ts';
import { refuseHeld } from '../../rules/osds.ts';
import { enforce } from '../../rules/refused.ts';
import type { Model } from '../model.ts';
import { targets } from '../placementGroups/placement.ts';
import { holderOf, poolOfPg } from '../placementGroups/uncleanPg.ts';
import { shardBytes } from '../pools/pool.ts';
import type { Osd } from '../topology.ts';

/**
 * Refuses to retire an OSD where data would be lost or left without a place.
 * @throws Refusal 409 that says what stands in the way
 */
export function requireSafeToRetire(model: Model, osd: Osd): void {
  const { id, shards } = osd;
  const leaving = model.osds.filter((other) => other !== osd && !other.in && other.shards.length > 0);
  if (shards.length + leaving.length === 0) return;
  if (shards.length > 0) enforce(refuseHeld(id, model.flags));
  const lost = osd.up ? 0 : shards.filter((pg) => !survives(model, pg, osd)).length;
  if (lost > 0) {
    throw new Refusal(
      409,
      `osd.${id} is down and holds what ${lost} placement groups cannot do without: start it first, or what is on it is lost`,
    );
  }
  // What is on its way from others that are out may be about to come here.
  const { homeless, filled } = withoutIt(model, osd, new Set([osd, ...leaving].flatMap((one) => one.shards)));
  if (homeless > 0) {
    throw new Refusal(
      409,
      `${homeless} placement groups would have no place for all their copies without osd.${id}: add an OSD in another failure domain first`,
    );
  }
  const [first, ...others] = filled;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    throw new Refusal(
      409,
      `osd.${id} holds ${bytes(osd.used)}, for which osd.${first.id}${more} would be too full: add disks or delete data first`,
    );
  }
}

/** True where enough other copies or chunks of the group are there and miss nothing. */
function survives(model: Model, id: number, osd: Osd): boolean {
  const pool = poolOfPg(model, id);
  const behind = model.unclean.get(id)?.behind;
  let whole = 0;
  for (let slot = 0; slot < pool.size; slot++) {
    const holder = model.osds[holderOf(pool, id - pool.firstPg, slot)];
    if (holder !== undefined && holder !== osd && holder.up && (behind?.get(slot) ?? 0) === 0) whole++;
  }
  return whole >= pool.dataShards;
}

/** Which of the groups would have fewer places without the OSD, and what they would fill beyond the point where backfill stops. */
function withoutIt(model: Model, osd: Osd, groups: ReadonlySet<number>): { homeless: number; filled: Osd[] } {
  const arriving = new Map<number, number>();
  let homeless = 0;
  for (const id of groups) {
    const pool = poolOfPg(model, id);
    const after = places(model, id, osd, false);
    homeless += Number(after.length < places(model, id, osd, true).length);
    const first = (id - pool.firstPg) * pool.size;
    const held = pool.holders.subarray(first, first + pool.size);
    for (const place of after) {
      if (!held.includes(place)) arriving.set(place, (arriving.get(place) ?? 0) + shardBytes(pool));
    }
  }
  const filled = Array.from(arriving, ([id, size]) => ({ target: model.osds[id]!, size }))
    .filter(({ target, size }) => target.used + size > target.capacity * model.settings.backfillfullRatio)
    .map(({ target }) => target);
  return { homeless, filled };
}

/** The OSDs on which a group belongs while this one is in, or out. */
function places(model: Model, id: number, osd: Osd, isIn: boolean): number[] {
  const pool = poolOfPg(model, id);
  const before = osd.in;
  osd.in = isIn;
  try {
    return targets(model, pool, id - pool.firstPg).filter((place) => place !== -1);
  } finally {
    osd.in = before;
  }
}
