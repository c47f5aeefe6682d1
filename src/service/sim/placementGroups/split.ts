import { logCluster } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import { setUsed } from '../osds/usage.ts';
import { shardBytes, type SimPool } from '../pools/pool.ts';
import { clearGroups, groupsOf } from '../pools/write.ts';
import { repeer } from './peering.ts';
import { rehome } from './remap.ts';
import { Pg, CLEAN } from './states.ts';
import { updateDisplaced } from './uncleanPg.ts';

/** Sets the target number of placement groups, which is reached as soon as the present groups allow it. */
export function setPgNum(model: Model, pool: SimPool, pgNum: number): void {
  pool.pgNumWanted = pgNum;
  model.reshaping.add(pool);
}

/**
 * One second for the pools whose number of placement groups is changing, which takes place only while all their
 * groups are clean. New groups start where the group is from which they split, and then move. Groups to be merged
 * first move to the OSDs of their target.
 */
export function stepReshaping(model: Model): void {
  for (const pool of model.reshaping) {
    const { pgNum, pgNumWanted } = pool;
    if (pgNum === pgNumWanted) model.reshaping.delete(pool);
    else if (!isClean(model, pool)) continue;
    else if (pgNumWanted > pgNum) split(model, pool);
    else if (isCollocated(pool)) renumber(model, pool);
    else collocate(model, pool);
  }
}

const isClean = ({ unclean }: Model, pool: SimPool): boolean =>
  [...pool.states.keys()].every((state) => (state & ~(Pg.scrubbing | Pg.deep)) === CLEAN) &&
  groupsOf(pool).every((id) => (unclean.get(id)?.peeredAt ?? 0) === 0);

/** The group, out of `count`, to which an object of group `number` belongs (ceph_stable_mod). */
function stableMod(number: number, count: number): number {
  const mask = 2 ** Math.ceil(Math.log2(count)) - 1;
  return (number & mask) < count ? number & mask : number & (mask >> 1);
}

function split(model: Model, pool: SimPool): void {
  renumber(model, pool);
  rehome(model, pool);
}

/**
 * Renumbers the groups to the target number. Each is on the OSDs of the group from which it came; new groups have no
 * home yet.
 */
function renumber(model: Model, pool: SimPool): void {
  const { home, holders, scrubs, size, pgNum: before, pgNumWanted: after, firstPg } = pool;
  const damage = groupsOf(pool).flatMap((id) => {
    const found = model.damaged.get(id);
    return found === undefined ? [] : [{ number: stableMod(id - firstPg, Math.min(before, after)), found }];
  });
  clearGroups(model, pool);
  model.pgs.remove(pool);
  pool.home = new Int32Array(after * size).fill(-1);
  pool.home.set(home.subarray(0, Math.min(before, after) * size));
  pool.holders = new Int32Array(after * size);
  /** The group from which a new one is split; itself for an old one. */
  const parentOf = (number: number) => (number < before ? number : stableMod(number, before));
  for (let number = 0; number < after; number++) {
    const parent = parentOf(number);
    pool.holders.set(holders.subarray(parent * size, (parent + 1) * size), number * size);
  }
  // A new group inherits the scrubs too.
  pool.scrubs = {
    plain: Int32Array.from({ length: after }, (_, number) => scrubs.plain[parentOf(number)]!),
    deep: Int32Array.from({ length: after }, (_, number) => scrubs.deep[parentOf(number)]!),
  };
  pool.pgNum = after;
  pool.states.clear();
  pool.states.set(CLEAN, after);
  model.pgs.add(pool);
  model.epoch++;
  enterShards(model, pool);
  for (const { number, found } of damage) model.damaged.set(pool.firstPg + number, found);
  logCluster(model, 'info', `pool '${pool.name}' has ${after} placement groups now, before ${before}`);
}

/** Adds the shards to the lists of their OSDs. */
function enterShards(model: Model, pool: SimPool): void {
  const bytes = shardBytes(pool);
  for (const [position, id] of pool.holders.entries()) {
    const osd = model.osds[id];
    if (osd === undefined) continue;
    osd.shards.push(pool.firstPg + Math.floor(position / pool.size));
    setUsed(model, osd, osd.used + bytes);
  }
  for (let number = 0; number < pool.pgNum; number++) updateDisplaced(model, pool, number);
}

/** True if each group to be merged has the same homes as its target. */
function isCollocated({ pgNum, pgNumWanted, size, home }: SimPool): boolean {
  for (let number = pgNumWanted; number < pgNum; number++) {
    const into = stableMod(number, pgNumWanted);
    for (let slot = 0; slot < size; slot++) {
      if (home[number * size + slot] !== home[into * size + slot]) return false;
    }
  }
  return true;
}

function collocate(model: Model, pool: SimPool): void {
  const { pgNum, pgNumWanted, size, home, firstPg } = pool;
  const moved: number[] = [];
  for (let number = pgNumWanted; number < pgNum; number++) {
    const into = stableMod(number, pgNumWanted);
    home.copyWithin(number * size, into * size, (into + 1) * size);
    updateDisplaced(model, pool, number);
    moved.push(firstPg + number);
  }
  repeer(model, moved);
}
