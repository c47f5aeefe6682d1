import type { OperationId } from '../api/contract/index.ts';
import type { Reads } from '../store/cache/resource.ts';
import type { Acts, Cockpit, Known, Shown } from '../store/cockpit.ts';
import { type PaneId, PANE_FACTS } from '../store/session/panes.ts';
import { allScreens, updateScreen } from '../store/session/screenView.ts';
import { freshScreen, pushOverlay, updateList, updateLogs } from '../store/session/view.ts';
import type { Scope, ScreenView } from '../store/session/viewState.ts';
import { beginVisit, onDeck, type JumpTarget, unvisited } from '../store/session/visits.ts';
import { confirmLeavingAll } from './leaving.ts';
import type { Box, View } from './view.ts';

/** A link to another screen. */
export interface ScreenLink {
  readonly label: string;
  readonly screen: string;
  readonly scope: Scope;
  /** The filter of the list on that screen. */
  readonly filter?: string;
  /**
   * Set if the page of the object shows the first rows of that screen, as it does of the screen that Enter opens; `alone` if
   * not where the page stands beside a list, which has these rows itself.
   */
  readonly onPage?: true | 'alone';
}

/** A link from a screen to a pane of the deck. */
export interface PaneLink {
  readonly label: string;
  readonly go: (cockpit: Cockpit) => void;
}

/** A view that replaces the deck, opened with a scope. */
export interface Screen extends View<ScreenView> {
  readonly id: string;
  /** Its names on the `:` line; none for a screen that is only reached from others. */
  readonly names: readonly string[];
  /** The names of the required words after its name on the `:` line, such as `pool`. */
  readonly needs: readonly string[];
  /** The names of the optional words after those. The last word takes the rest of the line. */
  readonly optional?: readonly string[];
  /** Its heading in the list of all screens. */
  readonly group: string;
  readonly title: string;
  /** Its purpose, in one sentence. */
  readonly help: string;
  /** The operations of its reads and of its actions. */
  readonly operations: readonly OperationId[];
  /** The resources that are polled while it is shown. */
  readonly reads?: (screen: ScreenView, cockpit: Known & Shown) => Reads;
  /**
   * Makes the screen's data from the data of its reads, which were read at `at`, in milliseconds since the epoch; by default
   * the data by their names. @throws ApiError if something that the screen is about does not exist
   */
  readonly derive?: (
    data: Readonly<Record<string, unknown>>,
    screen: ScreenView,
    at: number,
    cockpit: Known & Shown,
  ) => unknown;
  /** Returns a function that asks before unsent changes are lost, and then leaves; undefined if there are none. */
  readonly unsent?: (cockpit: Cockpit, screen: ScreenView) => ((leave: () => void) => void) | undefined;
  /** The ids of the rows that are known, so that a row can be opened by name. */
  readonly rowIds?: (cockpit: Known, screen: ScreenView) => readonly string[];
  /** The first rows of its list, for the page of what they belong to; none while its data is not known. */
  readonly firstRows?: (cockpit: Known & Shown, screen: ScreenView, box: Box) => readonly string[];
  /** The reason why the screen cannot be filtered; undefined if it can. */
  readonly unfiltered?: string;
}

/** Shows a pane of the deck in full and ends any visit. */
export function openPane(cockpit: Shown & Acts, pane: PaneId, filter = ''): void {
  confirmLeavingAll(cockpit, () => {
    cockpit.view.setState((state) => ({
      ...unvisited(state),
      focus: pane,
      zoomed: true,
      overlays: onDeck(state.overlays),
    }));
    if (PANE_FACTS[pane].showsLog) updateLogs(cockpit.view, { filter });
    else updateList(cockpit.view, pane, { filter });
  });
}

/** Jumps to a pane of the deck: shows it in full, filtered to what is sought, until the operator goes back. */
export function showPane(cockpit: Shown & Acts, pane: PaneId, filter = '', sought: JumpTarget = {}): void {
  confirmLeavingAll(cockpit, () => {
    // Screens with unsent changes do not come back: the operator has just given those up.
    const back = cockpit.view
      .getState()
      .overlays.filter((one) => one.kind !== 'screen' || cockpit.unsent(one) === undefined);
    beginVisit(cockpit.view, pane, { filter, ...sought }, back);
  });
}

/** An open screen of this kind and scope that holds unsent changes. */
function openedUnsent(cockpit: Shown & Acts, id: string, scope: Scope): ScreenView | undefined {
  const wanted = JSON.stringify(scope);
  return allScreens(cockpit.view.getState()).find(
    (one) => one.screen === id && JSON.stringify(one.scope) === wanted && cockpit.unsent(one) !== undefined,
  );
}

/**
 * Opens a screen over what is shown, so that going back returns here. If it is open with unsent changes, it is brought to
 * the top instead.
 */
export function openScreen(cockpit: Shown & Acts, screen: string, scope: Scope = {}, state?: unknown): void {
  const open = state === undefined ? openedUnsent(cockpit, screen, scope) : undefined;
  if (open) {
    cockpit.view.setState(({ overlays }) => ({
      overlays: [...overlays.filter((one) => one !== open), open],
    }));
    return;
  }
  pushOverlay(cockpit.view, { ...freshScreen(screen, scope), ...(state === undefined ? {} : { state }) });
}

/** Shows a pane in full with the cursor on a row, as a list even if the pane was showing a map. */
export function showRow(cockpit: Shown & Acts, pane: PaneId, cursor: string): void {
  showPane(cockpit, pane, '', { cursor, map: undefined });
}

/** Opens a screen with the cursor on a row. */
export function openScreenRow(cockpit: Shown & Acts, screen: string, scope: Scope, cursor: string): void {
  openScreen(cockpit, screen, scope);
  updateScreen(cockpit.view, (now) => ({ ...now, list: { ...now.list, cursor, filter: '', visit: true } }));
}
