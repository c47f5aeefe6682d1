import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { addQueues } from '../../diagnosis/healing/queues.ts';
import { memoize } from '../../lib/memoize.ts';
import { workRows } from '../answers/clusterWork.ts';
import type { Journal } from '../answers/journalState.ts';
import { placementRows } from '../answers/placement.ts';
import type { Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import { type CacheState, type CacheStore, slotIn } from '../cache/state.ts';
import { emptyJournal, observePools, observeStatus, observeTraffic } from './journal.ts';
import { observeCrush } from './osdHistory.ts';
import { observeStates } from './states.ts';

/** Creates a memoized function that returns the level of each pool. */
const poolStates = () =>
  memoize((answers: { readonly status: ClusterStatus; readonly pools: readonly Pool[] | undefined }) =>
    statesOf(placementRows(answers), ({ level }) => level),
  );

const statesOf = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  state: (row: Row) => string,
): ReadonlyMap<string, string> => new Map(rows.map((row) => [row.id, state(row)]));

const flagStates = (flags: readonly Flag[]): ReadonlyMap<string, string> =>
  new Map(
    flags.flatMap(({ name, currentState }) =>
      name === undefined ? [] : [[name, currentState === true ? 'set' : 'unset']],
    ),
  );

/** Adds the states of flags; one that is not set now is no longer set since the time that the log says. */
function observeFlags(
  journal: Journal,
  states: ReadonlyMap<string, string>,
  read: { readonly at: number; readonly everyMs: number | undefined },
): Journal {
  const isOver = (subject: string, at: number) => states.get(subject) === 'unset' && at <= read.at;
  const kept = [...journal.logged].filter(([subject, at]) => !isOver(subject, at));
  const logged = kept.length === journal.logged.size ? journal.logged : new Map(kept);
  return observeStates({ ...journal, logged }, 'flag', states, read);
}

const taskStates = (tasks: readonly Task[]): ReadonlyMap<string, string> =>
  new Map(tasks.flatMap((task) => (task.id === undefined ? [] : [[`task.${task.id}`, task.state ?? '']])));

/** Records everything that is read into a journal, from now until disposed. */
export function recordJournal(store: CacheStore): { readonly journal: StoreApi<Journal> } & Disposable {
  const journal = createStore<Journal>(() => emptyJournal);
  const poolsNow = poolStates();

  // A read is detected by its time, not by changed data: unchanged data is the sign of a stalled recovery.
  function observe(now: CacheState, before: CacheState): void {
    const pools = slotIn(now, resources.pools).data;
    const rates = { status: slotIn(now, resources.status).data, pools };
    const observeIf = <T>(one: Resource<T>, take: (kept: Journal, read: ReadAnswer<T>) => Journal) => {
      const { data, at, everyMs } = slotIn(now, one);
      if (data === undefined || at === undefined || at === slotIn(before, one).at) return;
      journal.setState(take(journal.getState(), { data, at, everyMs }), true);
    };
    observeIf(resources.status, (kept, { data, at, everyMs }) => {
      const observed = observeTraffic(observeStatus(kept, data, at, everyMs), rates, at);
      const states = poolsNow({ status: data, pools });
      // Without the list of pools, rows may be identified by name; without the cluster, there are no rows at all.
      return pools === undefined || states.size === 0
        ? observed
        : observeStates(observed, 'pool', states, { at, everyMs });
    });
    observeIf(resources.health, (kept, { data, at }) => ({
      ...kept,
      queues: addQueues(kept.queues, data.evidence, at),
    }));
    observeIf(resources.pools, (kept, { at }) => observePools(kept, rates, at));
    observeIf(resources.crush, (kept, { data, at, everyMs }) => observeCrush(kept, data, at, everyMs));
    observeIf(resources.flags, (kept, { data, ...read }) => observeFlags(kept, flagStates(data), read));
    observeIf(resources.tasks, (kept, { data, ...read }) =>
      observeStates(kept, 'task', taskStates(data.data ?? []), read),
    );
    observeIf(resources.progress, (kept, { data, ...read }) =>
      observeStates(
        kept,
        'work',
        statesOf(workRows({ data }, read.at), ({ state }) => state),
        read,
      ),
    );
  }

  observe(store.getState(), { slots: {}, paused: false });
  const stop = store.subscribe(observe);
  return { journal, [Symbol.dispose]: stop };
}

/** An answer with the time at which it was read. */
interface ReadAnswer<T> {
  readonly data: T;
  readonly at: number;
  readonly everyMs: number | undefined;
}
