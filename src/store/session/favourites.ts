import type { Description } from '../action/action.ts';
import type { Level } from '../answers/level.ts';
import { type PaneId, PANES } from './panes.ts';
import { scopeEntries } from './screenView.ts';
import type { Favourite, ViewStore } from './viewState.ts';

/** The current state of an object of the cluster. */
export interface FavouriteState {
  /** The current name, if the object exists. */
  readonly name?: string;
  readonly level: Level;
  /** The state in words, or a note that the object does not exist any more. */
  readonly text: string;
  /** Its page, if the object exists. */
  readonly describe?: () => Description;
}

/** A favourite with its current state. */
export interface FavouriteNow extends FavouriteState {
  readonly name: string;
  readonly favourite: Favourite;
  /** The list that contains it: its title and its scope. */
  readonly where: string;
}

const SCREEN = 'screen ';

/** The name of a pane in the persisted view state. */
export const paneHome = (pane: PaneId): string => `pane ${pane}`;
/** The name of a screen in the persisted view state. */
export const screenHome = (screen: string): string => `${SCREEN}${screen}`;

/** The pane with such a name; undefined if there is none. */
export const paneOfHome = (home: string): PaneId | undefined => PANES.find((pane) => paneHome(pane) === home);
/** The screen with such a name; undefined for the name of a pane. */
export const screenOfHome = (home: string): string | undefined =>
  home.startsWith(SCREEN) ? home.slice(SCREEN.length) : undefined;

/** A string that identifies a favourite. */
export const favouriteKey = ({ home, scope, row }: Omit<Favourite, 'name'>): string =>
  JSON.stringify([home, scopeEntries(scope), row]);

/** The maximum number of favourites; adding more drops the oldest. */
const MAX_FAVOURITES = 200;

/** Adds or removes a favourite; returns true if it was added. */
export function toggleFavourite(view: ViewStore, favourite: Favourite): boolean {
  const key = favouriteKey(favourite);
  const { favourites } = view.getState();
  const others = favourites.filter((one) => favouriteKey(one) !== key);
  const isNew = others.length === favourites.length;
  view.setState({ favourites: isNew ? [...others, favourite].slice(-MAX_FAVOURITES) : others });
  return isNew;
}
