import type { StoreApi } from 'zustand/vanilla';
import type { Action, Description, NavigationKey } from '../action/action.ts';
import type { Flow } from '../action/plan.ts';
import type { MapMeasure } from '../facts/osdMap.ts';
import type { LogView } from '../log/view.ts';
import type { Macro } from './macro.ts';
import type { PaneId } from './panes.ts';

/** A look at a list: kept by row id, because rows move under the cursor as the cluster changes. */
export interface ListState {
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
  /** The choice that the page of the row under the cursor stands by the list, or not; unless made, it does where there is room. */
  readonly preview?: boolean;
  /** The map of all OSDs stands in the place of the rows, and tells this. */
  readonly map?: MapMeasure | undefined;
}

/** The subject of a screen: names of the objects that lead to it, such as the pool of the images it lists. */
export type Scope = Readonly<Record<string, string>>;

/** A screen that takes the place of the deck, and how it is looked at. */
export interface ScreenView {
  readonly kind: 'screen';
  /** The id of the screen in its registry. */
  readonly screen: string;
  readonly scope: Scope;
  readonly list: ListState;
  /** Rows of the list in sight, as last laid out; page keys move by them. */
  readonly pageRows: number;
  /** As many rows are read: more of them when the operator asks. */
  readonly limit: number;
  /** The own state of a screen that is no list. */
  readonly state?: unknown;
  /** The part of that on which its data depend; another text is read anew. */
  readonly query?: string;
}

/** One line that can be chosen in a menu. */
export interface MenuItem {
  readonly label: string;
  /** The text at the right edge: a state, a tier, a key. */
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
  /** Lines for a shell that send those requests again. */
  readonly shell?: readonly string[];
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

/** A thing that lies over the deck; the last one of the stack is on top and takes the keys. */
export type Overlay =
  | {
      readonly kind: 'prompt';
      readonly purpose: 'filter' | 'command';
      readonly value: string;
      readonly before: string;
      /** The text stood there before, and what is typed replaces it. */
      readonly selected?: boolean;
      /** The look at the list that is filtered, as it was before. */
      readonly list?: ListState | undefined;
      /** The text that was typed when Tab began to go through what it could become. */
      readonly completing?: string;
    }
  | { readonly kind: 'help'; readonly search: string; readonly cursor: number }
  | {
      readonly kind: 'menu';
      readonly title: string;
      readonly items: () => readonly MenuItem[];
      readonly cursor: number;
      readonly stays?: boolean;
      /** It asks for a decision that is made by hand, as a dialog does. */
      readonly asks?: true;
    }
  | {
      readonly kind: 'describe';
      /** Looked at anew whenever it is drawn; nothing once the thing has gone away. */
      readonly of: () => Description | undefined;
      readonly actions: () => readonly Action[];
      readonly ways?: () => readonly NavigationKey[];
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
      /** While nothing is searched for, names stand in columns, and only the chosen one is told in a sentence. */
      readonly inColumns?: boolean;
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

/** A look at a pane, as far as that belongs to what is looked for: not its columns, marks and forms of time. */
export interface PaneSelection {
  readonly list: Omit<ListState, 'hidden' | 'preview' | 'visit'>;
  readonly logs: Omit<LogView, 'times' | 'elapsed' | 'wrap' | 'histogram' | 'marks'>;
}

/** A pane that was jumped to: it fills the screen for that long, narrowed, and is left as it was before. */
export interface Visit {
  /** The same for as long as it is the same visit. */
  readonly id: symbol;
  readonly pane: PaneId;
  /** The look at the pane before. */
  readonly before: PaneSelection;
  /** The view that was shown when it began. */
  readonly from: Pick<ViewState, 'focus' | 'zoomed' | 'overlays'>;
}

/** A time in which nobody pressed a key: what changed in it is marked until it is looked at. In milliseconds since the epoch. */
export interface Absence {
  /** The last key before. */
  readonly since: number;
  /** The first key after; nothing while it lasts. */
  readonly until: number | undefined;
  /** When things were looked at since, by their subjects in the journal. */
  readonly seen: ReadonlyMap<string, number>;
}

/** A thing that the operator wants at hand, by where it is listed. */
export interface Favourite {
  /** `pane disks`, `screen images`. */
  readonly home: string;
  readonly scope: Scope;
  /** The id of its row there. */
  readonly row: string;
  /** Its name when it was chosen. */
  readonly name: string;
}

/** Everything about the screen that is not data of the cluster. */
export interface ViewState {
  readonly focus: PaneId;
  /** The focused pane fills the screen. */
  readonly zoomed: boolean;
  /** The jumps that led here and that one comes back from, the last one last. */
  readonly visits: readonly Visit[];
  readonly lists: Readonly<Record<PaneId, ListState>>;
  readonly logs: LogView;
  /** CRUSH nodes whose state differs from the default, which is open above the hosts. */
  readonly toggled: ReadonlySet<number>;
  readonly overlays: readonly Overlay[];
  readonly notice: Notice | undefined;
  /** In the order in which they were chosen. */
  readonly favourites: readonly Favourite[];
  /** The last time that nobody pressed a key for a while. */
  readonly absence: Absence | undefined;
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
  readonly macro: Macro;
}

export type ViewStore = StoreApi<ViewState>;
