import type { StoreApi } from 'zustand/vanilla';
import type { ThemeName } from '../../lib/themes.ts';
import type { Action, Description, NavigationKey } from '../action/action.ts';
import type { Flow } from '../action/plan.ts';
import type { MapMeasure } from '../answers/osdMap.ts';
import type { Resource } from '../cache/resource.ts';
import type { LogView } from '../log/view.ts';
import type { Macro } from './macro.ts';
import type { PaneId } from './panes.ts';

/** The view state of a list. */
export interface ListState {
  /** The id of the row under the cursor; not its index, because rows move as the cluster changes. */
  readonly cursor: string | undefined;
  /** The last index of the cursor, used if its row disappears. */
  readonly index: number;
  /** The index of the first visible row. */
  readonly top: number;
  readonly filter: string;
  /** The filter was set by a jump rather than typed; it applies only to this visit. */
  readonly visit: boolean;
  readonly sort: { readonly column: string; readonly descending: boolean } | undefined;
  readonly problemsOnly: boolean;
  /** The ids of hidden columns. */
  readonly hidden?: readonly string[] | undefined;
  /** Shows or hides the page of the row under the cursor beside the list; if not set, it is shown if there is room. */
  readonly preview?: boolean;
  /** Shows the map of all OSDs, coloured by this measure, in place of the rows. */
  readonly map?: MapMeasure | undefined;
}

/** The objects that a screen is about, by kind, such as the pool whose images it lists. */
export type Scope = Readonly<Record<string, string>>;

/** A screen that is shown in place of the deck, with its view state. */
export interface ScreenView {
  readonly kind: 'screen';
  /** The id of the screen in its registry. */
  readonly screen: string;
  readonly scope: Scope;
  readonly list: ListState;
  /** The number of visible rows at the last layout, by which the page keys move. */
  readonly pageRows: number;
  /** The number of rows to read; the operator can ask for more. */
  readonly limit: number;
  /** The private state of a screen that is not a list. */
  readonly state?: unknown;
  /** The part of that state on which the screen's data depends; the data is read again when it changes. */
  readonly query?: string;
}

/** One item of a menu. */
export interface MenuItem {
  readonly label: string;
  /** The text at the right edge: a state, a tier, a key. */
  readonly hint?: string;
  /** The keys that choose it in its menu. */
  readonly keys?: readonly string[];
  readonly help?: string;
  /** The reason why it cannot be chosen. */
  readonly disabled?: string;
  readonly run: () => void;
}

/** One item of a searchable list, with the heading under which it is listed. */
export interface PickItem extends MenuItem {
  readonly group: string;
}

/** A foldable, searchable view of a JSON value. */
export interface JsonView {
  readonly kind: 'json';
  readonly title: string;
  /** Lines above the value: the requests that returned it. They are safe to show. */
  readonly about?: readonly string[];
  /** Shell commands that repeat those requests. */
  readonly shell?: readonly string[];
  readonly value: unknown;
  /** JSON pointers of the objects and arrays that are not folded or unfolded as by default. */
  readonly toggled: ReadonlySet<string>;
  readonly search: string;
  /** The search is being typed and takes the keys. */
  readonly searching: boolean;
  /** The index of the line under the cursor. */
  readonly cursor: number;
}

/** A column by which a list can be sorted, with its key. */
export interface SortChoice {
  readonly id: string;
  readonly title: string;
  readonly letter: string;
}

/** An entry of the stack of overlays above the deck; the last one is on top and takes the keys. */
export type Overlay =
  | {
      readonly kind: 'prompt';
      readonly purpose: 'filter' | 'command';
      readonly value: string;
      readonly before: string;
      /** The initial text is selected, so typing replaces it. */
      readonly selected?: boolean;
      /** The state of the filtered list before the prompt was opened. */
      readonly list?: ListState | undefined;
      /** The typed text at the first Tab, while Tab cycles through its completions. */
      readonly completing?: string;
    }
  | { readonly kind: 'help'; readonly search: string; readonly cursor: number }
  | {
      readonly kind: 'menu';
      readonly title: string;
      readonly items: () => readonly MenuItem[];
      readonly cursor: number;
      readonly stays?: boolean;
      /** The menu asks for a decision that only the operator may make, not a macro. */
      readonly asks?: true;
    }
  | {
      readonly kind: 'describe';
      /** Called for each rendering; undefined once the object does not exist any more. */
      readonly of: () => Description | undefined;
      readonly actions: () => readonly Action[];
      readonly navigation?: () => readonly NavigationKey[];
      /** Resources that are polled while it is shown, in addition to those of the list below. */
      readonly reads?: readonly Resource[];
      /** The id of the described row in the list below. */
      readonly row?: string;
      /** The index of the first visible line. */
      readonly top: number;
      readonly search?: string;
      /** The search is being typed and takes the keys. */
      readonly searching?: boolean;
      /** The index of the line of the current search match. */
      readonly found?: number | undefined;
    }
  | {
      readonly kind: 'action';
      readonly flow: Flow;
      /** The index of the first visible line, after scrolling. */
      readonly top?: number;
      /** All of the text has been visible, at once or by scrolling. */
      readonly read?: boolean;
    }
  | {
      /** Drawn only in the header of the list, which shows the letters. */
      readonly kind: 'sort';
      readonly choices: readonly SortChoice[];
      /** Sorts by a column, or reverses its order; undefined restores the default order. */
      readonly choose: (column: string | undefined) => void;
    }
  | { readonly kind: 'explorer'; readonly search: string; readonly cursor: number }
  | {
      readonly kind: 'picker';
      readonly title: string;
      /**
       * All items; filtering them is up to the picker. `search` is for items that are derived from the search text
       * itself.
       */
      readonly items: (search: string) => readonly PickItem[];
      readonly search: string;
      readonly cursor: number;
      /** Without a search, the names are shown in columns, and the help only for the item under the cursor. */
      readonly inColumns?: boolean;
      /** Enter toggles an item and keeps the picker open. */
      readonly stays?: boolean;
    }
  | JsonView
  | ScreenView
  | { readonly kind: 'quit' };

