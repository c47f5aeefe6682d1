import type { OperationId } from '../../api/contract/index.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import type { Resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { paneHome } from '../../store/session/favourites.ts';
import { PANE_FACTS, type PaneId } from '../../store/session/panes.ts';
import type { Pane } from '../pane.ts';
import { waitingLines } from '../waiting.ts';
import { rowDescription } from './description.ts';
import { favouriteStateOf } from './favourite.ts';
import { paneList } from './handle.ts';
import type { ListRows } from './rows.ts';
import type { RowSpec } from './spec.ts';
import { listView } from './view.ts';

/** The declaration of a pane that is a list: the source of its rows, its columns, and its actions. */
export interface ListPane<Row extends object> extends RowSpec<Row>, Pick<ListRows<Row>, 'rows' | 'filtered'> {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** Operations that are called for the row under the cursor, in addition to `reads`. */
  readonly alsoReads?: readonly OperationId[];
  /** The resource that must be read before anything is shown; the title shows its age. */
  readonly dated: Resource;
  readonly changing?: Pane['changing'];
  readonly outdatedBy?: Pane['outdatedBy'];
  readonly summary: (cockpit: Known & Shown) => string;
  /** The service's answers that a row is made from. */
  readonly answers: (row: Row) => readonly RowAnswer[];
}

const NO_SCOPE = {};

/** Makes a pane from a declared list. */
export function listPane<Row extends object>(pane: ListPane<Row>): Pane {
  const { id, reads, alsoReads = [], actions = [], dated, summary, answers } = pane;
  const { title, quiet } = PANE_FACTS[id];
  const handle = paneList(id);
  const list = { level: () => 'ok' as const, ...pane };
  const isKnown = ({ cache }: Known) => cache.slot(dated).data !== undefined;
  const { rows, ...view } = listView<Row>({
    ...pane,
    title,
    handle,
    home: paneHome(id),
    scope: () => NO_SCOPE,
    isKnown,
    answers: (_cockpit, row) => answers(row),
  });
  return {
    ...view,
    id,
    reads,
    operations: [...alsoReads, ...actions.map(({ operation }) => operation)],
    dated,
    ...(pane.changing && { changing: pane.changing }),
    ...(pane.outdatedBy && { outdatedBy: pane.outdatedBy }),
    summary,
    favouriteState(cockpit, _at, row) {
      const all = pane.rows(cockpit);
      const describe = (of: Row) => rowDescription(cockpit, list, of, NO_SCOPE);
      // Rows are made from several answers: while one is missing, an absent row does not mean that its object is gone.
      const isWhole = reads.every((one) => cockpit.cache.slot(one).data !== undefined);
      return isWhole || all.some((one) => pane.rowId(one) === row)
        ? favouriteStateOf(cockpit, list, { rows: all, isWhole, describe }, row)
        : undefined;
    },
    // Room for the title, the header, and a blank row below.
    ...(quiet !== undefined && { wants: (cockpit: Known & Shown) => rows(cockpit).length + quiet }),
    body: (cockpit, drawing, at) =>
      isKnown(cockpit) ? view.body(cockpit, drawing, at) : waitingLines(cockpit, dated, drawing.box),
  };
}
