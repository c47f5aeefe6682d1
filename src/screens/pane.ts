import type { OperationId } from '../api/contract/index.ts';
import type { Resource } from '../store/cache/resource.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { PaneId } from '../store/session/panes.ts';
import type { Box, View } from './view.ts';

/** A view that stands on the deck. Its title, its names and the room that it wants stand in `PANE_FACTS`. */
export interface Pane extends View {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** The operations that its actions and its own streams call, beside those of `reads`. */
  readonly operations: readonly OperationId[];
  /** The resource whose age the title shows. */
  readonly dated?: Resource;
  /** Rows of the list that are in sight in such a body; all but one, a table's header, where it is not told. */
  readonly listRows?: (cockpit: Known & Shown, box: Box) => number;
  /** Rows that the pane can fill, its title included; undefined, or a pane without it, takes all that it can get. */
  readonly wants?: (cockpit: Known & Shown) => number | undefined;
  /** The title line of the collapsed pane. */
  readonly summary: (cockpit: Known & Shown) => string;
}
