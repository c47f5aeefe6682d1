import { plainBytes as bytes } from '../../../lib/format.ts';
import { plural } from '../../../lib/words.ts';
import { Refusal } from '../../engine.ts';
import { noPlaceWithout, refuseHeld, type Shortage } from '../../rules/osds.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { targets } from '../placementGroups/placement.ts';
import { holderOf, poolOfPg } from '../placementGroups/uncleanPg.ts';
import { shardBytes } from '../pools/pool.ts';

/**
 * Refuses to retire an OSD if data would be lost or would have no place.
 * @throws Refusal 409 with the reason
 */
export function requireSafeToRetire(model: Model, osd: Osd): void {
  const { id, shards } = osd;
  const strays = [...model.unclean.values()].filter((pg) => pg.unfound > 0 && pg.strays.includes(id));
  if (strays.length > 0) {
    throw new Refusal(
      409,
      `osd.${id} may have the unfound objects of ${plural(strays.length, 'placement group')}: start it first, or they are lost`,
    );
  }
  const leaving = model.osds.filter((other) => other !== osd && !other.in && other.shards.length > 0);
  if (shards.length + leaving.length === 0) return;
  if (shards.length > 0) enforce(refuseHeld(id, model.flags));
  const lost = osd.up ? 0 : shards.filter((pg) => !survives(model, pg, osd)).length;
  if (lost > 0) {
    throw new Refusal(
      409,
      `osd.${id} is down and has the only usable data of ${lost} placement groups: start it first, or that data is lost`,
    );
  }
  // Data that is moving away from other out OSDs may be assigned to this one.
  const { shortage, filled } = effectsOfLosing(
    model,
    osd,
    new Set([osd, ...leaving].flatMap((one) => one.shards)),
  );
  if (shortage !== undefined) throw refusal(noPlaceWithout(id, shortage));
  const [first, ...others] = filled;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    throw new Refusal(
      409,
      `osd.${id} holds ${bytes(osd.used)}, which would overfill osd.${first.id}${more}: add disks or delete data first`,
    );
  }
}

/** True if enough complete copies or chunks of the placement group are available without this OSD. */
function survives(model: Model, id: number, osd: Osd): boolean {
  const pool = poolOfPg(model, id);
  const behind = model.unclean.get(id)?.behind;
  let complete = 0;
  for (let slot = 0; slot < pool.size; slot++) {
    const holder = model.osds[holderOf(pool, id - pool.firstPg, slot)];
    if (holder !== undefined && holder !== osd && holder.up && (behind?.get(slot) ?? 0) === 0) complete++;
  }
  return complete >= pool.dataShards;
}

/**
 * The effects of losing the OSD: the first shortage of places for the placement groups, and the OSDs that would be filled
 * beyond the backfillfull ratio.
 */
function effectsOfLosing(
  model: Model,
  osd: Osd,
  groups: ReadonlySet<number>,
): { shortage: Shortage | undefined; filled: Osd[] } {
  const incoming = new Map<number, number>();
  let shortage: Shortage | undefined;
  for (const id of groups) {
    const pool = poolOfPg(model, id);
    const after = assignedOsds(model, id, osd, false);
    if (after.length < assignedOsds(model, id, osd, true).length) {
      const { name, size, rule } = pool;
      shortage ??= { pool: name, size, left: after.length, domain: rule.takes[0].failureDomain };
    }
    const first = (id - pool.firstPg) * pool.size;
    const held = pool.holders.subarray(first, first + pool.size);
    for (const target of after) {
      if (!held.includes(target)) incoming.set(target, (incoming.get(target) ?? 0) + shardBytes(pool));
    }
  }
  const filled = Array.from(incoming, ([id, size]) => ({ target: model.osds[id]!, size }))
    .filter(({ target, size }) => target.used + size > target.capacity * model.settings.backfillfullRatio)
    .map(({ target }) => target);
  return { shortage, filled };
}

/** The OSDs to which a placement group is assigned while this OSD is in, or out. */
function assignedOsds(model: Model, id: number, osd: Osd, isIn: boolean): number[] {
  const pool = poolOfPg(model, id);
  const wasIn = osd.in;
  osd.in = isIn;
  try {
    return targets(model, pool, id - pool.firstPg).filter((assigned) => assigned !== -1);
  } finally {
    osd.in = wasIn;
  }
}
