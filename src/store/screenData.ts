import type { Clock } from '../lib/clock.ts';
import type { Cache } from './cache/cache.ts';
import { combined, type Combined, type Sources } from './cache/combined.ts';
import type { Slot } from './cache/slot.ts';
import { USUAL_MS } from './cache/table.ts';
import { screenKey, topScreen } from './session/screenView.ts';
import type { ViewStore, ScreenView } from './session/viewState.ts';

/** The data of the screens that take the place of the deck; what the one on top reads is kept fresh. */
export interface ScreenData extends Disposable {
  /** All that is known of a screen. */
  slot(screen: ScreenView): Slot<unknown>;
  /** All that is known of the screens that were opened last, by `screenKey`. */
  visited(): Iterable<readonly [key: string, slot: Slot<unknown>]>;
  /** Reads what the screen on top shows now. */
  refresh(): Promise<void>;
}

/** Screens whose data is kept worked out. */
const KEPT = 30;

export interface ScreenDataOptions {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly view: ViewStore;
  readonly sourcesOf: (screen: ScreenView) => Sources;
}

/** Follows the screen in force: its reads are watched, and no others; what is older than usual, or costs no request, is read at once. */
export function createScreenData({ cache, clock, view, sourcesOf }: ScreenDataOptions): ScreenData {
  const known = new Map<string, Combined>();
  let shown: { readonly key: string; readonly watches: readonly Disposable[] } | undefined;

  const combinedOf = (screen: ScreenView): Combined => {
    const key = screenKey(screen);
    const found = known.get(key) ?? combined(sourcesOf(screen));
    known.set(key, found);
    if (known.size > KEPT) known.delete(known.keys().next().value!);
    return found;
  };
  const leave = (): void => {
    for (const watch of shown?.watches ?? []) watch[Symbol.dispose]();
  };
  const follow = (): void => {
    const screen = topScreen(view.getState());
    const key = screen && screenKey(screen);
    if (key === shown?.key) return;
    const reads = screen ? Object.values(sourcesOf(screen).reads) : [];
    // Watched before the last screen's are let go: what both read goes on.
    const watches = reads.map((one) => cache.watch(one));
    for (const one of reads) {
      const { at = Number.NEGATIVE_INFINITY, loading } = cache.slot(one);
      const isFree = one.operations.length === 0;
      if (!loading && (isFree || clock.now() - at > USUAL_MS)) void cache.refresh(one);
    }
    leave();
    shown = key === undefined ? undefined : { key, watches };
  };
  const unsubscribe = view.subscribe(follow);

  return {
    slot: (screen) => combinedOf(screen).slot(cache),
    *visited() {
      for (const [key, one] of known) yield [key, one.slot(cache)] as const;
    },
    async refresh() {
      const screen = topScreen(view.getState());
      if (screen) await Promise.all(Object.values(sourcesOf(screen).reads).map((one) => cache.refresh(one)));
    },
    [Symbol.dispose]() {
      unsubscribe();
      leave();
    },
  };
}
