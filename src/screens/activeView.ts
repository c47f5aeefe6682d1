import type { Binding } from '../keys/binding.ts';
import type { Action } from '../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import { PANE_FACTS } from '../store/session/panes.ts';
import { topScreen } from '../store/session/screenView.ts';
import type { Favourite } from '../store/session/viewState.ts';
import type { ListedRows } from './list/rows.ts';
import type { TableText } from './list/tableText.ts';
import { panes } from './panes.ts';
import { screenOf } from './screens.ts';
import type { View } from './view.ts';

/** The screen or pane that the keys act on. */
export interface ActiveView {
  readonly title: string;
  /** True if it can describe the row under the cursor. */
  readonly describes: boolean;
  /** The reasons why its rows cannot be filtered by a text, or to problems only; undefined where they can. */
  readonly unfiltered: { readonly text?: string | undefined; readonly problems?: string | undefined };
  readonly bindings: (cockpit: Cockpit) => readonly Binding[];
  /** Actions on the row under the cursor. */
  readonly actions: (cockpit: Cockpit) => readonly Action[];
  /** Its list; undefined if it has no rows to follow. */
  readonly list: () => ListedRows | undefined;
  /** Its rows as text; undefined if it has none. */
  readonly table: () => TableText | undefined;
  /** The row under the cursor as a favourite. */
  readonly favourite: () => Favourite | undefined;
  /** The journal's names for the row under the cursor. */
  readonly subjects: () => Iterable<string>;
}

/** A view, bound to the cockpit and to the place that it was opened at. */
const bindView = <At>(cockpit: Known & Shown, view: View<At>, at: At) => ({
  describes: view.describe !== undefined,
  bindings: (cockpitNow: Cockpit) => view.bindings(cockpitNow, at),
  actions: (cockpitNow: Cockpit) => view.actions?.(cockpitNow, at) ?? [],
  list: () => view.list?.(cockpit, at),
  table: () => view.table?.(cockpit, at),
  favourite: () => view.favourite?.(cockpit, at),
  subjects: () => view.subjects?.(cockpit, at) ?? [],
});

/** The view that the keys act on: the top screen, or else the focused pane of the deck. */
export function activeView(cockpit: Known & Shown): ActiveView {
  const state = cockpit.view.getState();
  const screen = topScreen(state);
  if (screen) {
    const view = screenOf(screen);
    const { title, unfiltered } = view;
    return {
      ...bindView(cockpit, view, screen),
      title,
      unfiltered: { text: unfiltered, problems: unfiltered },
    };
  }
  const { title, unfiltered = {} } = PANE_FACTS[state.focus];
  return { ...bindView(cockpit, panes[state.focus], undefined), title, unfiltered };
}
