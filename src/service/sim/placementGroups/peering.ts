import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { isErasure, pgObjects } from '../pools/pool.ts';
import { alignCopies } from './copyOrder.ts';
import { targets } from './placement.ts';
import { enqueue, withdraw } from './recoveryQueue.ts';
import { CLEAN, Pg } from './states.ts';
import type { Copy, UncleanPg } from './unclean.ts';
import { acting, holderOf, poolOfPg, setLosses, setState, uncleanPg } from './uncleanPg.ts';

/** Seconds in which placement groups notice the change of an OSD, and then peer (measured: all done after 9 s). */
const NOTICE = 3;
const AGREE = 6;

/**
 * Lets placement groups peer again, because an OSD failed, came back or changed its share. Groups whose primary is
 * `lost` are stale until they have a new one, because nobody reports them.
 */
export function repeer(model: Model, ids: Iterable<number>, lost?: Osd): void {
  for (const id of new Set(ids)) {
    const pg = uncleanPg(model, id);
    withdraw(model, pg);
    if (lost !== undefined && wasPrimary(model, pg, lost)) setState(model, pg, pg.state | Pg.stale);
    const notice = 1 + model.dice.faults.below(NOTICE);
    const peered = model.tick + notice + 1 + model.dice.faults.below(AGREE);
    pg.peeredAt = Math.max(pg.peeredAt, peered);
    model.agenda.after(notice, () => {
      if (pg.peeredAt > model.tick) setState(model, pg, peeringState(pg.state));
    });
    model.agenda.after(peered - model.tick, () => {
      if (pg.peeredAt <= model.tick && pg.peeredAt > 0) finishPeering(model, pg);
    });
  }
}

const peeringState = (state: number): number =>
  (state & (Pg.remapped | Pg.inconsistent | Pg.creating)) | Pg.peering;

function wasPrimary(model: Model, { pool, number, id }: UncleanPg, osd: Osd): boolean {
  const [first] = acting(model, id);
  for (let slot = 0; slot < pool.size; slot++) {
    const holder = holderOf(pool, number, slot);
    if (holder === osd.id) return true;
    if (holder === first?.id) return false;
  }
  return false;
}

interface Survey {
  /** Number of shards on OSDs that are up, and of those that miss nothing. */
  readonly serving: number;
  readonly complete: number;
  readonly copies: Copy[];
  readonly wanted: number[];
  readonly degraded: number;
  readonly misplaced: number;
  /** Number of objects of which too few current shards are on OSDs that are up; 0 if the group does not know of them. */
  readonly unfound: number;
  /** True if a missing shard could come back with its OSD. */
  readonly recoverable: boolean;
}

/** Ends peering: determines the shards of the placement group and its state, and queues it for recovery. */
export function finishPeering(model: Model, pg: UncleanPg): void {
  pg.peeredAt = 0;
  const survey = surveyShards(model, pg);
  pg.copies = survey.copies;
  pg.unfound = survey.unfound;
  pg.wanted = survey.wanted;
  for (const id of pg.wanted) model.osds[id]!.incoming.add(pg.id);
  setLosses(model, pg, survey.degraded, survey.misplaced);
  const state = stateOf(model, pg, survey);
  pg.frozenAt = (state & Pg.active) === 0 ? (pg.frozenAt ?? model.tick) : undefined;
  watchTrouble(model, pg, state);
  setState(model, pg, state | stuckBit(model, pg));
  if (pg.copies.length > 0 && (state & (Pg.down | Pg.incomplete)) === 0) enqueue(model, pg);
}

function surveyShards(model: Model, pg: UncleanPg): Survey {
  const { pool, number } = pg;
  const assigned = targets(model, pool, number);
  alignCopies(model, pg, assigned);
  const copies: Copy[] = [];
  const wanted: number[] = [];
  // What shards miss that have compared themselves with a complete one, and therefore know it.
  const informed: number[] = [];
  let [serving, complete, degraded, misplaced, recoverable] = [0, 0, 0, 0, false];
  for (let slot = 0; slot < pool.size; slot++) {
    const holder = model.osds[holderOf(pool, number, slot)];
    const target = model.osds[assigned[slot]!];
    if (target !== undefined && target !== holder) wanted.push(target.id);
    const move = target !== undefined && target.up && target !== holder;
    if (holder?.up === true) {
      serving++;
      const isInformed = !pg.absent.has(slot);
      const missed = missedObjects(model, pg, slot);
      if (isInformed && missed > 0) informed.push(missed);
      if (missed > 0) copies.push({ slot, target: holder.id, kind: 'replay', left: missed, begun: 0 });
      else complete++;
      degraded += missed;
      if (!move) continue;
      const copy = shardCopy(pg, slot, target.id, 'move');
      copies.push(copy);
      misplaced += copy.left;
    } else {
      recoverable ||= holder !== undefined && !holder.destroyed;
      if (!pg.absent.has(slot)) pg.absent.set(slot, model.tick);
      const copy = move ? shardCopy(pg, slot, target.id, 'restore') : undefined;
      if (copy !== undefined) copies.push(copy);
      degraded += copy?.left ?? pgObjects(pool);
    }
  }
  complete += pg.strays.filter((id) => model.osds[id]!.up).length;
  const isUnfound = complete < pool.dataShards && serving >= pool.dataShards && informed.length > 0;
  const unfound = isUnfound ? Math.min(...informed) : 0;
  return {
    serving,
    complete,
    // Objects that the others missed are not in any copy that could be read.
    copies: unfound > 0 ? copies.filter(({ kind }) => kind !== 'replay') : copies,
    wanted,
    // As in Ceph, objects that are missing everywhere do not count as degraded.
    degraded: degraded - unfound * informed.length,
    misplaced,
    unfound,
    recoverable,
  };
}

