import type { Plan } from '../store/flow.ts';
import type { Binding } from '../keys/binding.ts';
import type { Tier } from '../api/operation.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { ResourceId } from '../store/resources.ts';
import type { PaneId } from '../store/view.ts';

/** The space a pane's body has, in columns and rows. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Something that can be done to the selection or to the cluster. Its keys and its menu entry open the same dialog. */
export interface Action {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly tier: Tier;
  /** Why it is not possible just now. */
  readonly refused?: string | undefined;
  readonly plan: () => Plan;
}

/** All that is known of one row, for reading at leisure. */
export interface Description {
  readonly title: string;
  /** Short facts, shown as a table. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Longer text below, already painted and clean, unwrapped. */
  readonly text: readonly string[];
}

/** How a pane is drawn this time. */
export interface Drawing {
  readonly box: Box;
  readonly focused: boolean;
  readonly zoomed: boolean;
}

/** One pane of the deck: pure functions from the state to painted lines, and its keys. */
export interface Pane {
  readonly id: PaneId;
  readonly title: string;
  readonly reads: readonly ResourceId[];
  /** The resource whose age the title shows. */
  readonly dated?: ResourceId;
  /** Rows of the body that show no row of the list; a table's header is one. */
  readonly headerRows?: number;
  /** Rows that the pane can fill, its title included; a pane without it takes all that it can get. */
  readonly wants?: (cockpit: Cockpit) => number;
  /** Painted lines, each at most `box.width` columns wide, at most `box.height` of them. */
  readonly body: (cockpit: Cockpit, drawing: Drawing) => readonly string[];
  /** What the collapsed pane says in its title line. */
  readonly summary: (cockpit: Cockpit) => string;
  /** What stands in the title beside the name: counts, the filter in force. */
  readonly status?: (cockpit: Cockpit) => string;
  readonly bindings: (cockpit: Cockpit) => readonly Binding[];
  /** Actions on what the cursor is on. */
  readonly actions?: (cockpit: Cockpit) => readonly Action[];
  readonly describe?: (cockpit: Cockpit, row: string) => Description | undefined;
}