/** The overlays with the dialog of an action, and with a description. */
export type ActionOverlay = Extract<Overlay, { kind: 'action' }>;
export type DescribeOverlay = Extract<Overlay, { kind: 'describe' }>;

/** A sentence at the bottom of the screen that disappears by itself. */
export interface Notice {
  readonly text: string;
  readonly role: 'info' | 'ok' | 'warn' | 'error';
  /** The time after which it disappears, in milliseconds. */
  readonly leftMs: number;
}

/** The part of a pane's view state that selects its rows or lines: without columns, marks and display options. */
export interface PaneSelection {
  readonly list: Omit<ListState, 'hidden' | 'preview' | 'visit'>;
  readonly logs: Omit<LogView, 'times' | 'elapsed' | 'wrap' | 'histogram' | 'marks'>;
}

/**
 * A jump to a pane, which fills the screen with a filter during the visit, and gets its previous state back afterwards.
 */
export interface Visit {
  /** Identifies the visit. */
  readonly id: symbol;
  readonly pane: PaneId;
  /** The pane's selection before the visit. */
  readonly before: PaneSelection;
  /** The view from which the jump was made. */
  readonly from: Pick<ViewState, 'focus' | 'zoomed' | 'overlays'>;
}

/**
 * A period without key presses; rows that changed during it are marked until the operator has seen them. All times are
 * in milliseconds since the epoch.
 */
export interface Absence {
  /** The last key press before it. */
  readonly since: number;
  /** The first key press after it; undefined during the absence. */
  readonly until: number | undefined;
  /** The time at which the operator last saw a changed row, by its subject in the journal. */
  readonly seen: ReadonlyMap<string, number>;
}

/** An object that the operator has starred, identified by its list and row. */
export interface Favourite {
  /** The list: `pane disks`, `screen images`. */
  readonly home: string;
  readonly scope: Scope;
  /** The id of its row in the list. */
  readonly row: string;
  /** Its name when it was starred. */
  readonly name: string;
}

/** Everything about the screen that is not data of the cluster. */
export interface ViewState {
  readonly focus: PaneId;
  /** The focused pane fills the screen. */
  readonly zoomed: boolean;
  /** The active visits, from which one can go back, the newest last. */
  readonly visits: readonly Visit[];
  readonly lists: Readonly<Record<PaneId, ListState>>;
  readonly logs: LogView;
  /** The ids of CRUSH nodes that are not folded or unfolded as by default (unfolded above the hosts). */
  readonly toggled: ReadonlySet<number>;
  readonly overlays: readonly Overlay[];
  readonly notice: Notice | undefined;
  /** In the order in which they were starred. */
  readonly favourites: readonly Favourite[];
  /** The current or the last absence of the operator. */
  readonly absence: Absence | undefined;
  /** The terminal's size in columns and rows. */
  readonly size: { readonly columns: number; readonly rows: number };
  /** The number of visible rows in each pane at the last layout, by which the page keys move. */
  readonly pageRows: Readonly<Record<PaneId, number>>;
  /** The time that ages are shown for, in milliseconds since the epoch; it advances in steps of at least a second. */
  readonly now: number;
  readonly paused: boolean;
  readonly utc: boolean;
  /** The theme chosen with `:theme`; undefined for the one that the program was started with. */
  readonly theme: ThemeName | undefined;
  /** The lines typed on the `:` prompt, newest first. */
  readonly commands: readonly string[];
  readonly macro: Macro;
}

export type ViewStore = StoreApi<ViewState>;
