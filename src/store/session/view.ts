import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Action, Description, Way } from '../action/action.ts';
import type { Flow } from '../action/flow.ts';
import { freshLogs, type LogView } from '../log/view.ts';
import { type PaneId, PANES } from './panes.ts';
import type { ScreenView } from './screenView.ts';
import { type Visit, withVisitsEnded } from './visits.ts';

export { LOG_TIMES, type LogFilterText, type LogTimes, type LogView } from '../log/view.ts';

/** How a person looks at a list: kept by row id, because rows move under the cursor as the cluster changes. */
export interface ListView {
  readonly cursor: string | undefined;
  /** Where the cursor was last, for when its row goes away, and the first row in sight. */
  readonly index: number;
  readonly top: number;
  readonly filter: string;
  /** The filter came with a way that led here and was not typed: it is in force for this visit alone. */
  readonly visit: boolean;
  readonly sort: { readonly column: string; readonly descending: boolean } | undefined;
  readonly problemsOnly: boolean;
  /** Ids of the columns that are not to be seen. */
  readonly hidden?: readonly string[] | undefined;
  /** The row under the cursor is described below the list. */
  readonly preview?: boolean;
}

/** One line that can be chosen in a menu. */
export interface MenuItem {
  readonly label: string;
  /** What stands at the right edge: a state, a tier, a key. */
  readonly hint?: string;
  readonly help?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
  readonly run: () => void;
}

/** One line of a searchable list, under a heading. */
export interface PickItem extends MenuItem {
  readonly group: string;
}

/** A JSON value to read: foldable, searchable. */
export interface JsonView {
  readonly kind: 'json';
  readonly title: string;
  /** Lines above the value: the requests that it came with. Clean. */
  readonly about?: readonly string[];
  readonly value: unknown;
  /** JSON pointers of the objects and arrays whose fold differs from the default. */
  readonly toggled: ReadonlySet<string>;
  readonly search: string;
  /** Keys go to the search while it is typed. */
  readonly searching: boolean;
  /** Index of the line under the cursor. */
  readonly cursor: number;
}

/** A column that a list can be sorted by, and the letter that does it. */
export interface SortChoice {
  readonly id: string;
  readonly title: string;
  readonly letter: string;
}

/** What lies over the deck; the last one of the stack is on top and hears the keys. */
export type Overlay =
  | {
      readonly kind: 'prompt';
      readonly purpose: 'filter' | 'command';
      readonly value: string;
      readonly before: string;
      /** How the list that is filtered was looked at before. */
      readonly list?: ListView | undefined;
      /** What was typed when Tab began to go through what it could become. */
      readonly completing?: string;
    }
  | { readonly kind: 'help'; readonly search: string; readonly cursor: number }
  | {
      readonly kind: 'menu';
      readonly title: string;
      readonly items: () => readonly MenuItem[];
      readonly cursor: number;
      readonly stays?: boolean;
    }
  | {
      readonly kind: 'describe';
      /** Looked at anew whenever it is drawn; nothing once the thing has gone away. */
      readonly of: () => Description | undefined;
      readonly actions: () => readonly Action[];
      readonly ways?: () => readonly Way[];
      /** The row of the list below that is described, by its id. */
      readonly row?: string;
      /** First line in sight. */
      readonly top: number;
      readonly search?: string;
      /** Keys go to the search while it is typed. */
      readonly searching?: boolean;
      /** Index of the line that the search went to last. */
      readonly found?: number | undefined;
    }
  | {
      readonly kind: 'action';
      readonly flow: Flow;
      /** First line of its text in sight, once it was scrolled. */
      readonly top?: number;
      /** All of the text was in sight. */
      readonly read?: boolean;
    }
  | {
      /** Nothing is drawn over the list: its header shows the letters. */
      readonly kind: 'sort';
      readonly choices: readonly SortChoice[];
      /** Sorts by a column, or turns its order around; without one the natural order comes back. */
      readonly choose: (column: string | undefined) => void;
    }
  | { readonly kind: 'explorer'; readonly search: string; readonly cursor: number }
  | {
      readonly kind: 'picker';
      readonly title: string;
      /** All that there is; it is searched here. `search` is for what can be made of the very words. */
      readonly items: (search: string) => readonly PickItem[];
      readonly search: string;
      readonly cursor: number;
      /** Enter switches an item and the list stays. */
      readonly stays?: boolean;
    }
  | JsonView
  | ScreenView
  | { readonly kind: 'quit' };

