import { createStore, type StoreApi } from 'zustand/vanilla';
import { resources } from '../cache/resources.ts';
import { type CacheState, type CacheStore, slotIn } from '../cache/state.ts';
import { emptyJournal, observePools, observeStatus, observeTraffic } from './journal.ts';
import { observeFlags, observeTasks } from './journalChanges.ts';
import type { Journal } from './journalState.ts';
import { observeCrush } from './osdHistory.ts';

/** Keeps a journal of everything that is read, from now until it is disposed. */
export function recordJournal(store: CacheStore): { readonly journal: StoreApi<Journal> } & Disposable {
  const journal = createStore<Journal>(() => emptyJournal);

  // Told by the time of the read: that an answer is unchanged is news as well, it tells a stalled recovery.
  function observe(now: CacheState, before: CacheState): void {
    const [status, crush] = [slotIn(now, resources.status), slotIn(now, resources.crush)];
    const pools = slotIn(now, resources.pools);
    const rates = { status: status.data, pools: pools.data };
    if (
      status.data !== undefined &&
      status.at !== undefined &&
      status.at !== slotIn(before, resources.status).at
    ) {
      const observed = observeStatus(journal.getState(), status.data, status.at, status.everyMs);
      journal.setState(observeTraffic(observed, rates, status.at), true);
    }
    if (pools.data !== undefined && pools.at !== undefined && pools.at !== slotIn(before, resources.pools).at)
      journal.setState(observePools(journal.getState(), rates, pools.at), true);
    if (
      crush.data !== undefined &&
      crush.at !== undefined &&
      crush.at !== slotIn(before, resources.crush).at
    ) {
      journal.setState(observeCrush(journal.getState(), crush.data, crush.at, crush.everyMs), true);
    }
    const [flags, flagsBefore] = [slotIn(now, resources.flags), slotIn(before, resources.flags)];
    if (flags.at !== flagsBefore.at)
      journal.setState(observeFlags(journal.getState(), { before: flagsBefore, now: flags }), true);
    const [tasks, tasksBefore] = [slotIn(now, resources.tasks), slotIn(before, resources.tasks)];
    if (tasks.at !== tasksBefore.at)
      journal.setState(observeTasks(journal.getState(), { before: tasksBefore, now: tasks }), true);
  }

  observe(store.getState(), { slots: {}, paused: false });
  const stop = store.subscribe(observe);
  return { journal, [Symbol.dispose]: stop };
}
