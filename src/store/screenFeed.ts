import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../api/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { backoffMs } from './backoff.ts';
import { failureOf } from './failureOf.ts';
import { SLOW_FACTOR } from './pollLoop.ts';
import { reuse } from './reuse.ts';
import { screenKey, type ScreenView, topScreen } from './screenView.ts';
import { isMissing, type Slot } from './slot.ts';
import type { ViewStore } from './view.ts';

/** How what a screen shows is read. */
export interface ScreenSource {
  readonly fetch: (signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds from one read to the next, while the service answers quickly. */
  readonly everyMs: number;
}

interface ScreenData {
  /** By `screenKey`; the least recently opened screens are forgotten. */
  readonly slots: Readonly<Record<string, Slot<unknown>>>;
}

/** The data of the screen in force, polled as long as it is shown. */
export interface ScreenFeed extends Disposable {
  readonly store: StoreApi<ScreenData>;
  /** What is known of a screen. */
  readonly slot: (screen: ScreenView) => Slot<unknown>;
  /** Reads the screen in force now. */
  readonly refresh: () => Promise<void>;
  /** The service answers again: a screen that could not be read tries at once. */
  readonly hasten: () => void;
}

export interface ScreenFeedOptions {
  readonly clock: Clock;
  readonly view: ViewStore;
  /** Nothing for a screen that reads nothing of its own. */
  readonly sourceOf: (screen: ScreenView) => ScreenSource | undefined;
}

/** Screens whose data is kept, so that going back shows it at once. */
const KEPT = 30;
const FIRST_RETRY_MS = 5000;
/** What does not exist is looked for again this often, in milliseconds: somebody may create it. */
export const RETURN_MS = 30_000;

const EMPTY: Slot<unknown> = { failures: 0, loading: false };

/** Whether it waits for the next try after a failure. */
const waits = ({ failures, loading }: Slot<unknown>): boolean => failures > 0 && !loading;

/** The slots of the screens that were opened last. */
function keptSlots(store: StoreApi<ScreenData>) {
  return {
    slotAt: (key: string): Slot<unknown> => store.getState().slots[key] ?? EMPTY,
    put: (key: string, slot: Slot<unknown>): void => {
      const { [key]: _, ...others } = store.getState().slots;
      const kept = Object.entries(others).slice(-KEPT);
      store.setState({ slots: { ...Object.fromEntries(kept), [key]: slot } });
    },
  };
}

/** What is known after a read that brought no data, and in how many milliseconds the next one follows. */
function afterFailure(before: Slot<unknown>, error: Failure, clock: Clock) {
  // What it was before is gone with it.
  if (isMissing({ error }))
    return {
      slot: { error, failures: 0, loading: false, at: clock.now(), everyMs: RETURN_MS },
      wait: RETURN_MS,
    };
  const failures = before.failures + 1;
  const wait = backoffMs(failures, FIRST_RETRY_MS, clock.random());
  return { slot: { ...before, error, failures, loading: false, nextAt: clock.now() + wait }, wait };
}

/** Keeps the screen in force fresh, and no other: what nobody looks at is not asked for. */
export function createScreenFeed({ clock, view, sourceOf }: ScreenFeedOptions): ScreenFeed {
  const store = createStore<ScreenData>(() => ({ slots: {} }));
  let shown: { readonly key: string; readonly source: ScreenSource } | undefined;
  let abort: AbortController | undefined;
  let timer: Disposable | undefined;

  const { slotAt, put } = keptSlots(store);
  const stop = (): void => {
    timer?.[Symbol.dispose]();
    abort?.abort();
    abort = undefined;
  };
  const plan = (everyMs: number): void => {
    timer?.[Symbol.dispose]();
    timer = clock.after(everyMs, () => {
      if (view.getState().paused) plan(everyMs);
      else void read();
    });
  };

  async function read(): Promise<void> {
    if (!shown) return;
    stop();
    const { key, source } = shown;
    const mine = new AbortController();
    abort = mine;
    const startedAt = clock.elapsed();
    put(key, { ...slotAt(key), loading: true });
    try {
      const data = await source.fetch(mine.signal);
      if (mine.signal.aborted) return;
      const at = clock.now();
      const everyMs = Math.max(source.everyMs, SLOW_FACTOR * (clock.elapsed() - startedAt));
      put(key, { data: reuse(slotAt(key).data, data), at, everyMs, failures: 0, loading: false });
      plan(everyMs);
    } catch (thrown) {
      if (mine.signal.aborted) return;
      const { slot, wait } = afterFailure(slotAt(key), failureOf(thrown), clock);
      put(key, slot);
      plan(wait);
    }
  }

  const follow = (): void => {
    const screen = topScreen(view.getState());
    const key = screen && screenKey(screen);
    if (key === shown?.key) return;
    stop();
    const source = screen && sourceOf(screen);
    shown = key !== undefined && source ? { key, source } : undefined;
    void read();
  };
  const unsubscribe = view.subscribe(follow);

  return {
    store,
    slot: (screen) => slotAt(screenKey(screen)),
    refresh: () => read(),
    hasten() {
      if (shown && !view.getState().paused && waits(slotAt(shown.key))) void read();
    },
    [Symbol.dispose]() {
      unsubscribe();
      stop();
    },
  };
}
