import type { Cockpit } from '../store/cockpit.ts';
import { freshList, type ListView, type PaneId, updateList } from '../store/view.ts';
import { topScreen, updateScreen } from '../store/screenView.ts';

/** Where the look at a list is kept: cursor, filter, order. */
export interface ListPlace {
  readonly get: (cockpit: Cockpit) => ListView;
  readonly change: (cockpit: Cockpit, change: Partial<ListView>) => void;
  /** Rows in sight, as last laid out. */
  readonly pageRows: (cockpit: Cockpit) => number;
}

/** With a pane of the deck. */
export const paneList = (pane: PaneId): ListPlace => ({
  get: (cockpit) => cockpit.view.getState().lists[pane],
  change: (cockpit, change) => updateList(cockpit.view, pane, change),
  pageRows: (cockpit) => cockpit.view.getState().pageRows[pane],
});

/** With the screen in force. */
export const screenList: ListPlace = {
  get: (cockpit) => topScreen(cockpit.view.getState())?.list ?? freshList,
  change: (cockpit, change) =>
    updateScreen(cockpit.view, (screen) => ({ ...screen, list: { ...screen.list, ...change } })),
  pageRows: (cockpit) => topScreen(cockpit.view.getState())?.pageRows ?? 1,
};
