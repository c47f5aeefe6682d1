import type { CrushScope } from './crush/scopes.ts';
import { MOST_OPS } from './history/measure.ts';
import type { Model } from './model.ts';
import { servedShare } from './osds/slowness.ts';
import { poolLevel, worstLevels } from './osds/usage.ts';
import { Pg } from './placementGroups/states.ts';
import { poolOfPg } from './placementGroups/uncleanPg.ts';
import { quotaReached, type SimPool } from './pools/pool.ts';

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
    const level =
      daily * pool.drift * dice.clients.between(0.92, 1.08) * served * busy * (1 - crowding(model, pool));
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

/** Placement groups whose clients wait for an OSD that the map still calls up; one that is only slow counts by what it holds back. */
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

/** Operations of the busy clients of a pool, on top of all others'. */
function addBusyClients({ busyClients }: Model, pool: SimPool): void {
  for (const client of busyClients) {
    if (client.pool !== pool) continue;
    const writeOps = pool.now.writeOps + client.writeOps;
    pool.now = { ...pool.now, writeOps, writeBytes: pool.now.writeBytes + client.writeOps * BUSY_BYTES };
  }
}

/** Bytes of an operation of a busy client. */
const BUSY_BYTES = 4096;
/** The most that busy clients take from all others. */
const MOST_CROWDING = 0.9;

/** Operations per second that the disks of a scope can take together; a scope never changes. */
const capable = new WeakMap<CrushScope, number>();
export function operationsOf(scope: CrushScope): number {
  let most = capable.get(scope);
  if (most === undefined) {
    most = scope.members.reduce((sum, { deviceClass }) => sum + MOST_OPS[deviceClass], 0);
    capable.set(scope, most);
  }
  return most;
}

/** The share of what a pool's clients would get that busy clients take, on disks that they have in common; up to 0.9. */
export function crowding({ busyClients }: Model, { scopes }: SimPool): number {
  let share = 0;
  for (const { pool, writeOps } of busyClients) {
    const common = pool.scopes.find((scope) => scopes.includes(scope));
    if (common === undefined) continue;
    share += (writeOps * pool.size) / Math.max(1, operationsOf(common));
  }
  return Math.min(MOST_CROWDING, share);
}

/** Share of a pool's placement groups that serve nobody. Clients work on many at once, so a few stall most of them. */
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
