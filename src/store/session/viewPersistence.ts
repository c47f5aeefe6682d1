import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { writeDurably } from '../../lib/durableFile.ts';
import { messageOf } from '../../lib/thrown.ts';
import { paneHome, screenHome } from './favourites.ts';
import { PANES, type PaneId } from './panes.ts';
import { collect, EMPTY, merge, readSaved, savedPane, type SavedViews, scopeKey } from './savedViews.ts';
import { allScreens, PAGE } from './screenView.ts';
import { freshList } from './view.ts';
import type { ListState, ViewStore, ScreenView } from './viewState.ts';

/** The minimum time between two writes of the file, in milliseconds. */
const WRITE_MS = 1000;

/** The persisted state of a screen's list. */
const listOf = (kept: SavedViews, screen: Pick<ScreenView, 'screen' | 'scope'>): ListState => ({
  ...freshList,
  ...kept.lists[screenHome(screen.screen)],
  ...kept.lists[scopeKey(screen)],
});

/**
 * Restores the view state of the last session. The last view itself is only entered and left again, so that it is in
 * the history; an operator who is called at night sees the deck first (docs/decisions/0005-the-deck-comes-first.md).
 */
function restore(view: ViewStore, kept: SavedViews): void {
  const { focus, zoomed, overlays } = view.getState();
  view.setState((state) => ({
    focus: kept.focus ?? state.focus,
    zoomed: kept.zoomed,
    favourites: kept.favourites,
    theme: kept.theme,
    lists: Object.fromEntries(
      PANES.map((pane) => [pane, { ...state.lists[pane], ...savedPane(kept.lists[paneHome(pane)] ?? {}) }]),
    ) as Record<PaneId, ListState>,
    overlays: kept.screens.map((one): ScreenView => ({
      kind: 'screen',
      ...one,
      list: listOf(kept, one),
      pageRows: 1,
      limit: PAGE,
    })),
  }));
  view.setState({ focus, zoomed, overlays });
}

export interface PersistenceOptions {
  readonly view: ViewStore;
  readonly clock: Clock;
  /** The file with the view state for the current cluster. */
  readonly path: string;
  readonly isScreen: (id: string) => boolean;
  /** Receives a message if the file cannot be read or written. */
  readonly onProblem: (message: string) => void;
}

function load({ path, isScreen, onProblem }: PersistenceOptions): SavedViews {
  try {
    return readSaved(readFileSync(path, 'utf8'), isScreen);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') onProblem(`The views saved in ${path} are not used: ${message}`);
    return EMPTY;
  }
}

/**
 * Persists the columns, sort order and preview of each list, the filters typed on screens, the favourites, the theme and the
 * last screen in a file, and restores them. Filters of the deck or of a visit are not persisted
 * (docs/decisions/0010-what-a-filter-hides.md). An unreadable file is ignored with a message, and a failure to write is
 * reported once. Disposing writes pending changes.
 */
export function persistViews(options: PersistenceOptions): AsyncDisposable {
  const { view, clock, path, isScreen, onProblem } = options;
  let kept = load(options);
  let written = kept;
  let timer: Disposable | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isReported = false;
  if (kept !== EMPTY) restore(view, kept);

  /** The content of the file now: another console of this user may have written it meanwhile. */
  function current(): SavedViews {
    try {
      return readSaved(readFileSync(path, 'utf8'), isScreen);
    } catch {
      return written;
    }
  }
  async function write(): Promise<void> {
    if (JSON.stringify(kept) === JSON.stringify(written)) return;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const merged = merge(written, kept, current());
      if (JSON.stringify(merged.favourites) !== JSON.stringify(kept.favourites))
        view.setState({ favourites: merged.favourites });
      kept = merged;
      await writeDurably(path, JSON.stringify(merged), { replace: true });
      written = merged;
    } catch (error) {
      if (!isReported) onProblem(`The views could not be saved: ${messageOf(error)}`);
      isReported = true;
    }
  }
  const scheduleWrite = () => {
    timer ??= clock.after(WRITE_MS, () => {
      timer = undefined;
      writing = writing.then(write);
    });
  };
  const unsubscribe = view.subscribe((state, before) => {
    if (
      state.lists === before.lists &&
      state.overlays === before.overlays &&
      state.focus === before.focus &&
      state.zoomed === before.zoomed &&
      state.favourites === before.favourites &&
      state.theme === before.theme
    )
      return;
    const isJustOpened = allScreens(state).some(({ list }) => list === freshList);
    if (isJustOpened) {
      // Restore the persisted state of a screen that was just opened.
      view.setState(({ overlays }) => ({
        overlays: overlays.map((overlay) =>
          overlay.kind === 'screen' && overlay.list === freshList
            ? { ...overlay, list: listOf(kept, overlay) }
            : overlay,
        ),
      }));
      return;
    }
    kept = collect(kept, state);
    scheduleWrite();
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      timer?.[Symbol.dispose]();
      await writing;
      await write();
    },
  };
}
