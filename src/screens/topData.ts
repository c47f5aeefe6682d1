import type { Known, Shown } from '../store/cockpit.ts';
import { topScreen } from '../store/session/screenView.ts';

/** The data that the top screen derives from its resources; undefined before they are read, and on the deck. */
export function topData({ screens, view }: Known & Shown): unknown {
  const screen = topScreen(view.getState());
  return screen && screens.slot(screen).data;
}
