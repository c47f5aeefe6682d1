import type { Binding } from '../keys/binding.ts';
import type { Action, Description } from '../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import type { FavouriteState } from '../store/session/favourites.ts';
import type { Favourite } from '../store/session/viewState.ts';
import type { HitRegions } from './hitRegions.ts';
import type { ListedRows } from './list/rows.ts';
import type { TableText } from './list/tableText.ts';

/** The size of a view's body, in columns and rows. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The options of one drawing of a view. */
export interface Drawing {
  readonly box: Box;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** Called with the mouse regions of the painted lines, if the mouse is on and the body has any. */
  readonly onRegions?: ((regions: HitRegions) => void) | undefined;
  /** Called with the number of rows that the list has room for; a body that does not call it is a table with a header row. */
  readonly onListRows?: ((rows: number) => void) | undefined;
}

/**
 * Something to look at and act on, either a pane of the deck or a screen in its place: pure functions of the known data and
 * the view state, and its keys. `At` says where it was opened, with its scope; a pane has a single place and gets none.
 */
export interface View<At = void> {
  /** Painted lines: at most `box.height` of them, each at most `box.width` columns wide. */
  readonly body: (cockpit: Known & Shown, drawing: Drawing, at: At) => readonly string[];
  /** The part of the title after the name: counts, the active filter. */
  readonly status?: (cockpit: Known & Shown, at: At) => string;
  readonly bindings: (cockpit: Cockpit, at: At) => readonly Binding[];
  /** Actions on the row under the cursor. */
  readonly actions?: (cockpit: Cockpit, at: At) => readonly Action[];
  /** All that is known of the row under the cursor. */
  readonly describe?: (cockpit: Known & Shown, at: At) => Description | undefined;
  /** Its list, for code that follows the rows; missing if the cursor stays at the top until it is moved. */
  readonly list?: (cockpit: Known & Shown, at: At) => ListedRows;
  /**
   * Columns that its list needs, out of `columns`, to show everything uncut; it wraps repeated texts rather than take more
   * than `most`. Missing if nothing may be placed beside it.
   */
  readonly neededColumns?: (cockpit: Known & Shown, at: At, columns: number, most: number) => number;
  /** The journal's names for the row under the cursor. */
  readonly subjects?: (cockpit: Known & Shown, at: At) => Iterable<string>;
  /** The row under the cursor as a favourite. */
  readonly favourite?: (cockpit: Known & Shown, at: At) => Favourite | undefined;
  /** The current state of a favourite in its list, by its row id; undefined while that is unknown. */
  readonly favouriteState?: (cockpit: Known & Shown, at: At, row: string) => FavouriteState | undefined;
  /** The rows as text; missing for a view without rows. */
  readonly table?: (cockpit: Known & Shown, at: At) => TableText;
}
