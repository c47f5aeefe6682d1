import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { setUsed } from '../osds/usage.ts';
import { shardBytes, type SimPool } from '../pools/pool.ts';
import { CLEAN } from './states.ts';
import type { UncleanPg } from './unclean.ts';

/** The pool of an existing placement group, by its global index. */
export function poolOfPg({ pgs }: Pick<Model, 'pgs'>, id: number): SimPool {
  return pgs.poolOf(id)!;
}

/** The name of a placement group: the pool's id and the group's number in hexadecimal, such as `2.1f`. */
export function pgName(model: Pick<Model, 'pgs'>, id: number): string {
  const pool = poolOfPg(model, id);
  return `${pool.id}.${(id - pool.firstPg).toString(16)}`;
}

/** The global index of a placement group by its name; undefined if there is none of this name. */
export function findPg(model: Model, name: string): number | undefined {
  const match = /^(\d+)\.([0-9a-f]+)$/.exec(name);
  const pool = model.pools.find((candidate) => candidate.id === Number(match?.[1]));
  const number = Number.parseInt(match?.[2] ?? '', 16);
  return pool !== undefined && number < pool.pgNum ? pool.firstPg + number : undefined;
}

/** The unclean placement group of an index; created if the group was clean. */
export function uncleanPg(model: Model, id: number): UncleanPg {
  const known = model.unclean.get(id);
  if (known !== undefined) return known;
  const pool = poolOfPg(model, id);
  const pg: UncleanPg = {
    id,
    pool,
    number: id - pool.firstPg,
    state: CLEAN,
    peeredAt: 0,
    copies: [],
    wanted: [],
    reserved: [],
    absent: new Map(),
    behind: new Map(),
    unfound: 0,
    strays: [],
    degraded: 0,
    misplaced: 0,
  };
  model.unclean.set(id, pg);
  return pg;
}

/**
 * Sets the state of a placement group. All changes go through this function, so that the counts stay correct. A clean
 * group is dropped from `unclean`.
 */
export function setState(model: Model, pg: UncleanPg, state: number): void {
  const { states } = pg.pool;
  if (state !== pg.state) {
    const left = states.get(pg.state)! - 1;
    if (left === 0) states.delete(pg.state);
    else states.set(pg.state, left);
    states.set(state, (states.get(state) ?? 0) + 1);
    pg.state = state;
  }
  if (state === CLEAN && pg.peeredAt === 0 && model.unclean.get(pg.id) === pg) model.unclean.delete(pg.id);
}

/**
 * Sets the numbers of missing and misplaced copies. All changes go through this function, so that the totals stay
 * correct.
 */
export function setLosses(model: Model, pg: UncleanPg, degraded: number, misplaced: number): void {
  model.degraded += degraded - pg.degraded;
  model.misplaced += misplaced - pg.misplaced;
  pg.degraded = degraded;
  pg.misplaced = misplaced;
}

/**
 * The id of the OSD that holds a slot of a placement group; -1 if none does. `number` is that of the group within its
 * pool.
 */
export const holderOf = (pool: SimPool, number: number, slot: number): number =>
  pool.holders[number * pool.size + slot]!;

/** The OSDs that serve the placement group, in the order of its slots; the first one is the primary. */
export function acting(model: Model, id: number): Osd[] {
  const pool = poolOfPg(model, id);
  const osds: Osd[] = [];
  for (let slot = 0; slot < pool.size; slot++) {
    const osd = model.osds[holderOf(pool, id - pool.firstPg, slot)];
    if (osd?.up === true) osds.push(osd);
  }
  return osds;
}

/** The first of the OSDs that serve the placement group. */
export function actingPrimary({ osds }: Model, { pool, number }: UncleanPg): Osd | undefined {
  for (let slot = 0; slot < pool.size; slot++) {
    const osd = osds[holderOf(pool, number, slot)];
    if (osd?.up === true) return osd;
  }
  return undefined;
}

/** CRUSH_ITEM_NONE, which Ceph prints for the missing shards of an erasure-coded placement group. */
const NO_OSD = 2147483647;

/**
 * The acting set as health details print it, such as `[3,1,4]`. A replicated group omits missing OSDs, an
 * erasure-coded one keeps their position.
 */
export function actingText(model: Model, { pool, number }: UncleanPg): string {
  const ids = Array.from({ length: pool.size }, (_, slot) => {
    const id = holderOf(pool, number, slot);
    return model.osds[id]?.up === true ? id : NO_OSD;
  });
  return `[${(pool.dataShards > 1 ? ids : ids.filter((id) => id !== NO_OSD)).join(',')}]`;
}

/** Moves a shard to another OSD, with its used space. */
export function moveShard(model: Model, pg: UncleanPg, slot: number, target: number): void {
  const { pool, number } = pg;
  const position = number * pool.size + slot;
  const from = model.osds[pool.holders[position]!];
  const to = model.osds[target]!;
  if (from !== undefined) {
    from.shards.splice(from.shards.indexOf(pg.id), 1);
    setUsed(model, from, from.used - shardBytes(pool));
  }
  to.shards.push(pg.id);
  setUsed(model, to, to.used + shardBytes(pool));
  pool.holders[position] = target;
  updateDisplaced(model, pool, number);
}

/** Updates `displaced` for a placement group. All changes go through this function. */
export function updateDisplaced(
  { displaced }: Model,
  { holders, home, size, firstPg }: SimPool,
  number: number,
): void {
  const first = number * size;
  const away = holders.subarray(first, first + size).some((holder, index) => holder !== home[first + index]);
  if (away) displaced.add(firstPg + number);
  else displaced.delete(firstPg + number);
}
