import type { Model } from './model.ts';
import { Pg } from './placementGroups/states.ts';
import { quotaReached, type Pool } from './pools/pool.ts';
import { osdAnswers } from './topology.ts';
import { poolOfPg } from './placementGroups/uncleanPg.ts';
import { poolLevel, worstLevels } from './osds/usage.ts';

/** The share by which the load swings around its average over the day, and the hour (UTC) of its peak. */
const SWING = 0.35;
const PEAK_HOUR = 14;
/** The share of a disk's throughput that a recovery speed takes from clients at most (speed 10). */
const RECOVERY_COST = 0.03;
/** The share that a second of drift keeps of the deviation before, and how large its steps are. */
const [MEMORY, STEP] = [0.98, 0.03];

/** One second of client I/O: the time of day, drift and noise, less what faults keep from being served. */
export function stepClients(model: Model): void {
  const { sums, dice } = model;
  const hour = (model.timeOf(model.tick) / 3_600_000) % 24;
  const daily = 1 + SWING * Math.cos(((hour - PEAK_HOUR) / 24) * 2 * Math.PI);
  const blocked = blockedPgs(model);
  const worst = worstLevels(model);
  const busy =
    model.recovery.running.size > 0
      ? 1 - RECOVERY_COST * (model.recovery.speed ?? model.settings.defaultRecoverySpeed)
      : 1;
  sums.readOps = sums.writeOps = sums.readBytes = sums.writeBytes = 0;
  for (const pool of model.pools) {
    pool.drift = 1 + (pool.drift - 1) * MEMORY + STEP * dice.clients.between(-1, 1);
    const served = (1 - stalledShare(pool, blocked.get(pool) ?? 0)) ** 2;
    const level = daily * pool.drift * dice.clients.between(0.92, 1.08) * served * busy;
    const writable = poolLevel(pool, worst) === 'full' || quotaReached(pool) ? 0 : 1;
    const { load } = pool;
    pool.now = {
      readOps: load.readOps * level,
      readBytes: load.readBytes * level,
      writeOps: load.writeOps * level * writable,
      writeBytes: load.writeBytes * level * writable,
    };
    grow(pool, level * writable);
    sums.readOps += pool.now.readOps;
    sums.readBytes += pool.now.readBytes;
    sums.writeOps += pool.now.writeOps;
    sums.writeBytes += pool.now.writeBytes;
  }
}

/** Placement groups whose clients wait for an OSD that the map still calls up, or for a slow disk. */
function blockedPgs(model: Model): Map<Pool, number> {
  const blocked = new Map<Pool, number>();
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    if (!osd.up || (osdAnswers(osd) && !osd.sluggish)) continue;
    for (const pg of osd.shards) {
      const pool = poolOfPg(model, pg);
      blocked.set(pool, (blocked.get(pool) ?? 0) + 1);
    }
  }
  return blocked;
}

/** Share of a pool's placement groups that serve nobody. Clients work on many at once, so a few stall most of them. */
function stalledShare({ states, pgNum }: Pool, blocked: number): number {
  let inactive = 0;
  for (const [state, count] of states) if ((state & Pg.active) === 0) inactive += count;
  return Math.min(1, (inactive + blocked) / pgNum);
}

function grow(pool: Pool, level: number): void {
  if (pool.growth === 0) return;
  const factor = 1 + (pool.growth * level) / 86_400;
  pool.bytes *= factor;
  pool.objects *= factor;
}
