import type { Model } from '../model/model.ts';
import { servedShare, shareServed } from '../osds/slowness.ts';
import { poolLevel, worstLevels } from '../osds/usage.ts';
import { Pg } from '../placementGroups/states.ts';
import { poolOfPg } from '../placementGroups/uncleanPg.ts';
import { quotaReached, type SimPool } from '../pools/pool.ts';
import { busyWrites, crowdedMs } from './crowding.ts';

/** The share by which the load swings around its average over the day, and the hour of its peak (UTC). */
const SWING = 0.35;
const PEAK_HOUR = 14;
/** The share of a disk's throughput that each step of the recovery speed (1 to 10) can take from clients. */
const RECOVERY_COST = 0.03;
/**
 * The share of its deviation that a pool's drift keeps each second, the maximum size of its random step, and its minimum. The
 * load of a pool varies by nearly half within half a minute, that of the cluster by a fifth [assumed].
 */
const [MEMORY, STEP, LEAST_DRIFT] = [0.97, 0.2, 0.3];

/** Factor of the client load at an hour of the day (UTC), around 1. */
export const dailyFactor = (hour: number): number =>
  1 + SWING * Math.cos(((hour - PEAK_HOUR) / 24) * 2 * Math.PI);

/** One second of client I/O: daily rhythm, drift and noise, less the I/O that faults keep from being served. */
export function stepClients(model: Model): void {
  const { sums, dice } = model;
  const daily = dailyFactor((model.timeOf(model.tick) / 3_600_000) % 24);
  const blocked = blockedPgs(model);
  const worst = worstLevels(model);
  const busy =
    model.recovery.running.size > 0
      ? 1 - RECOVERY_COST * (model.recovery.speed ?? model.settings.defaultRecoverySpeed)
      : 1;
  sums.readOps = sums.writeOps = sums.readBytes = sums.writeBytes = 0;
  for (const pool of model.pools) {
    const drift = 1 + (pool.drift - 1) * MEMORY + STEP * dice.clients.between(-1, 1);
    pool.drift = Math.max(LEAST_DRIFT, drift);
    const served = (1 - stalledShare(pool, blocked.get(pool) ?? 0)) ** 2;
    const level =
      daily *
      pool.drift *
      dice.clients.between(0.92, 1.08) *
      served *
      busy *
      shareServed(crowdedMs(model, pool.scopes));
    const writable = poolLevel(pool, worst) === 'full' || quotaReached(pool) ? 0 : 1;
    const { load } = pool;
    pool.now = {
      readOps: load.readOps * level,
      readBytes: load.readBytes * level,
      writeOps: load.writeOps * level * writable,
      writeBytes: load.writeBytes * level * writable,
    };
    grow(pool, level * writable);
    if (writable > 0) addBusyClients(model, pool);
    sums.readOps += pool.now.readOps;
    sums.readBytes += pool.now.readBytes;
    sums.writeOps += pool.now.writeOps;
    sums.writeBytes += pool.now.writeBytes;
  }
}

/**
 * Number of placement groups of each pool whose clients wait for an OSD that is still up in the map. A slow OSD
 * counts with the share of operations that it holds back.
 */
function blockedPgs(model: Model): Map<SimPool, number> {
  const blocked = new Map<SimPool, number>();
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    if (!osd.up) continue;
    const held = 1 - servedShare(osd);
    if (held === 0) continue;
    for (const pg of osd.shards) {
      const pool = poolOfPg(model, pg);
      blocked.set(pool, (blocked.get(pool) ?? 0) + held);
    }
  }
  return blocked;
}

/** Adds the operations of a pool's busy clients to those of all others. */
function addBusyClients(model: Model, pool: SimPool): void {
  const own = busyWrites(model, pool);
  if (own === 0) return;
  const { writeOps, writeBytes } = pool.now;
  pool.now = { ...pool.now, writeOps: writeOps + own, writeBytes: writeBytes + own * BUSY_BYTES };
}

/** Bytes per operation of a busy client. */
const BUSY_BYTES = 4096;

/**
 * Share of a pool's placement groups that serve no I/O. Clients work on many at once, so a few of these stall most
 * clients.
 */
function stalledShare({ states, pgNum }: SimPool, blocked: number): number {
  let inactive = 0;
  for (const [state, count] of states) if ((state & Pg.active) === 0) inactive += count;
  return Math.min(1, (inactive + blocked) / pgNum);
}

function grow(pool: SimPool, level: number): void {
  if (pool.growth === 0) return;
  const factor = 1 + (pool.growth * level) / 86_400;
  pool.bytes *= factor;
  pool.objects *= factor;
}
