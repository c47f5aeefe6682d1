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

/** A screen or a pane as the keys act on it, whichever of both it is. */
export interface ViewInForce {
  readonly title: string;
  /** Tells whether it can say all that is known of the row under the cursor. */
  readonly describes: boolean;
  /** The reasons why its rows cannot be filtered by a text, or to the problems among them; none where they can. */
  readonly unfiltered: { readonly text?: string | undefined; readonly problems?: string | undefined };
  readonly bindings: (cockpit: Cockpit) => readonly Binding[];
  /** Actions on what the cursor is on. */
  readonly actions: (cockpit: Cockpit) => readonly Action[];
  /** Its list; none where it has no rows to follow. */
  readonly list: () => ListedRows | undefined;
  /** Its rows as text; none where it has none. */
  readonly table: () => TableText | undefined;
  /** The thing that the cursor is on, to be made a favourite. */
  readonly thing: () => Favourite | undefined;
  /** The names that the journal has for what the cursor is on. */
  readonly subjects: () => Iterable<string>;
}

/** A view, acting where it stands. */
const standing = <At>(cockpit: Known & Shown, view: View<At>, at: At) => ({
  describes: view.describe !== undefined,
  bindings: (given: Cockpit) => view.bindings(given, at),
  actions: (given: Cockpit) => view.actions?.(given, at) ?? [],
  list: () => view.list?.(cockpit, at),
  table: () => view.table?.(cockpit, at),
  thing: () => view.thing?.(cockpit, at),
  subjects: () => view.subjects?.(cockpit, at) ?? [],
});

/** The view that the keys act on: the screen on top, or else the focused pane of the deck. */
export function viewInForce(cockpit: Known & Shown): ViewInForce {
  const state = cockpit.view.getState();
  const screen = topScreen(state);
  if (screen) {
    const view = screenOf(screen);
    const { title, unfiltered } = view;
    return {
      ...standing(cockpit, view, screen),
      title,
      unfiltered: { text: unfiltered, problems: unfiltered },
    };
  }
  const { title, unfiltered = {} } = PANE_FACTS[state.focus];
  return { ...standing(cockpit, panes[state.focus], undefined), title, unfiltered };
}
