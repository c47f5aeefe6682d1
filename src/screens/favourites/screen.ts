import { localAnswer } from '../../store/answers/rowAnswers.ts';
import { favouriteKey, type FavouriteNow } from '../../store/session/favourites.ts';
import { levelRole } from '../levels.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import type { Screen } from '../screen.ts';

const list: Screen = listScreen<FavouriteNow>()({
  id: 'favourites',
  names: ['favourites', 'favorites', 'fav'],
  group: 'This console',
  title: 'Favourites',
  help: 'Everything marked as a favourite with *, in its current state; Enter goes to one',
  local: (cockpit) => cockpit.favourites.now(),
  rowId: ({ favourite }) => favouriteKey(favourite),
  answers: localAnswer,
  level: ({ level }) => level,
  favourite: ({ favourite }) => favourite,
  columns: [
    signColumn(({ level }) => level),
    textColumn({ id: 'name', title: 'NAME', flex: 1, min: 10, max: 32, priority: 0, name: true }),
    textColumn(
      { id: 'where', title: 'WHERE', flex: 1, min: 10, max: 32, priority: 2 },
      ({ where }) => where,
      () => 'dim',
    ),
    textColumn(
      { id: 'state', title: 'STATE', flex: 3, min: 20, priority: 1 },
      ({ text }) => text,
      ({ level }) => (level === 'ok' ? 'text' : levelRole(level)),
    ),
  ],
  describe: (_cockpit, { describe }) => {
    if (describe === undefined) return undefined;
    // The key to related things works in its own list only.
    const { related: _related, ...page } = describe();
    return page;
  },
  empty: 'There are no favourites: press * on a row of any list to add it.',
  bindings: (cockpit, _scope, row) => [
    {
      keys: ['enter'],
      label: 'go there',
      help: 'Show its list with the cursor on it',
      footer: 4,
      disabled: () => noRow(row),
      run: () => cockpit.openFavourite(row!.favourite),
    },
  ],
});

/** The favourites; while the screen is shown it polls the resources of their lists. */
export const favouriteScreens: readonly Screen[] = [
  {
    ...list,
    reads: (screen, cockpit) => ({ ...list.reads?.(screen, cockpit), ...cockpit.favourites.reads() }),
  },
];
