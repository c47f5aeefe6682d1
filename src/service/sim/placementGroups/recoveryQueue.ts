import { paceOf } from '../maintenance/recoverySpeed.ts';
import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { shardBytes } from '../pools/pool.ts';
import { Pg } from './states.ts';
import type { Copy, UncleanPg } from './unclean.ts';
import { acting, actingPrimary, setState } from './uncleanPg.ts';

/** Seconds until a placement group is queued again after a target was too full (osd_backfill_retry_interval). */
const TOOFULL_RETRY = 30;

/**
 * Number of log replays that an OSD may run for each backfill (osd_recovery_max_active_hdd is 3, osd_max_backfills
 * 1).
 */
const REPLAYS_PER_BACKFILL = 3;

const WAITING = Pg.recoveryWait | Pg.backfillWait | Pg.backfillToofull;
const RUNNING = Pg.recovering | Pg.backfilling;

/** Index in `recovery.waiting`: replays first, then missing copies, then misplaced ones. */
function urgency({ copies }: UncleanPg): 0 | 1 | 2 {
  if (copies.some(({ kind }) => kind === 'replay')) return 0;
  return copies.some(({ kind }) => kind === 'restore') ? 1 : 2;
}

/** Queues a placement group for recovery, behind more urgent ones. */
export function enqueue(model: Model, pg: UncleanPg): void {
  const rank = urgency(pg);
  model.recovery.waiting[rank].add(pg.id);
  setState(model, pg, (pg.state & ~(RUNNING | WAITING)) | (rank === 0 ? Pg.recoveryWait : Pg.backfillWait));
}

/** Takes a placement group out of recovery and releases its reservations. Finished objects stay copied. */
export function withdraw(model: Model, pg: UncleanPg): void {
  for (const waiting of model.recovery.waiting) waiting.delete(pg.id);
  if (model.recovery.running.delete(pg.id)) for (const id of pg.reserved) model.osds[id]!.backfills--;
  release(model, pg);
  for (const id of pg.wanted) model.osds[id]!.incoming.delete(pg.id);
  pg.wanted = [];
}

function release(model: Model, pg: UncleanPg): void {
  for (const [place, id] of pg.reserved.entries()) model.osds[id]!.reservations[roleAt(place)]--;
  pg.reserved = [];
}

/** The role of an OSD by its place in `reserved`: the primary sends, the others receive. */
const roleAt = (place: number) => (place === 0 ? 'sending' : 'receiving');

/**
 * True if the flags allow this copy: norecover stops all copies, nobackfill copies of whole shards, norebalance
 * copies of shards that are only misplaced.
 */
export function allowed({ flags }: Model, { kind }: Copy): boolean {
  if (flags.has('norecover')) return false;
  if (kind !== 'replay' && flags.has('nobackfill')) return false;
  return kind !== 'move' || !flags.has('norebalance');
}

/** Starts waiting placement groups, as far as flags, reservations and the space on targets allow. */
export function startWaiting(model: Model): void {
  const { maxBackfills } = paceOf(model);
  const [waitingReplays] = model.recovery.waiting;
  for (const waiting of model.recovery.waiting) {
    const limit = waiting === waitingReplays ? maxBackfills * REPLAYS_PER_BACKFILL : maxBackfills;
    for (const id of waiting) {
      const pg = model.unclean.get(id)!;
      if (!pg.copies.some((copy) => allowed(model, copy))) release(model, pg);
      else if (!reserve(model, pg, limit)) continue;
      else if (isTooFull(model, pg)) {
        waiting.delete(id);
        postpone(model, pg);
      } else {
        waiting.delete(id);
        start(model, pg);
      }
    }
  }
}

function start(model: Model, pg: UncleanPg): void {
  for (const id of pg.reserved) model.osds[id]!.backfills++;
  model.recovery.running.add(pg.id);
  const running = (pg.state & Pg.recoveryWait) === 0 ? Pg.backfilling : Pg.recovering;
  setState(model, pg, (pg.state & ~WAITING) | running);
}

/**
 * Reserves OSDs for a placement group as far as they are free, and returns true once all are reserved. As in Ceph, the
 * primary comes first, then every OSD that receives, by id; those that it has it keeps while it waits for the next. An
 * OSD sends and receives up to the limit each.
 */
function reserve(model: Model, pg: UncleanPg, limit: number): boolean {
  // Most groups wait for their primary: the others that are involved need not be known.
  if (pg.reserved.length === 0 && (actingPrimary(model, pg)?.reservations.sending ?? 0) >= limit)
    return false;
  const involved = involvedOsds(model, pg);
  while (pg.reserved.length < involved.length) {
    const osd = involved[pg.reserved.length]!;
    const role = roleAt(pg.reserved.length);
    if (osd.reservations[role] >= limit) return false;
    osd.reservations[role]++;
    pg.reserved.push(osd.id);
  }
  return true;
}

/** The primary, which reads and sends, and every other OSD that receives. */
export function involvedOsds(model: Model, pg: UncleanPg): Osd[] {
  const [primary] = acting(model, pg.id);
  const targets = new Set(pg.copies.map(({ target }) => target));
  if (primary !== undefined) targets.delete(primary.id);
  const receiving = [...targets].toSorted((a, b) => a - b).map((id) => model.osds[id]!);
  return primary === undefined ? receiving : [primary, ...receiving];
}

function isTooFull({ osds, settings }: Model, { copies, pool }: UncleanPg): boolean {
  return copies.some(({ kind, target }) => {
    const osd = osds[target]!;
    return kind !== 'replay' && osd.used + shardBytes(pool) > osd.capacity * settings.backfillfullRatio;
  });
}

function postpone(model: Model, pg: UncleanPg): void {
  release(model, pg);
  setState(model, pg, (pg.state & ~WAITING) | Pg.backfillToofull);
  model.agenda.after(TOOFULL_RETRY, () => {
    if (pg.peeredAt === 0 && (pg.state & Pg.backfillToofull) !== 0) enqueue(model, pg);
  });
}
