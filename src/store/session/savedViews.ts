import { isTheme, type ThemeName } from '../../lib/themes.ts';
import { favouriteKey, paneHome, paneOfHome, screenHome, screenOfHome } from './favourites.ts';
import { PANES, type PaneId } from './panes.ts';
import { allScreens } from './screenView.ts';
import type { Favourite, ListState, ViewState, Scope, ScreenView } from './viewState.ts';

/** The part of a list's state that is kept from one session to the next. */
type SavedList = Pick<ListState, 'filter' | 'sort' | 'hidden' | 'preview'>;

/**
 * The part that is kept for a pane of the deck: without the filter, which would hide problems from the next operator.
 */
type SavedPane = Omit<SavedList, 'filter'>;

/** The part of the views that is kept from one session to the next. */
export interface SavedViews {
  /** By pane, by screen, and, for filters, by screen and scope. */
  readonly lists: Readonly<Record<string, Partial<SavedList>>>;
  readonly focus?: PaneId;
  readonly zoomed: boolean;
  readonly screens: readonly { readonly screen: string; readonly scope: Scope }[];
  readonly favourites: readonly Favourite[];
  readonly theme?: ThemeName;
}

export const EMPTY: SavedViews = { lists: {}, zoomed: false, screens: [], favourites: [] };
/** The number of lists that are kept; the least recently used ones are dropped. */
const MAX_LISTS = 300;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

function readList(value: unknown): Partial<SavedList> {
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
export function readSaved(source: string, isScreen: (id: string) => boolean): SavedViews {
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

export const scopeKey = ({ screen, scope }: Pick<ScreenView, 'screen' | 'scope'>) =>
  `${screenHome(screen)} ${JSON.stringify(scope)}`;

export const savedPane = ({ sort, hidden, preview }: Partial<SavedList>): Partial<SavedPane> => ({
  ...(sort && { sort }),
  ...(hidden && { hidden }),
  ...(preview !== undefined && { preview }),
});

/** Updates the persisted state from the current view state. */
export function collect(before: SavedViews, state: ViewState): SavedViews {
  const lists: Record<string, Partial<SavedList>> = { ...before.lists };
  const put = (key: string, { filter, sort, hidden, preview }: Partial<SavedList>) => {
    const kept = {
      ...(filter !== undefined && filter !== '' && { filter }),
      ...(sort && { sort }),
      ...(hidden && hidden.length > 0 && { hidden }),
      ...(preview !== undefined && { preview }),
    };
    delete lists[key];
    if (Object.keys(kept).length > 0) lists[key] = kept;
  };
  for (const pane of PANES) put(paneHome(pane), savedPane(state.lists[pane]));
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

/** The entries of another session's record with what this one added, changed and removed since `before`. */
function mergeEntries<T>(
  before: Readonly<Record<string, T>>,
  own: Readonly<Record<string, T>>,
  theirs: Readonly<Record<string, T>>,
): Record<string, T> {
  const isChanged = (key: string) => JSON.stringify(own[key]) !== JSON.stringify(before[key]);
  return {
    ...Object.fromEntries(Object.entries(theirs).filter(([key]) => key in own || !isChanged(key))),
    ...Object.fromEntries(Object.entries(own).filter(([key]) => isChanged(key))),
  };
}

const byKey = (favourites: readonly Favourite[]) =>
  Object.fromEntries(favourites.map((one) => [favouriteKey(one), one]));

/**
 * The state to keep after another session of the same user has written `theirs`: lists and favourites have the changes of
 * both since `before`; all else is of this session, which writes last.
 */
export const merge = (before: SavedViews, own: SavedViews, theirs: SavedViews): SavedViews => ({
  ...own,
  lists: mergeEntries(before.lists, own.lists, theirs.lists),
  favourites: Object.values(
    mergeEntries(byKey(before.favourites), byKey(own.favourites), byKey(theirs.favourites)),
  ),
});
