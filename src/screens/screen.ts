import type { OperationId } from '../api/contract/index.ts';
import type { Reads } from '../store/cache/resource.ts';
import type { Acts, Cockpit, Known, Shown } from '../store/cockpit.ts';
import type { PaneId } from '../store/session/panes.ts';
import { allScreens, PAGE, updateScreen } from '../store/session/screenView.ts';
import { freshList, pushOverlay, updateList, updateLogs } from '../store/session/view.ts';
import type { Scope, ScreenView } from '../store/session/viewState.ts';
import { beginVisit, onDeck, type Sought, unvisited } from '../store/session/visits.ts';
import { leavingAll } from './leaving.ts';
import type { View } from './view.ts';

/** A way from one screen to another. */
export interface ScreenLink {
  readonly label: string;
  readonly screen: string;
  readonly scope: Scope;
  /** The filter of the list there. */
  readonly filter?: string;
}

/** A way from a screen to a pane of the deck. */
export interface PaneLink {
  readonly label: string;
  readonly go: (cockpit: Cockpit) => void;
}

/** A view that takes the place of the deck, opened with a scope. */
export interface Screen extends View<ScreenView> {
  readonly id: string;
  /** Its names on the `:` line; none for a screen that only others lead to. */
  readonly names: readonly string[];
  /** The words after the name on the `:` line are, such as `pool`; all of them are needed. */
  readonly needs: readonly string[];
  /** The words that may follow them. The last word of all takes the rest of the line. */
  readonly optional?: readonly string[];
  /** Heading that it stands under in the list of all screens. */
  readonly group: string;
  readonly title: string;
  /** One sentence: what it is for. */
  readonly help: string;
  /** The operations that it reads with, and those that its actions call. */
  readonly operations: readonly OperationId[];
  /** The resources that it reads while it is shown. */
  readonly reads?: (screen: ScreenView, cockpit: Known & Shown) => Reads;
  /**
   * The data to show, worked out of the data of its reads, which were read at so many milliseconds since the epoch; the data
   * by their names, unless said. @throws ApiError where something in them does not exist
   */
  readonly derive?: (
    data: Readonly<Record<string, unknown>>,
    screen: ScreenView,
    at: number,
    cockpit: Known & Shown,
  ) => unknown;
  /** Rows of the body that show no row of a list. */
  readonly headerRows: number;
  /** Asks before what it holds that was not sent is lost, and then leaves; nothing where it holds nothing. */
  readonly unsent?: (cockpit: Cockpit, screen: ScreenView) => ((leave: () => void) => void) | undefined;
  /** Names of the rows in what was read, to go to one of them. */
  readonly rowIds?: (data: unknown) => readonly string[];
  /** Why the screen cannot be filtered; it can where this is missing. */
  readonly unfiltered?: string;
}

/** Shows a pane of the deck in full, to stay there. */
export function openPane(cockpit: Shown & Acts, pane: PaneId, filter = ''): void {
  leavingAll(cockpit, () => {
    cockpit.view.setState((state) => ({
      ...unvisited(state),
      focus: pane,
      zoomed: true,
      overlays: onDeck(state.overlays),
    }));
    if (pane === 'logs') updateLogs(cockpit.view, { filter });
    else updateList(cockpit.view, pane, { filter });
  });
}

/** Jumps to a pane of the deck: shows it in full, narrowed to what is looked for, until one goes back. */
export function showPane(cockpit: Shown & Acts, pane: PaneId, filter = '', sought: Sought = {}): void {
  leavingAll(cockpit, () => {
    // What was not sent was given up just now.
    const back = cockpit.view
      .getState()
      .overlays.filter((one) => one.kind !== 'screen' || cockpit.unsent(one) === undefined);
    beginVisit(cockpit.view, pane, { filter, ...sought }, back);
  });
}

/** A screen that holds something that was not sent, where it is open already. */
function openedUnsent(cockpit: Shown & Acts, id: string, scope: Scope): ScreenView | undefined {
  const wanted = JSON.stringify(scope);
  return allScreens(cockpit.view.getState()).find(
    (one) => one.screen === id && JSON.stringify(one.scope) === wanted && cockpit.unsent(one) !== undefined,
  );
}

/** Opens a screen over what is shown; going back leads here again. One that was left with work in it comes up as it was. */
export function openScreen(cockpit: Shown & Acts, screen: string, scope: Scope = {}, state?: unknown): void {
  const open = state === undefined ? openedUnsent(cockpit, screen, scope) : undefined;
  if (open) {
    cockpit.view.setState(({ overlays }) => ({
      overlays: [...overlays.filter((one) => one !== open), open],
    }));
    return;
  }
  pushOverlay(cockpit.view, {
    kind: 'screen',
    screen,
    scope,
    list: freshList,
    pageRows: 1,
    limit: PAGE,
    ...(state === undefined ? {} : { state }),
  });
}

/** Shows a pane in full with the cursor on a row, which need not be on a map. */
export function showRow(cockpit: Shown & Acts, pane: PaneId, cursor: string): void {
  showPane(cockpit, pane, '', { cursor, map: undefined });
}

/** Opens a screen with the cursor on a row. */
export function openScreenRow(cockpit: Shown & Acts, screen: string, scope: Scope, cursor: string): void {
  openScreen(cockpit, screen, scope);
  updateScreen(cockpit.view, (now) => ({ ...now, list: { ...now.list, cursor, filter: '', visit: true } }));
}
