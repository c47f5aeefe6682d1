import type { OperationId } from '../api/contract/index.ts';
import type { Action, Description } from '../store/action/action.ts';
import type { Binding } from '../keys/binding.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import type { Resource } from '../store/cache/resource.ts';
import type { PaneId } from '../store/session/panes.ts';
import type { Listed } from './list/rows.ts';
import type { Spots } from './spots.ts';
import type { TableText } from './list/tableText.ts';

/** The space a pane's body has, in columns and rows. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The circumstances in which a pane is drawn this time. */
export interface Drawing {
  readonly box: Box;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** Is told what stands where in the lines that are painted, while the mouse is heard; what has nothing tells nothing. */
  readonly tell?: ((spots: Spots) => void) | undefined;
}

/** One pane of the deck: pure functions from the state to painted lines, and its keys. */
export interface Pane {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** The operations that its actions and its own streams call, beside those of `reads`. */
  readonly calls: readonly OperationId[];
  /** The resource whose age the title shows. */
  readonly dated?: Resource;
  /** Rows of the list that are in sight in such a body; all but one, a table's header, where it is not told. */
  readonly listRows?: (cockpit: Known & Shown, box: Box) => number;
  /** Rows that the pane can fill, its title included; a pane without it takes all that it can get. */
  readonly wants?: (cockpit: Known & Shown) => number;
  /** Painted lines, each at most `box.width` columns wide, at most `box.height` of them. */
  readonly body: (cockpit: Known & Shown, drawing: Drawing) => readonly string[];
  /** The title line of the collapsed pane. */
  readonly summary: (cockpit: Known & Shown) => string;
  /** The part of the title beside the name: counts, the filter in force. */
  readonly status?: (cockpit: Known & Shown) => string;
  readonly bindings: (cockpit: Cockpit) => readonly Binding[];
  /** All that is known of the row under the cursor. */
  readonly describe?: (cockpit: Known & Shown) => Description | undefined;
  /** Its list, for what follows the rows; none where the cursor stays at the top until it is moved. */
  readonly list?: (cockpit: Known & Shown) => Listed;
  /** The rows, as text. */
  readonly table: (cockpit: Known & Shown) => TableText;
  /** Actions on what the cursor is on. */
  readonly actions?: (cockpit: Cockpit) => readonly Action[];
}
