import { logCluster } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import type { Osd } from '../model/topology.ts';
import { shardBytes } from '../pools/pool.ts';
import { recordScrub } from './lastScrubs.ts';
import { DAILY, WEEKLY } from './scrubTicks.ts';
import { CLEAN, Pg } from './states.ts';
import type { UncleanPg } from './unclean.ts';
import { acting, pgName, poolOfPg, setState, uncleanPg } from './uncleanPg.ts';

/** Bytes per second that a deep scrub reads; a plain scrub only compares metadata. */
const DEEP_RATE = 100e6;
const [MIN_SECONDS, MAX_SECONDS] = [10, 900];

/**
 * One second of scrubbing: requested scrubs first, then the daily and weekly ones. As in Ceph, the flags noscrub and
 * nodeep-scrub stop only the latter.
 */
export function stepScrubs(model: Model): void {
  const { scrubs, dice, pgs } = model;
  for (const request of scrubs.queue) {
    if (start(model, request.id, request.deep)) scrubs.queue.delete(request);
  }
  for (const [interval, deep] of [
    [DAILY, false],
    [WEEKLY, true],
  ] as const) {
    const late = deep ? scrubs.lateDeep : scrubs.late;
    if (model.flags.has(deep ? 'nodeep-scrub' : 'noscrub')) {
      if (late > 0) addLate(model, deep, pgs.count / interval);
      continue;
    }
    const due = (pgs.count / interval) * (late > 0 ? CATCHING_UP : 1);
    const count = Math.floor(due) + Number(dice.scrubs.chance(due % 1));
    for (let index = 0; index < count; index++) {
      if (start(model, mostOverdue(model, dice.scrubs.below(pgs.end), deep), deep) && late > 0)
        addLate(model, deep, -1);
    }
  }
}

/** Placement groups among which the next one to be scrubbed is chosen, so that none waits for long. */
const CHOICES = 64;

/** The placement group that was not scrubbed for the longest time, among those that can be scrubbed from an index on. */
function mostOverdue({ pgs, unclean }: Model, from: number, deep: boolean): number {
  let [found, oldest] = [from, Infinity];
  for (let step = 0; step < CHOICES; step++) {
    const id = (from + step) % pgs.end;
    const pool = pgs.poolOf(id);
    if (pool === undefined || !isWhole(unclean.get(id))) continue;
    const at = pool.scrubs[deep ? 'deep' : 'plain'][id - pool.firstPg]!;
    if (at < oldest) [found, oldest] = [id, at];
  }
  return found;
}

/** True if a placement group is clean, apart from damage that a scrub has found; only such a one is scrubbed. */
const isWhole = (pg: UncleanPg | undefined): boolean => ((pg?.state ?? CLEAN) & ~Pg.inconsistent) === CLEAN;

/** Factor by which overdue scrubs are started faster than they become due. */
const CATCHING_UP = 20;

function addLate({ scrubs }: Model, deep: boolean, count: number): void {
  if (deep) scrubs.lateDeep = Math.max(0, scrubs.lateDeep + count);
  else scrubs.late = Math.max(0, scrubs.late + count);
}

/** Queues the placement groups of which the OSD is the primary, as `ceph osd scrub` does. @returns their number */
export function requestScrub(model: Model, osd: Osd, deep: boolean): number {
  const own = osd.shards.filter((id) => acting(model, id)[0] === osd);
  for (const id of own) model.scrubs.queue.add({ id, deep });
  return own.length;
}

function start(model: Model, id: number, deep: boolean): boolean {
  if (model.pgs.poolOf(id) === undefined) return false;
  const members = acting(model, id);
  if (!isWhole(model.unclean.get(id)) || members.some((osd) => model.scrubs.busy.has(osd.id))) return false;
  const pg = uncleanPg(model, id);
  if (pg.peeredAt > 0) return false;
  for (const osd of members) model.scrubs.busy.add(osd.id);
  const scrubbing = Pg.scrubbing | (deep ? Pg.deep : 0);
  setState(model, pg, pg.state | scrubbing);
  logCluster(model, 'debug', `${pgName(model, id)} ${deep ? 'deep-scrub' : 'scrub'} starts`);
  model.agenda.after(duration(model, id, deep), () => {
    for (const osd of members) model.scrubs.busy.delete(osd.id);
    if ((pg.state & scrubbing) === scrubbing) finish(model, pg, deep);
  });
  return true;
}

function duration(model: Model, id: number, deep: boolean): number {
  const seconds = shardBytes(poolOfPg(model, id)) / DEEP_RATE / (deep ? 1 : 10);
  return Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds * model.dice.scrubs.between(0.8, 1.2)));
}

function finish(model: Model, pg: UncleanPg, deep: boolean): void {
  const name = pgName(model, pg.id);
  const damage = model.damaged.get(pg.id);
  recordScrub(model, pg.id, deep);
  if (deep) findLargeObjects(model, pg.id);
  if (deep && damage !== undefined) {
    damage.found = true;
    nameBadCopy(model, pg.id);
    report(model, name, 'deep-scrub', damage.errors);
    if (model.settings.scrubAutoRepair) repair(model, pg.id);
  } else {
    logCluster(model, 'debug', `${name} ${deep ? 'deep-scrub' : 'scrub'} ok`);
  }
  setState(model, pg, CLEAN | (model.damaged.get(pg.id)?.found === true ? Pg.inconsistent : 0));
}

function findLargeObjects(model: Model, id: number): void {
  for (const large of model.largeObjects) {
    if (large.pg !== id || large.found) continue;
    large.found = true;
    const name = pgName(model, id);
    logCluster(
      model,
      'warning',
      `Large omap object found. Object: ${name.split('.')[0]}:${hash(id).toString(16)}:::${large.name}:head PG: ${name} (${name}) Key count: ${large.keys} Size (bytes): ${large.keys * 220}`,
    );
  }
}

/** The OSD with the copy of a damaged placement group that differs from the others: the last acting one. */
export const badCopyOf = (model: Model, id: number): Osd | undefined => acting(model, id).at(-1);

function nameBadCopy(model: Model, id: number): void {
  const osd = badCopyOf(model, id);
  if (osd === undefined) return;
  const name = pgName(model, id);
  const hex = (seed: number) => `0x${hash(id, seed).toString(16)}`;
  logCluster(
    model,
    'error',
    `${name} shard ${osd.id} soid ${name.split('.')[0]}:${hash(id).toString(16)}:::rbd_data.${hash(id, 3).toString(16)}:head : data_digest ${hex(1)} != data_digest ${hex(2)} from auth oi`,
  );
}

function report(model: Model, name: string, kind: string, errors: number): void {
  const objects = Math.ceil(errors / 2);
  logCluster(model, 'error', `${name} ${kind} 0 missing, ${objects} inconsistent objects`);
  logCluster(model, 'error', `${name} ${kind} ${errors} errors`);
}

/** Repairs the errors in a placement group from the good copies. */
export function repair(model: Model, id: number): void {
  const damage = model.damaged.get(id);
  if (damage === undefined) return;
  const name = pgName(model, id);
  logCluster(
    model,
    'error',
    `${name} repair 0 missing, ${Math.ceil(damage.errors / 2)} inconsistent objects`,
  );
  logCluster(model, 'error', `${name} repair ${damage.errors} errors, ${damage.errors} fixed`);
  model.damaged.delete(id);
  const pg = model.unclean.get(id);
  if (pg !== undefined) setState(model, pg, pg.state & ~Pg.inconsistent);
}
