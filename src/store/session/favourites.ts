import type { Level } from '../facts/level.ts';
import { type PaneId, PANES } from './panes.ts';
import type { Favourite, ViewStore } from './viewState.ts';

/** A thing as it is now. */
export interface ThingNow {
  /** Its name, where it is there. */
  readonly name?: string;
  readonly level: Level;
  /** Its state in words, or that it exists no more. */
  readonly text: string;
}

/** A favourite as it is now. */
export interface FavouriteNow extends ThingNow {
  readonly name: string;
  readonly favourite: Favourite;
  /** The list that it stands in: its title and what that is about. */
  readonly where: string;
}

const SCREEN = 'screen ';

/** The name of a pane, as what is kept of the view says it. */
export const paneHome = (pane: PaneId): string => `pane ${pane}`;
/** The name of a screen there. */
export const screenHome = (screen: string): string => `${SCREEN}${screen}`;

/** The pane of such a name; nothing of any other. */
export const paneOfHome = (home: string): PaneId | undefined => PANES.find((pane) => paneHome(pane) === home);
/** The screen of such a name; nothing of any other. */
export const screenOfHome = (home: string): string | undefined =>
  home.startsWith(SCREEN) ? home.slice(SCREEN.length) : undefined;

/** The name of a thing among the favourites. */
export const favouriteKey = ({ home, scope, row }: Omit<Favourite, 'name'>): string =>
  JSON.stringify([home, Object.entries(scope).toSorted(([a], [b]) => (a < b ? -1 : 1)), row]);

/** So many are at hand; more are lost again. */
const MOST = 200;

/** Makes a thing a favourite, or none again; answers whether it is one now. */
export function toggleFavourite(view: ViewStore, thing: Favourite): boolean {
  const key = favouriteKey(thing);
  const { favourites } = view.getState();
  const others = favourites.filter((one) => favouriteKey(one) !== key);
  const isNew = others.length === favourites.length;
  view.setState({ favourites: isNew ? [...others, thing].slice(-MOST) : others });
  return isNew;
}
