import type { Shown } from '../../store/cockpit.ts';
import type { PaneId } from '../../store/session/panes.ts';
import { topScreen, updateScreen } from '../../store/session/screenView.ts';
import { freshList, updateList } from '../../store/session/view.ts';
import type { ListState } from '../../store/session/viewState.ts';

/** Access to the view state of a list (cursor, filter, order) and to where it is shown. */
export interface ListHandle {
  readonly get: (cockpit: Shown) => ListState;
  readonly change: (cockpit: Shown, change: Partial<ListState>) => void;
  /** Number of rows in sight, as last laid out. */
  readonly pageRows: (cockpit: Shown) => number;
  /** True if the list is shown among other panes, where it is glanced at rather than worked in. */
  readonly inDeck: (cockpit: Shown) => boolean;
  /** True if a jump opened the list and set its filter, so that Esc goes back. */
  readonly isVisit: (cockpit: Shown) => boolean;
}

/** The list of a pane of the deck. */
export const paneList = (pane: PaneId): ListHandle => ({
  get: (cockpit) => cockpit.view.getState().lists[pane],
  change: (cockpit, change) => updateList(cockpit.view, pane, change),
  pageRows: (cockpit) => cockpit.view.getState().pageRows[pane],
  inDeck: (cockpit) => !cockpit.view.getState().zoomed,
  isVisit: (cockpit) => cockpit.view.getState().visits.at(-1)?.pane === pane,
});

/** The list of the top screen. */
export const screenList: ListHandle = {
  get: (cockpit) => topScreen(cockpit.view.getState())?.list ?? freshList,
  change: (cockpit, change) =>
    updateScreen(cockpit.view, (screen) => ({ ...screen, list: { ...screen.list, ...change } })),
  pageRows: (cockpit) => topScreen(cockpit.view.getState())?.pageRows ?? 1,
  inDeck: () => false,
  isVisit: (cockpit) => screenList.get(cockpit).visit,
};
