import { paceOf } from '../maintenance/recoverySpeed.ts';
import type { Model } from '../model.ts';
import { shardBytes } from '../pools/pool.ts';
import { Pg } from './states.ts';
import type { Copy, UncleanPg } from './unclean.ts';
import { acting, setState } from './uncleanPg.ts';

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
  model.recovery.running.delete(pg.id);
  for (const id of pg.reserved) model.osds[id]!.backfills--;
  pg.reserved = [];
  for (const id of pg.wanted) model.osds[id]!.incoming.delete(pg.id);
  pg.wanted = [];
}

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
    for (const id of waiting) {
      const pg = model.unclean.get(id)!;
      if (!pg.copies.some((copy) => allowed(model, copy))) continue;
      const limit = waiting === waitingReplays ? maxBackfills * REPLAYS_PER_BACKFILL : maxBackfills;
      if (pg.copies.some(({ target }) => model.osds[target]!.backfills >= limit)) continue;
      const involved = involvedOsds(model, pg);
      if (involved.some((osd) => osd.backfills >= limit)) continue;
      waiting.delete(id);
      if (isTooFull(model, pg)) {
        postpone(model, pg);
        continue;
      }
      for (const osd of involved) osd.backfills++;
      pg.reserved = involved.map((osd) => osd.id);
      model.recovery.running.add(id);
      setState(
        model,
        pg,
        (pg.state & ~WAITING) | ((pg.state & Pg.recoveryWait) === 0 ? Pg.backfilling : Pg.recovering),
      );
    }
  }
}

/** The primary, which reads and sends, and every OSD that receives. */
function involvedOsds(model: Model, pg: UncleanPg) {
  const [primary] = acting(model, pg.id);
  const osds = new Set(pg.copies.map(({ target }) => model.osds[target]!));
  if (primary !== undefined) osds.add(primary);
  return [...osds];
}

function isTooFull({ osds, settings }: Model, { copies, pool }: UncleanPg): boolean {
  return copies.some(({ kind, target }) => {
    const osd = osds[target]!;
    return kind !== 'replay' && osd.used + shardBytes(pool) > osd.capacity * settings.backfillfullRatio;
  });
}

function postpone(model: Model, pg: UncleanPg): void {
  setState(model, pg, (pg.state & ~WAITING) | Pg.backfillToofull);
  model.agenda.after(TOOFULL_RETRY, () => {
    if (pg.peeredAt === 0 && (pg.state & Pg.backfillToofull) !== 0) enqueue(model, pg);
  });
}
