import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { isTheme, type ThemeName } from '../../lib/themes.ts';
import { paneHome, paneOfHome, screenHome, screenOfHome } from './favourites.ts';
import { PANES, type PaneId } from './panes.ts';
import { allScreens, PAGE } from './screenView.ts';
import { freshList } from './view.ts';
import type { Favourite, ListState, ViewState, ViewStore, Scope, ScreenView } from './viewState.ts';

/** The part of a list's state that is kept from one session to the next. */
type KeptList = Pick<ListState, 'filter' | 'sort' | 'hidden' | 'preview'>;

/**
 * The part that is kept for a pane of the deck: without the filter, which would hide problems from the next operator.
 */
type KeptPane = Omit<KeptList, 'filter'>;

interface Kept {
  /** By pane, by screen, and, for filters, by screen and scope. */
  readonly lists: Readonly<Record<string, Partial<KeptList>>>;
  readonly focus?: PaneId;
  readonly zoomed: boolean;
  readonly screens: readonly { readonly screen: string; readonly scope: Scope }[];
  readonly favourites: readonly Favourite[];
  readonly theme?: ThemeName;
}

const EMPTY: Kept = { lists: {}, zoomed: false, screens: [], favourites: [] };
/** The number of lists that are kept; the least recently used ones are dropped. */
const MAX_LISTS = 300;
/** The minimum time between two writes of the file, in milliseconds. */
const WRITE_MS = 1000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

function readList(value: unknown): Partial<KeptList> {
  if (!isRecord(value)) return {};
  const { filter, sort, hidden, preview } = value;
  return {
    ...(isText(filter) && { filter }),
    ...(isRecord(sort) &&
      isText(sort['column']) && {
        sort: { column: sort['column'], descending: sort['descending'] === true },
      }),
    ...(Array.isArray(hidden) && { hidden: hidden.filter(isText) }),
    ...(typeof preview === 'boolean' && { preview }),
  };
}

const isScope = (value: unknown): value is Scope => isRecord(value) && Object.values(value).every(isText);

/** The favourites whose pane or screen still exists. */
function readFavourites(value: unknown, isScreen: (id: string) => boolean): readonly Favourite[] {
  const isHome = (home: string) => {
    const screen = screenOfHome(home);
    return paneOfHome(home) !== undefined || (screen !== undefined && isScreen(screen));
  };
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { home, scope, row, name } = one;
    return isText(home) && isHome(home) && isScope(scope) && isText(row) && isText(name)
      ? [{ home, scope, row, name }]
      : [];
  });
}

/** Reads the valid parts of the file and ignores the rest. @throws SyntaxError, TypeError if it is not such a file */
function readKept(source: string, isScreen: (id: string) => boolean): Kept {
  const parsed: unknown = JSON.parse(source);
  if (!isRecord(parsed) || !isRecord(parsed['lists'])) throw new TypeError('it holds no views');
  const { lists, focus, zoomed, screens, favourites, theme } = parsed;
  const pane = PANES.find((id) => id === focus);
  const known = (Array.isArray(screens) ? screens : []).flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { screen, scope } = one;
    return isText(screen) && isScreen(screen) && isScope(scope) ? [{ screen, scope }] : [];
  });
  return {
    lists: Object.fromEntries(Object.entries(lists).map(([key, value]) => [key, readList(value)])),
    ...(pane && { focus: pane }),
    zoomed: zoomed === true,
    screens: known,
    favourites: readFavourites(favourites, isScreen),
    ...(isText(theme) && isTheme(theme) && { theme }),
  };
}

const scopeKey = ({ screen, scope }: Pick<ScreenView, 'screen' | 'scope'>) =>
  `${screenHome(screen)} ${JSON.stringify(scope)}`;

const keptPane = ({ sort, hidden, preview }: Partial<KeptList>): Partial<KeptPane> => ({
  ...(sort && { sort }),
  ...(hidden && { hidden }),
  ...(preview !== undefined && { preview }),
});

/** Updates the persisted state from the current view state. */
function collect(before: Kept, state: ViewState): Kept {
  const lists: Record<string, Partial<KeptList>> = { ...before.lists };
  const put = (key: string, { filter, sort, hidden, preview }: Partial<KeptList>) => {
    const kept = {
      ...(filter !== undefined && filter !== '' && { filter }),
      ...(sort && { sort }),
      ...(hidden && hidden.length > 0 && { hidden }),
      ...(preview !== undefined && { preview }),
    };
    delete lists[key];
    if (Object.keys(kept).length > 0) lists[key] = kept;
  };
  for (const pane of PANES) put(paneHome(pane), keptPane(state.lists[pane]));
  const screens = allScreens(state);
  for (const { screen, scope, list } of screens) {
    put(screenHome(screen), {
      sort: list.sort,
      hidden: list.hidden,
      ...(list.preview !== undefined && { preview: list.preview }),
    });
    if (!list.visit) put(scopeKey({ screen, scope }), { filter: list.filter });
  }
  return {
    lists: Object.fromEntries(Object.entries(lists).slice(-MAX_LISTS)),
    focus: state.focus,
    zoomed: state.zoomed,
    screens: screens.map(({ screen, scope }) => ({ screen, scope })),
    favourites: state.favourites,
    ...(state.theme && { theme: state.theme }),
  };
}

/** The persisted state of a screen's list. */
const listOf = (kept: Kept, screen: Pick<ScreenView, 'screen' | 'scope'>): ListState => ({
  ...freshList,
  ...kept.lists[screenHome(screen.screen)],
  ...kept.lists[scopeKey(screen)],
});

/**
 * Restores the view state of the last session. The last view itself is only entered and left again, so that it is in
 * the history; an operator who is called at night sees the deck first (docs/decisions/0005-the-deck-comes-first.md).
 */
function restore(view: ViewStore, kept: Kept): void {
  const { focus, zoomed, overlays } = view.getState();
  view.setState((state) => ({
    focus: kept.focus ?? state.focus,
    zoomed: kept.zoomed,
    favourites: kept.favourites,
    theme: kept.theme,
    lists: Object.fromEntries(
      PANES.map((pane) => [pane, { ...state.lists[pane], ...keptPane(kept.lists[paneHome(pane)] ?? {}) }]),
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

function load({ path, isScreen, onProblem }: PersistenceOptions): Kept {
  try {
    return readKept(readFileSync(path, 'utf8'), isScreen);
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
  const { view, clock, path, onProblem } = options;
  let kept = load(options);
  let written = JSON.stringify(kept);
  let timer: Disposable | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isReported = false;
  if (kept !== EMPTY) restore(view, kept);

  async function write(): Promise<void> {
    const text = JSON.stringify(kept);
    if (text === written) return;
    written = text;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Replace the file atomically, so that a concurrent reader sees either the old or the new one completely.
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      if (!isReported) onProblem(`The views could not be saved: ${String(error)}`);
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
