import type { Shown } from '../../store/cockpit.ts';
import type { PaneId } from '../../store/session/panes.ts';
import { topScreen, updateScreen } from '../../store/session/screenView.ts';
import { freshList, updateList } from '../../store/session/view.ts';
import type { ListState } from '../../store/session/viewState.ts';

/** Where the look at a list is kept: cursor, filter, order. */
export interface ListPlace {
  readonly get: (cockpit: Shown) => ListState;
  readonly change: (cockpit: Shown, change: Partial<ListState>) => void;
  /** Rows in sight, as last laid out. */
  readonly pageRows: (cockpit: Shown) => number;
  /** Stands among other panes, where it is glanced at and not worked in. */
  readonly inDeck: (cockpit: Shown) => boolean;
  /** Opened by a jump that set its filter: Esc goes back. */
  readonly isVisit: (cockpit: Shown) => boolean;
}

/** With a pane of the deck. */
export const paneList = (pane: PaneId): ListPlace => ({
  get: (cockpit) => cockpit.view.getState().lists[pane],
  change: (cockpit, change) => updateList(cockpit.view, pane, change),
  pageRows: (cockpit) => cockpit.view.getState().pageRows[pane],
  inDeck: (cockpit) => !cockpit.view.getState().zoomed,
  isVisit: (cockpit) => cockpit.view.getState().visits.at(-1)?.pane === pane,
});

/** With the screen in force. */
export const screenList: ListPlace = {
  get: (cockpit) => topScreen(cockpit.view.getState())?.list ?? freshList,
  change: (cockpit, change) =>
    updateScreen(cockpit.view, (screen) => ({ ...screen, list: { ...screen.list, ...change } })),
  pageRows: (cockpit) => topScreen(cockpit.view.getState())?.pageRows ?? 1,
  inDeck: () => false,
  isVisit: (cockpit) => screenList.get(cockpit).visit,
};
