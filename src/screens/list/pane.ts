import type { OperationId } from '../../api/contract/index.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Answer } from '../../store/answers.ts';
import type { Action, Description } from '../../store/action/action.ts';
import type { Resource } from '../../store/cache/resource.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS, type PaneId } from '../../store/session/panes.ts';
import type { Pane } from '../pane.ts';
import type { Subject } from '../traces.ts';
import { waitingLines } from '../waiting.ts';
import type { RowLink } from './links.ts';
import { paneList } from './place.ts';
import type { ListSource } from './rows.ts';
import { listView } from './view.ts';

/** A pane that is a list of rows, declared: where they come from, their columns, what can be done to one. */
export interface ListPane<Row> extends Omit<ListSource<Row>, 'place'> {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** The operations that its actions call. */
  readonly calls?: readonly OperationId[];
  /** Nothing can be said before this resource was read; its age stands in the title. */
  readonly dated: Resource;
  readonly summary: (cockpit: Known & Shown) => string;
  /** The service's answers on a row. */
  readonly answers: (row: Row) => readonly Answer[];
  readonly describe?: (cockpit: Known & Shown, row: Row) => Description;
  readonly actions?: (cockpit: Cockpit, row: Row | undefined) => readonly Action[];
  readonly bindings?: (cockpit: Cockpit, row: Row | undefined) => readonly Binding[];
  /** The thing of the cluster that the row is, for its log and its tasks. */
  readonly subject?: (cockpit: Known & Shown, row: Row) => Subject | undefined;
  /** Where else the row can be looked at. */
  readonly links?: (cockpit: Known & Shown, row: Row) => readonly RowLink[];
}

/** Makes a pane of a declared list. */
export function listPane<Row extends object>(pane: ListPane<Row>): Pane {
  const { id, reads, calls = [], dated, summary, answers } = pane;
  const { title, compact } = PANE_FACTS[id];
  const { rows, describe, ...view } = listView<Row>({
    ...pane,
    title,
    place: paneList(id),
    answers: (_cockpit, row) => answers(row),
  });
  return {
    ...view,
    id,
    reads,
    calls,
    dated,
    summary,
    // Title, header, and a row of space below.
    ...(compact && { wants: (cockpit: Known & Shown) => rows(cockpit).length + 3 }),
    ...(pane.describe && { describe }),
    body: (cockpit, drawing) =>
      cockpit.cache.slot(dated).data === undefined
        ? waitingLines(cockpit, dated, drawing.box.width).slice(0, drawing.box.height)
        : view.body(cockpit, drawing),
  };
}
