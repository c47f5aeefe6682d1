import type { Binding } from '../keys/binding.ts';
import type { Action, Description } from '../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import type { ThingNow } from '../store/session/favourites.ts';
import type { Favourite } from '../store/session/viewState.ts';
import type { HitRegions } from './hitRegions.ts';
import type { ListedRows } from './list/rows.ts';
import type { TableText } from './list/tableText.ts';

/** The space a view's body has, in columns and rows. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The circumstances in which a view is drawn this time. */
export interface Drawing {
  readonly box: Box;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** Takes the regions of the painted lines that react to the mouse, while the mouse is on; a body without such calls nothing. */
  readonly onRegions?: ((spots: HitRegions) => void) | undefined;
}

/**
 * Something to look at and to act on, as a pane of the deck or as a screen in its place: pure functions of what is known and
 * shown, and its keys. `At` is the place where it stands, with its scope; a pane stands in one place only and is given none.
 */
export interface View<At = void> {
  /** Painted lines, each at most `box.width` columns wide, at most `box.height` of them. */
  readonly body: (cockpit: Known & Shown, drawing: Drawing, at: At) => readonly string[];
  /** The part of the title beside the name: counts, the filter in force. */
  readonly status?: (cockpit: Known & Shown, at: At) => string;
  readonly bindings: (cockpit: Cockpit, at: At) => readonly Binding[];
  /** Actions on what the cursor is on. */
  readonly actions?: (cockpit: Cockpit, at: At) => readonly Action[];
  /** All that is known of the row under the cursor. */
  readonly describe?: (cockpit: Known & Shown, at: At) => Description | undefined;
  /** Its list, for what follows the rows; none where the cursor stays at the top until it is moved. */
  readonly list?: (cockpit: Known & Shown, at: At) => ListedRows;
  /** Columns that its list needs of so many, so that nothing in it is cut; none where something else may not stand beside it. */
  readonly neededColumns?: (cockpit: Known & Shown, at: At, columns: number) => number;
  /** The names that the journal has for what the cursor is on. */
  readonly subjects?: (cockpit: Known & Shown, at: At) => Iterable<string>;
  /** The thing that the cursor is on, to be made a favourite. */
  readonly thing?: (cockpit: Known & Shown, at: At) => Favourite | undefined;
  /** A thing of its list by the id of its row; nothing while that is not known. */
  readonly told?: (cockpit: Known & Shown, at: At, row: string) => ThingNow | undefined;
  /** The rows, as text; a view without rows has none. */
  readonly table?: (cockpit: Known & Shown, at: At) => TableText;
}