/**
 * A copy of a whole shard. If one was in progress to the same OSD, it continues where it stopped; for a replicated
 * pool it may be of any slot.
 */
function shardCopy(pg: UncleanPg, slot: number, target: number, kind: 'restore' | 'move'): Copy {
  const started = pg.copies.find(
    (copy) => copy.target === target && copy.kind !== 'replay' && (copy.slot === slot || !isErasure(pg.pool)),
  );
  return { slot, target, kind, left: started?.left ?? pgObjects(pg.pool), begun: started?.begun ?? 0 };
}

/**
 * Number of objects that clients wrote to the placement group while the holder of the slot was away, less those that
 * it has recovered since. Nothing was written while the group was not active.
 */
function missedObjects(model: Model, pg: UncleanPg, slot: number): number {
  const since = pg.absent.get(slot);
  if (since !== undefined) {
    const { pool } = pg;
    const until = pg.frozenAt ?? model.tick;
    const written = Math.ceil((pool.load.writeOps / pool.pgNum) * Math.max(0, until - since));
    pg.absent.delete(slot);
    const before = pg.behind.get(slot) ?? 0;
    // It returns with the objects that all others miss, and they have what it missed meanwhile: together they are complete.
    if (pg.unfound > 0 && before === 0) return 0;
    pg.behind.set(slot, Math.min(pgObjects(pool), before + written));
  }
  return pg.behind.get(slot) ?? 0;
}

function stateOf(
  model: Model,
  pg: UncleanPg,
  { serving, complete, copies, degraded, unfound, recoverable }: Survey,
): number {
  const { pool } = pg;
  const flaws =
    (serving < pool.size ? Pg.undersized : 0) |
    (degraded > 0 ? Pg.degraded : 0) |
    (copies.some(({ kind }) => kind !== 'replay') ? Pg.remapped : 0) |
    (unfound > 0 ? Pg.recoveryUnfound : 0) |
    (model.damaged.get(pg.id)?.found === true ? Pg.inconsistent : 0);
  if (complete < pool.dataShards && unfound === 0) return flaws | (recoverable ? Pg.down : Pg.incomplete);
  const served = serving >= pool.minSize ? Pg.active : Pg.peered;
  if (copies.length > 0) {
    return (
      flaws | served | (copies.some(({ kind }) => kind === 'replay') ? Pg.recoveryWait : Pg.backfillWait)
    );
  }
  return flaws | served | ((flaws & ~Pg.inconsistent) === 0 ? CLEAN : 0);
}

/** Marks the placement group as stuck once it has been inactive or undersized for too long. */
function watchTrouble(model: Model, pg: UncleanPg, state: number): void {
  if ((state & Pg.active) !== 0 && (state & Pg.undersized) === 0) {
    pg.troubledAt = undefined;
    return;
  }
  if (pg.troubledAt !== undefined) return;
  pg.troubledAt = model.tick;
  model.agenda.after(model.settings.stuckThreshold, () => {
    if (pg.peeredAt === 0 && pg.troubledAt !== undefined) setState(model, pg, pg.state | stuckBit(model, pg));
  });
}

function stuckBit({ tick, settings }: Model, { troubledAt }: UncleanPg): number {
  return troubledAt !== undefined && tick - troubledAt >= settings.stuckThreshold ? Pg.stuck : 0;
}

/** The placement groups that CRUSH would place on this OSD, but that are elsewhere. */
export function* displacedFrom(model: Model, osd: Osd): Generator<number> {
  for (const id of model.displaced) {
    const pool = poolOfPg(model, id);
    const first = (id - pool.firstPg) * pool.size;
    if (pool.home.subarray(first, first + pool.size).includes(osd.id)) yield id;
  }
}
