import type { RecoveryEvidence } from '../../../api/contract/evidence.ts';
import type { Model } from '../model/model.ts';
import { involvedOsds } from '../placementGroups/recoveryQueue.ts';
import { Pg } from '../placementGroups/states.ts';
import type { UncleanPg } from '../placementGroups/unclean.ts';
import { pgObjects, type SimPool } from '../pools/pool.ts';

/** The objects of a pool that an OSD is still to send and to receive. */
interface RecoveryQueue {
  readonly osd: number;
  readonly pool: number;
  sends: number;
  receives: number;
}

/** The maximum numbers of OSDs whose queues are listed for their length, of pools whose longest is, and of entries. */
const [MAX_OSDS, MAX_POOLS, MAX_ENTRIES] = [16, 16, 256];

const RUNNING = Pg.recovering | Pg.backfilling;
const QUEUED = RUNNING | Pg.recoveryWait | Pg.backfillWait;

/** The queued groups of a pool: the numbers of their copies, and what is left of each copy. */
interface QueuedWork {
  left: number;
  /** Copies of groups that wait for backfill, and of all others. */
  waiting: number;
  others: number;
  running: number;
}

/** The queues of recovery, estimated as from the list of groups of a real cluster, which does not say what a group has done. */
export function recoveryOf(model: Model): RecoveryEvidence | undefined {
  const queued = [...model.unclean.values()].filter(({ state }) => (state & QUEUED) !== 0);
  if (queued.length === 0) return undefined;
  const works = worksOf(model, queued);
  const queues = new Map<number, Map<SimPool, RecoveryQueue>>();
  const busy = { sends: new Map<number, number>(), receives: new Map<number, number>() };
  for (const pg of queued) {
    const objects = leftOf(works.get(pg.pool)!, pg);
    for (const [place, { id: osd }] of involvedOsds(model, pg).entries()) {
      const role = place === 0 ? 'sends' : 'receives';
      const queue = queues.get(osd) ?? new Map<SimPool, RecoveryQueue>();
      queues.set(osd, queue);
      const entry = queue.get(pg.pool) ?? { osd, pool: pg.pool.id, sends: 0, receives: 0 };
      queue.set(pg.pool, entry);
      entry[role] += objects;
      if ((pg.state & RUNNING) !== 0) busy[role].set(osd, (busy[role].get(osd) ?? 0) + 1);
    }
  }
  const listed = longest(queues, works);
  const pools = [...works].filter(([{ id }]) => listed.some(({ pool }) => pool === id));
  return {
    groups: queued.length,
    parallel: [...busy.sends.values(), ...busy.receives.values()].reduce((a, b) => Math.max(a, b), 0),
    pools: pools.map(([{ id }, { left, running }]) => ({ pool: id, left, running })),
    queues: listed,
  };
}

function worksOf(model: Model, queued: readonly UncleanPg[]): Map<SimPool, QueuedWork> {
  const works = new Map<SimPool, QueuedWork>();
  for (const { pool, state, copies } of queued) {
    const work = works.get(pool) ?? { left: 0, waiting: 0, others: 0, running: 0 };
    works.set(pool, work);
    work[(state & Pg.backfillWait) === 0 ? 'others' : 'waiting'] += copies.length;
    if ((state & RUNNING) !== 0) work.running += copies.length;
  }
  for (const { pool, degraded, misplaced } of model.unclean.values()) {
    const work = works.get(pool);
    if (work !== undefined) work.left += degraded + misplaced;
  }
  return works;
}

/** The objects left of each copy: all of a group that waits for backfill; the others share what the pool lacks beyond. */
function leftOf({ left, waiting, others }: QueuedWork, { pool, state }: UncleanPg): number {
  const whole = pgObjects(pool);
  const waits = Math.min(left, waiting * whole);
  return (state & Pg.backfillWait) === 0
    ? Math.min(whole, (left - waits) / Math.max(1, others))
    : waits / waiting;
}

/** The queues of the OSDs with the most objects, and with the most of each pool. */
function longest(
  queues: ReadonlyMap<number, ReadonlyMap<SimPool, RecoveryQueue>>,
  works: ReadonlyMap<SimPool, QueuedWork>,
): RecoveryQueue[] {
  const ranked = Array.from(queues.values(), (queue) => ({
    queue,
    length: queue.values().reduce((sum, { sends, receives }) => sum + sends + receives, 0),
  })).toSorted((a, b) => b.length - a.length);
  const pools = [...works].toSorted(([, a], [, b]) => b.left - a.left).slice(0, MAX_POOLS);
  const ofPools = pools.flatMap(([pool]) => {
    const ofPool = ({ queue }: (typeof ranked)[number]) => {
      const { sends, receives } = queue.get(pool)!;
      return sends + receives;
    };
    const holders = ranked.filter(({ queue }) => queue.has(pool));
    return holders.toSorted((a, b) => ofPool(b) - ofPool(a)).slice(0, 1);
  });
  return [...new Set([...ranked.slice(0, MAX_OSDS), ...ofPools])]
    .flatMap(({ queue }) => [...queue.values()])
    .map((entry) => ({ ...entry, sends: Math.round(entry.sends), receives: Math.round(entry.receives) }))
    .slice(0, MAX_ENTRIES);
}
