import { objectsPerSecond, paceOf, REPLAY_FACTOR, type Pace } from '../maintenance/recoverySpeed.ts';
import type { Model } from '../model/model.ts';
import { shardObjectBytes } from '../pools/pool.ts';
import { finishPeering } from './peering.ts';
import { allowed, startWaiting, withdraw } from './recoveryQueue.ts';
import type { Copy, UncleanPg } from './unclean.ts';
import { holderOf, moveShard, setLosses } from './uncleanPg.ts';

/** Weight of the last second in the smoothed rate, which reacts fully to a change after about half a minute. */
const SMOOTHING = 0.1;

/** One second of recovery. */
export function stepRecovery(model: Model): void {
  const { recovery, sums } = model;
  sums.recoveredObjects = 0;
  sums.recoveredBytes = 0;
  startWaiting(model);
  const pace = paceOf(model);
  for (const id of recovery.running) advance(model, model.unclean.get(id)!, pace);
  recovery.rate += (sums.recoveredObjects - recovery.rate) * SMOOTHING;
}

/**
 * True if enough OSDs that have the objects of a group run: one that has just failed is not known to be down yet, but sends
 * nothing any more.
 */
function canBeRead({ osds }: Model, { pool, number, behind, strays, unfound }: UncleanPg): boolean {
  const runs = (id: number) => osds[id]?.up === true && osds[id].process === 'running';
  let readable = strays.filter(runs).length;
  for (let slot = 0; slot < pool.size; slot++)
    if (runs(holderOf(pool, number, slot)) && (unfound > 0 || !behind.get(slot))) readable++;
  return readable >= pool.dataShards;
}

function advance(model: Model, pg: UncleanPg, pace: Pace): void {
  if (!canBeRead(model, pg)) return;
  // As in Ceph, a group replays its log first, and then copies to all OSDs at once.
  const may = pg.copies.filter((copy) => allowed(model, copy));
  const replays = may.filter(({ kind }) => kind === 'replay');
  const copies = replays.length > 0 ? replays : may;
  for (const copy of copies) if (copy.left > 0) write(model, pg, copy, pace);
  if (copies.some(({ left }) => left > 0)) return;
  for (const copy of copies) finish(model, pg, copy);
  // Finished, or stopped by a flag: the remaining copies are queued again.
  withdraw(model, pg);
  finishPeering(model, pg);
}

function write(model: Model, pg: UncleanPg, copy: Copy, pace: Pace): void {
  const speed =
    objectsPerSecond(pace, model.osds[copy.target]!) * (copy.kind === 'replay' ? REPLAY_FACTOR : 1);
  // Small objects take less time than those of 4 MiB for which the speed is defined, but at least a quarter of it.
  const size = Math.max(0.25, shardObjectBytes(pg.pool) / 2 ** 22);
  const written = copy.begun + speed / size;
  const objects = Math.min(copy.left, Math.floor(written));
  copy.begun = written - objects;
  copy.left -= objects;
  model.sums.recoveredObjects += objects;
  model.sums.recoveredBytes += objects * shardObjectBytes(pg.pool);
  if (copy.kind === 'move') setLosses(model, pg, pg.degraded, pg.misplaced - objects);
  else setLosses(model, pg, pg.degraded - objects, pg.misplaced);
  if (copy.kind === 'replay') pg.behind.set(copy.slot, copy.left);
}

function finish(model: Model, pg: UncleanPg, { slot, target, kind }: Copy): void {
  pg.absent.delete(slot);
  if (pg.unfound > 0) {
    // A copy of a shard that misses objects misses them as well.
    if (!pg.behind.has(slot)) pg.strays.push(holderOf(pg.pool, pg.number, slot));
    pg.behind.set(slot, pg.unfound);
  } else pg.behind.delete(slot);
  if (kind !== 'replay') moveShard(model, pg, slot, target);
}

/** Number of objects that can be copied now or once there is a reservation; others wait for an OSD to come back. */
function objectsToRecover(model: Model): number {
  let objects = 0;
  for (const { copies } of model.unclean.values()) {
    for (const copy of copies) objects += copy.left;
  }
  return objects;
}

/**
 * Seconds until recovery ends at the present rate; 0 when there is nothing to recover, undefined when it makes no
 * progress.
 */
export function recoveryTimeRemaining(model: Model): number | undefined {
  const objects = objectsToRecover(model);
  if (objects < 1) return 0;
  return model.recovery.rate < 0.1 ? undefined : Math.ceil(objects / model.recovery.rate);
}
