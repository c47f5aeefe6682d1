import type { Cache } from './cache/cache.ts';
import { combined, type Combined, type Sources } from './cache/combined.ts';
import type { Slot } from './cache/slot.ts';
import { USUAL_MS } from './cache/table.ts';
import { screenKey, topScreen } from './session/screenView.ts';
import type { ViewStore, ScreenView } from './session/viewState.ts';

/** The data of the screens outside the deck; the resources of the topmost screen are kept fresh. */
export interface ScreenData extends Disposable {
  /** The combined slot of a screen's resources. */
  slot(screen: ScreenView): Slot<unknown>;
  /** The most recently opened screens, of which the data is kept. */
  visited(): readonly ScreenView[];
  /** Reads the resources of the topmost screen immediately. */
  refresh(): Promise<void>;
}

/** The number of screens whose derived data is kept. */
const KEPT = 30;

export interface ScreenDataOptions {
  readonly cache: Cache;
  readonly view: ViewStore;
  readonly sourcesOf: (screen: ScreenView) => Sources;
}

/**
 * Watches the resources of the topmost screen, and only those. When a screen is opened, resources older than the usual
 * interval, and those that need no request, are read immediately.
 */
export function createScreenData({ cache, view, sourcesOf }: ScreenDataOptions): ScreenData {
  const known = new Map<string, { readonly screen: ScreenView; readonly data: Combined }>();
  let shown: { readonly key: string; readonly watches: readonly Disposable[] } | undefined;

  const combinedOf = (screen: ScreenView): Combined => {
    const key = screenKey(screen);
    const found = known.get(key) ?? { screen, data: combined(sourcesOf(screen)) };
    known.delete(key);
    known.set(key, found);
    if (known.size > KEPT) known.delete(known.keys().next().value!);
    return found.data;
  };
  const leave = (): void => {
    for (const watch of shown?.watches ?? []) watch[Symbol.dispose]();
  };
  const follow = (): void => {
    const screen = topScreen(view.getState());
    const key = screen && screenKey(screen);
    if (key === shown?.key) return;
    const reads = screen ? Object.values(sourcesOf(screen).reads) : [];
    // Watch these before releasing those of the previous screen, so that reads of shared resources continue.
    const watches = reads.map((one) => cache.watch(one));
    for (const one of reads) {
      const isFree = one.operations.length === 0;
      if (!cache.isReading(one) && (isFree || cache.isOlder(one, USUAL_MS))) void cache.refresh(one);
    }
    leave();
    shown = key === undefined ? undefined : { key, watches };
  };
  const unsubscribe = view.subscribe(follow);

  return {
    slot: (screen) => combinedOf(screen).slot(cache),
    visited: () => Array.from(known.values(), ({ screen }) => screen),
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
