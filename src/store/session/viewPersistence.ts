import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { paneHome, paneOfHome, screenHome, screenOfHome } from './favourites.ts';
import { PANES, type PaneId } from './panes.ts';
import { PAGE } from './screenView.ts';
import { freshList } from './view.ts';
import type { Favourite, ListState, ViewState, ViewStore, Scope, ScreenView } from './viewState.ts';

/** The part of the look at a list that is kept from one session to the next. */
type KeptList = Pick<ListState, 'filter' | 'sort' | 'hidden' | 'preview'>;

/** The part of it that is kept of a pane of the deck: no filter, which would hide problems from whoever opens it next. */
type KeptPane = Omit<KeptList, 'filter'>;

interface Kept {
  /** By pane, by screen, and, for filters, by screen with what it is about. */
  readonly lists: Readonly<Record<string, Partial<KeptList>>>;
  readonly focus?: PaneId;
  readonly zoomed: boolean;
  readonly screens: readonly { readonly screen: string; readonly scope: Scope }[];
  readonly favourites: readonly Favourite[];
}

const EMPTY: Kept = { lists: {}, zoomed: false, screens: [], favourites: [] };
/** The lists that were looked at longest ago are forgotten. */
const MOST_LISTS = 300;
/** The file is written at most this often, in milliseconds. */
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

/** The favourites whose lists there are still. */
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

/** Takes from the file what makes sense; the rest is left out. @throws SyntaxError, TypeError for what is no such file */
function readKept(source: string, isScreen: (id: string) => boolean): Kept {
  const parsed: unknown = JSON.parse(source);
  if (!isRecord(parsed) || !isRecord(parsed['lists'])) throw new TypeError('it holds no views');
  const { lists, focus, zoomed, screens, favourites } = parsed;
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
  };
}

const scopeKey = ({ screen, scope }: Pick<ScreenView, 'screen' | 'scope'>) =>
  `${screenHome(screen)} ${JSON.stringify(scope)}`;
const screensOf = ({ overlays }: Pick<ViewState, 'overlays'>) =>
  overlays.filter((overlay): overlay is ScreenView => overlay.kind === 'screen');

const keptPane = ({ sort, hidden, preview }: Partial<KeptList>): Partial<KeptPane> => ({
  ...(sort && { sort }),
  ...(hidden && { hidden }),
  ...(preview !== undefined && { preview }),
});

/** The part of the present look that is kept, over what was kept before. */
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
  const screens = screensOf(state);
  for (const { screen, scope, list } of screens) {
    put(screenHome(screen), {
      sort: list.sort,
      hidden: list.hidden,
      ...(list.preview !== undefined && { preview: list.preview }),
    });
    if (!list.visit) put(scopeKey({ screen, scope }), { filter: list.filter });
  }
  return {
    lists: Object.fromEntries(Object.entries(lists).slice(-MOST_LISTS)),
    focus: state.focus,
    zoomed: state.zoomed,
    screens: screens.map(({ screen, scope }) => ({ screen, scope })),
    favourites: state.favourites,
  };
}

/** The last look at a screen's list. */
const listOf = (kept: Kept, screen: Pick<ScreenView, 'screen' | 'scope'>): ListState => ({
  ...freshList,
  ...kept.lists[screenHome(screen.screen)],
  ...kept.lists[scopeKey(screen)],
});

/**
 * Puts back how things were looked at when the program ended. The last view itself is only passed through, so that the
 * history leads to it: whoever is called at night sees the deck first (docs/decisions/0005-the-deck-comes-first.md).
 */
function restore(view: ViewStore, kept: Kept): void {
  const { focus, zoomed, overlays } = view.getState();
  view.setState((state) => ({
    focus: kept.focus ?? state.focus,
    zoomed: kept.zoomed,
    favourites: kept.favourites,
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

export interface MemoryOptions {
  readonly view: ViewStore;
  readonly clock: Clock;
  /** The file of the cluster that is looked at. */
  readonly path: string;
  readonly isScreen: (id: string) => boolean;
  /** Takes a message on what is wrong with the file. */
  readonly onProblem: (message: string) => void;
}

function load({ path, isScreen, onProblem }: MemoryOptions): Kept {
  try {
    return readKept(readFileSync(path, 'utf8'), isScreen);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') onProblem(`The views kept in ${path} are not used: ${message}`);
    return EMPTY;
  }
}

/**
 * Keeps columns, order and preview of each list, the filters that were typed on screens, and the last screen, in a file,
 * and puts them back; a filter of the deck or of a visit is not kept (docs/decisions/0010-what-a-filter-hides.md). A file
 * that cannot be read is left out, and one that cannot be written is told of once. Disposing writes what is left.
 */
export function persistViews(options: MemoryOptions): AsyncDisposable {
  const { view, clock, path, onProblem } = options;
  let kept = load(options);
  let written = JSON.stringify(kept);
  let timer: Disposable | undefined;
  let writing: Promise<void> = Promise.resolve();
  let told = false;
  if (kept !== EMPTY) restore(view, kept);

  async function write(): Promise<void> {
    const text = JSON.stringify(kept);
    if (text === written) return;
    written = text;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Whoever reads it meanwhile sees the old file or the new one, whole.
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      if (!told) onProblem(`The views could not be kept: ${String(error)}`);
      told = true;
    }
  }
  const plan = () => {
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
      state.favourites === before.favourites
    )
      return;
    const fresh = screensOf(state).some(({ list }) => list === freshList);
    if (fresh) {
      // A screen that was just opened is looked at as it was the last time.
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
    plan();
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
