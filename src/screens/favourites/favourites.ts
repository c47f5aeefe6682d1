import { optionally, type Reads } from '../../store/cache/resource.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import {
  type FavouriteNow,
  paneOfHome,
  screenOfHome,
  type FavouriteState,
} from '../../store/session/favourites.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { freshScreen } from '../../store/session/view.ts';
import type { Favourite, ScreenView } from '../../store/session/viewState.ts';
import { panes } from '../panes.ts';
import { openScreenRow, showRow } from '../screen.ts';
import { screenOf } from '../screens.ts';

const paneOf = ({ home }: Favourite) => paneOfHome(home);

/** The screen that lists a favourite, as it would be opened. */
const screenViewOf = ({ home, scope }: Favourite): ScreenView => freshScreen(screenOfHome(home) ?? '', scope);

/** The resources that are needed to show the state of all favourites. */
function readsOf(cockpit: Known & Shown): Reads {
  const all = cockpit.view.getState().favourites.flatMap((favourite) => {
    const pane = paneOf(favourite);
    if (pane) return panes[pane].reads;
    const screen = screenViewOf(favourite);
    return Object.values(screenOf(screen).reads?.(screen, cockpit) ?? {});
  });
  return Object.fromEntries(all.map((one) => [one.key, optionally(one)]));
}

const NOT_KNOWN: FavouriteState = { level: 'unknown', text: 'not known yet' };

function nowOf(cockpit: Known & Shown, favourite: Favourite): FavouriteNow {
  const pane = paneOf(favourite);
  if (pane) {
    const now = panes[pane].favouriteState?.(cockpit, undefined, favourite.row) ?? NOT_KNOWN;
    return { name: favourite.name, ...now, favourite, where: PANE_FACTS[pane].title };
  }
  const view = screenViewOf(favourite);
  const screen = screenOf(view);
  const now = screen.favouriteState?.(cockpit, view, favourite.row) ?? NOT_KNOWN;
  return {
    name: favourite.name,
    ...now,
    favourite,
    where: [screen.title, ...Object.values(favourite.scope)].join(' '),
  };
}

/** Opens the list of a favourite with the cursor on it. */
function openFavourite(cockpit: Shown & Acts, favourite: Favourite): void {
  const pane = paneOf(favourite);
  if (pane) showRow(cockpit, pane, favourite.row);
  else openScreenRow(cockpit, screenViewOf(favourite).screen, favourite.scope, favourite.row);
}

/** The current state of the favourites, the resources that it needs, and a function that opens one. */
export const createFavourites = (cockpit: () => Cockpit): Pick<Cockpit, 'favourites' | 'openFavourite'> => ({
  favourites: {
    reads: () => readsOf(cockpit()),
    now: () => {
      const known = cockpit();
      return known.view.getState().favourites.map((favourite) => nowOf(known, favourite));
    },
  },
  openFavourite: (favourite) => openFavourite(cockpit(), favourite),
});