/** A sentence at the foot of the screen that goes away by itself. */
export interface Notice {
  readonly text: string;
  readonly role: 'info' | 'ok' | 'warn' | 'error';
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Everything about the screen that is not data of the cluster. */
export interface ViewState {
  readonly focus: PaneId;
  /** The focused pane fills the screen. */
  readonly zoomed: boolean;
  /** The jumps that led here and that one comes back from, the last one last. */
  readonly visits: readonly Visit[];
  readonly lists: Readonly<Record<PaneId, ListView>>;
  readonly logs: LogView;
  /** CRUSH nodes whose state differs from the default, which is open above the hosts. */
  readonly toggled: ReadonlySet<number>;
  readonly overlays: readonly Overlay[];
  readonly notice: Notice | undefined;
  /** The terminal's size in columns and rows. */
  readonly size: { readonly columns: number; readonly rows: number };
  /** Rows inside each pane that can show a row, as last laid out; page keys move by them. */
  readonly pageRows: Readonly<Record<PaneId, number>>;
  /** Advances once a second, for ages; milliseconds since the epoch. */
  readonly now: number;
  readonly paused: boolean;
  readonly utc: boolean;
  /** Lines that were typed on the `:` prompt, the latest first. */
  readonly commands: readonly string[];
}

export type ViewStore = StoreApi<ViewState>;

/** A list that nobody has looked at yet. */
export const freshList: ListView = {
  cursor: undefined,
  index: 0,
  top: 0,
  filter: '',
  sort: undefined,
  problemsOnly: false,
  visit: false,
};
const forPanes = <T>(value: T): Record<PaneId, T> =>
  Object.fromEntries(PANES.map((pane) => [pane, value])) as Record<PaneId, T>;

/** The screen before anything was pressed; `now` is in milliseconds since the epoch. */
export function createViewStore(now: number, options: { readonly utc: boolean }): ViewStore {
  const store = createStore<ViewState>()(() => ({
    focus: 'health',
    zoomed: false,
    visits: [],
    lists: forPanes(freshList),
    logs: freshLogs,
    toggled: new Set(),
    overlays: [],
    notice: undefined,
    size: { columns: 80, rows: 24 },
    pageRows: forPanes(1),
    now,
    paused: false,
    utc: options.utc,
    commands: [],
  }));
  const { setState } = store;
  return Object.assign(store, {
    setState: (change: Parameters<typeof setState>[0]) =>
      setState((state) => withVisitsEnded(state, typeof change === 'function' ? change(state) : change)),
  });
}

/** Changes how a pane's list is looked at; what is not named stays. */
export function updateList(view: ViewStore, pane: PaneId, change: Partial<ListView>): void {
  view.setState((state) => ({ lists: { ...state.lists, [pane]: { ...state.lists[pane], ...change } } }));
}

/** Changes how the log is looked at; what is not named stays. */
export function updateLogs(view: ViewStore, change: Partial<LogView>): void {
  view.setState((state) => ({ logs: { ...state.logs, ...change } }));
}

/** Opens something. Its keys stand where a notice would. */
export function pushOverlay(view: ViewStore, overlay: Overlay): void {
  view.setState((state) => ({ overlays: [...state.overlays, overlay], notice: undefined }));
}

/** Closes the topmost overlay, where there is one. */
export function popOverlay(view: ViewStore): void {
  view.setState((state) => ({ overlays: state.overlays.slice(0, -1) }));
}

/** Changes the topmost overlay if it still is of the kind that `change` was made for. */
export function changeTop<K extends Overlay['kind']>(
  view: ViewStore,
  kind: K,
  change: (overlay: Extract<Overlay, { kind: K }>) => Overlay,
): void {
  view.setState((state) => {
    const top = state.overlays.at(-1);
    if (top?.kind !== kind) return state;
    return { overlays: [...state.overlays.slice(0, -1), change(top as Extract<Overlay, { kind: K }>)] };
  });
}

/** How long a notice stays, in milliseconds: long enough to read a sentence. */
const NOTICE_MS = 6000;

/** Shows a notice at the foot of the screen for `ms` milliseconds, in the place of an earlier one. */
export function say(view: ViewStore, role: Notice['role'], text: string, ms = NOTICE_MS): void {
  view.setState((state) => ({ notice: { role, text, until: state.now + ms } }));
}
