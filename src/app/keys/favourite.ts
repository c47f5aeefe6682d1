import type { Binding } from '../../keys/binding.ts';
import { activeView } from '../../screens/activeView.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { toggleFavourite } from '../../store/session/favourites.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';

/** The key that stars or unstars the selected row as a favourite. */
export function favouriteBinding(cockpit: Cockpit): Binding {
  const favourite = () => activeView(cockpit).favourite();
  return {
    keys: ['*'],
    label: 'favourite',
    help: 'Add what is under the cursor to the favourites, or remove it; :favourites lists them',
    disabled: () => (favourite() ? undefined : 'nothing under the cursor can be a favourite'),
    run() {
      const found = favourite();
      if (found === undefined) return;
      const isNow = toggleFavourite(cockpit.view, found);
      say(
        cockpit.view,
        'info',
        isNow ? `${found.name} is a favourite: see :favourites.` : `${found.name} is no longer a favourite.`,
      );
      // The screen may be the list of favourites.
      if (topScreen(cockpit.view.getState())) void cockpit.screens.refresh();
    },
  };
}
