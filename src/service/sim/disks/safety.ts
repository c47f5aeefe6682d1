import { bytes } from '../../../lib/format.ts';
import { Refusal } from '../../engine.ts';
import type { Model } from '../model.ts';
import { targets } from '../placement.ts';
import type { Osd } from '../topology.ts';
import { holderOf, poolOfPg } from '../uncleanPg.ts';

/** Flags that keep data from leaving an OSD. */
const HOLDING = ['norecover', 'nobackfill', 'norebalance'] as const;

/**
 * Whether an OSD can go without data being lost or left without a place.
 * @throws Refusal 409 that says what stands in the way
 */
export function requireSafeToRetire(model: Model, osd: Osd): void {
  const { id, shards } = osd;
  if (shards.length === 0) return;
  const flag = HOLDING.find((name) => model.flags.has(name));
  if (flag !== undefined)
    throw new Refusal(409, `the flag ${flag} is set, so no data would leave osd.${id}: unset it first`);
  const lost = osd.up ? 0 : shards.filter((pg) => !survives(model, pg, osd)).length;
  if (lost > 0) {
    throw new Refusal(
      409,
      `osd.${id} is down and holds what ${lost} placement groups cannot do without: start it first, or what is on it is lost`,
    );
  }
  const homeless = shards.filter((pg) => !hasOtherPlace(model, pg, osd)).length;
  if (homeless > 0) {
    throw new Refusal(
      409,
      `${homeless} placement groups of osd.${id} would have no place for all their copies: add an OSD in another failure domain first`,
    );
  }
  const free = freeElsewhere(model, osd);
  if (free < osd.used) {
    throw new Refusal(
      409,
      `osd.${id} holds ${bytes(osd.used)}, and the other ${osd.deviceClass} OSDs have room for ${bytes(Math.max(0, free))}: add disks or delete data first`,
    );
  }
}

/** Whether enough other copies or chunks of the group are there and miss nothing. */
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

function hasOtherPlace(model: Model, id: number, osd: Osd): boolean {
  const pool = poolOfPg(model, id);
  const before = osd.in;
  osd.in = false;
  try {
    return !targets(model, pool, id - pool.firstPg).includes(-1);
  } finally {
    osd.in = before;
  }
}

/** Bytes that other OSDs of its class take before backfill stops. */
const freeElsewhere = ({ osds, settings }: Model, osd: Osd): number =>
  osds
    .filter((other) => other !== osd && other.in && other.deviceClass === osd.deviceClass)
    .reduce((sum, { capacity, used }) => sum + Math.max(0, capacity * settings.backfillfullRatio - used), 0);
