import type { SimCrushRule } from '../crush/rules.ts';
import type { Model } from '../model/model.ts';
import { setUsed } from '../osds/usage.ts';
import { repeer } from '../placementGroups/peering.ts';
import { placePool } from '../placementGroups/placement.ts';
import { withdraw } from '../placementGroups/recoveryQueue.ts';
import { rehome } from '../placementGroups/remap.ts';
import { CLEAN, Pg } from '../placementGroups/states.ts';
import type { UncleanPg } from '../placementGroups/unclean.ts';
import { updateDisplaced, setLosses, setState, uncleanPg } from '../placementGroups/uncleanPg.ts';
import { createPool, shardBytes, type SimPool, type PoolSpec } from './pool.ts';

/** The global indexes of a pool's placement groups. */
export const groupsOf = ({ firstPg, pgNum }: SimPool): number[] =>
  Array.from({ length: pgNum }, (_, number) => firstPg + number);

/** Creates a pool with its placement groups, which are clean at once if `peered` is set. */
export function addPool(model: Model, spec: PoolSpec, peered = false): SimPool {
  const pool = createPool(spec, model.scopes.ofSlots(spec.rule, spec.size));
  model.pgs.add(pool);
  model.pools.push(pool);
  model.lastPoolId = Math.max(model.lastPoolId, pool.id);
  model.epoch++;
  const bytes = shardBytes(pool);
  placePool(
    pool,
    model.dice.changes,
    ({ shards, capacity }) => shards.length / capacity,
    (osd) => setUsed(model, osd, osd.used + bytes),
  );
  if (!peered) {
    const groups = groupsOf(pool);
    for (const id of groups) setState(model, uncleanPg(model, id), Pg.creating | Pg.peering);
    // As in Ceph, a new group counts as scrubbed when it is created.
    for (const ticks of Object.values(pool.scrubs)) ticks.fill(model.tick);
    repeer(model, groups);
  }
  return pool;
}

/** Deletes a pool with all its data. */
export function removePool(model: Model, pool: SimPool): void {
  clearGroups(model, pool);
  model.pgs.remove(pool);
  model.pools.splice(model.pools.indexOf(pool), 1);
  model.reshaping.delete(pool);
  model.history.forget(pool);
  model.epoch++;
}

/** Removes a pool's placement groups from all lists, and their shards from the OSDs. */
export function clearGroups(model: Model, pool: SimPool): void {
  const isOwn = (id: number) => id >= pool.firstPg && id < pool.firstPg + pool.pgNum;
  for (const id of groupsOf(pool)) {
    const pg = model.unclean.get(id);
    if (pg !== undefined) reset(model, pg);
    model.displaced.delete(id);
    model.damaged.delete(id);
  }
  for (const request of model.scrubs.queue) if (isOwn(request.id)) model.scrubs.queue.delete(request);
  // A down OSD can also be the target of a group that has become clean without it.
  for (const { incoming } of model.osds) for (const id of incoming) if (isOwn(id)) incoming.delete(id);
  const bytes = shardBytes(pool);
  for (const id of new Set(pool.holders)) {
    const osd = model.osds[id];
    if (osd === undefined) continue;
    const others = osd.shards.filter((shard) => !isOwn(shard));
    setUsed(model, osd, osd.used - bytes * (osd.shards.length - others.length));
    osd.shards.splice(0, osd.shards.length, ...others);
  }
}

/** Resets a group to clean, so that actions scheduled for it do nothing. */
function reset(model: Model, pg: UncleanPg): void {
  withdraw(model, pg);
  setLosses(model, pg, 0, 0);
  pg.peeredAt = 0;
  pg.troubledAt = undefined;
  setState(model, pg, CLEAN);
}

/** Assigns another rule to a pool. */
export function setRule(model: Model, pool: SimPool, rule: SimCrushRule): void {
  pool.rule = rule;
  model.epoch++;
  rehome(model, pool);
}

/** Changes the number of copies of a replicated pool. */
export function setSize(model: Model, pool: SimPool, size: number): void {
  const { home, holders, size: oldSize, pgNum, firstPg } = pool;
  const bytes = shardBytes(pool);
  pool.home = resized(home, oldSize, size);
  pool.holders = resized(holders, oldSize, size);
  for (let number = 0; number < pgNum; number++) {
    const pg = model.unclean.get(firstPg + number);
    for (let slot = size; slot < oldSize; slot++) {
      const osd = model.osds[holders[number * oldSize + slot]!];
      pg?.absent.delete(slot);
      pg?.behind.delete(slot);
      if (osd === undefined) continue;
      osd.shards.splice(osd.shards.indexOf(firstPg + number), 1);
      setUsed(model, osd, osd.used - bytes);
    }
  }
  pool.size = size;
  for (let number = 0; number < pgNum; number++) updateDisplaced(model, pool, number);
  model.epoch++;
  rehome(model, pool);
  repeer(model, groupsOf(pool));
}

/** Changes how many copies or chunks a placement group needs to serve clients. */
export function setMinSize(model: Model, pool: SimPool, minSize: number): void {
  if (minSize === pool.minSize) return;
  pool.minSize = minSize;
  model.epoch++;
  repeer(
    model,
    groupsOf(pool).filter((id) => model.unclean.has(id)),
  );
}

/** The OSDs of all groups, for another number of shards per group. New shards have no OSD. */
function resized(holders: Int32Array, oldSize: number, size: number): Int32Array {
  const next = new Int32Array((holders.length / oldSize) * size).fill(-1);
  for (let first = 0, to = 0; first < holders.length; first += oldSize, to += size) {
    next.set(holders.subarray(first, first + Math.min(oldSize, size)), to);
  }
  return next;
}
