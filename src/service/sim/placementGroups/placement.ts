import { OUTSIDE, type CrushScope } from '../crush/scopes.ts';
import type { Model } from '../model/model.ts';
import { hash, type Dice } from '../model/random.ts';
import type { Osd } from '../model/topology.ts';
import type { SimPool } from '../pools/pool.ts';

/**
 * Number of random draws before placement tries all OSDs one by one (choose_total_tries of CRUSH's default tunables).
 */
const TRIES = 50;

/** The load of an OSD. It is only compared with that of others: new shards go to the less loaded. */
export type Load = (osd: Osd) => number;

/**
 * Places the shards of a new pool and adds them to the OSDs' lists. Each shard goes to the less loaded of two draws,
 * which leaves a spread of a few percent between OSDs, as in a cluster with a balancer.
 * @param placed called for each shard with its OSD
 */
export function placePool(pool: SimPool, dice: Dice, load: Load, placed: (osd: Osd) => void): void {
  const { home, size, pgNum, firstPg, scopes } = pool;
  for (let number = 0; number < pgNum; number++) {
    const taken: number[] = [];
    for (let slot = 0; slot < size; slot++) {
      const scope = scopes[slot]!;
      const osd = drawLessLoaded(scope, taken, firstPg + number, slot, dice.below(2 ** 31), load);
      home[number * size + slot] = osd?.id ?? -1;
      if (osd === undefined) continue;
      taken.push(scope.domains[osd.id]!);
      osd.shards.push(firstPg + number);
      placed(osd);
    }
  }
  pool.holders.set(home);
}

/** The less loaded of two pseudo-random choices. */
export function drawLessLoaded(
  scope: CrushScope,
  taken: readonly number[],
  pg: number,
  slot: number,
  salt: number,
  load: Load,
): Osd | undefined {
  const one = draw(scope, taken, pg, slot, salt);
  const other = draw(scope, taken, pg, slot, salt + 1);
  return one === undefined || (other !== undefined && load(other) < load(one)) ? other : one;
}

/**
 * The OSDs on which the shards of a placement group belong now: for each slot the home OSD if it accepts the group,
 * otherwise an OSD that already holds the shard, otherwise one in a free failure domain; -1 if there is none. It
 * depends only on the group, its present OSDs and which OSDs are in, so as little data moves as with CRUSH.
 */
export function targets(model: Model, pool: SimPool, number: number): number[] {
  const { size, home, scopes, firstPg } = pool;
  const pg = firstPg + number;
  const wanted = Array.from({ length: size }, () => -1);
  const taken: number[] = [];
  const assign = (slot: number, osd: Osd | undefined): void => {
    if (osd === undefined) return;
    wanted[slot] = osd.id;
    taken.push(scopes[slot]!.domains[osd.id]!);
  };
  for (let slot = 0; slot < size; slot++) {
    const osd = model.osds[home[number * size + slot]!];
    if (osd !== undefined && accepts(osd, pg)) assign(slot, osd);
  }
  if (taken.length === size) return wanted;
  // OSDs that already hold a shard are chosen before others, which would have to receive it.
  for (const choose of [
    (slot: number) => holderFor(model, pool, number, slot, taken),
    (slot: number) => draw(scopes[slot]!, taken, pg, slot, 0),
  ]) {
    for (let slot = 0; slot < size; slot++) if (wanted[slot] === -1) assign(slot, choose(slot));
  }
  return wanted;
}

/**
 * An OSD that can keep a shard of the group: the one that holds it or, because copies are alike, one that holds
 * another copy.
 */
function holderFor(
  { osds }: Model,
  { size, holders, scopes, firstPg, dataShards }: SimPool,
  number: number,
  slot: number,
  taken: readonly number[],
): Osd | undefined {
  const held = holders.subarray(number * size, (number + 1) * size);
  const candidates = dataShards > 1 ? [held[slot]!] : [held[slot]!, ...held];
  const id = candidates.find(
    (holder) => holder !== -1 && fits(osds[holder]!, scopes[slot]!, taken, firstPg + number),
  );
  return id === undefined ? undefined : osds[id];
}

/** A pseudo-random OSD that accepts the group and whose failure domain is free. */
function draw(
  scope: CrushScope,
  taken: readonly number[],
  pg: number,
  slot: number,
  salt: number,
): Osd | undefined {
  const { members } = scope;
  for (let attempt = 0; attempt < TRIES && members.length > 0; attempt++) {
    const osd = members[hash(pg, slot, attempt, salt) % members.length]!;
    if (fits(osd, scope, taken, pg)) return osd;
  }
  return members.find((osd) => fits(osd, scope, taken, pg));
}

function fits(osd: Osd, { domains }: CrushScope, taken: readonly number[], pg: number): boolean {
  const domain = domains[osd.id]!;
  return domain !== OUTSIDE && !taken.includes(domain) && accepts(osd, pg);
}

/** True if an OSD is in and accepts the group. As in CRUSH, it accepts groups whose hash is below its reweight. */
const accepts = (osd: Osd, pg: number): boolean =>
  osd.in && (osd.reweight >= 1 || hash(pg, osd.id) / 2 ** 32 < osd.reweight);
