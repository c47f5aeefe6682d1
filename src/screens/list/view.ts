import type { Binding } from '../../keys/binding.ts';
import type { Action, Description, Way } from '../../store/action/action.ts';
import type { Answer } from '../../store/answers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Drawing } from '../pane.ts';
import { type Subject, traceWays, wayBinding } from '../traces.ts';
import { listBody } from './body.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { linkWay, type RowLink } from './links.ts';
import { columnsOf, currentOf, keeper, type Listed, listed, type ListSource } from './rows.ts';
import { sortBindings } from './sorting.ts';
import { type TableText, tableText } from './tableText.ts';
import { titleDetail } from './title.ts';
import { noRow } from './underCursor.ts';

/** A list of rows with what can be done there, whether a pane or a screen shows it. */
export interface ListSpec<Row> extends ListSource<Row> {
  readonly title: string;
  /** The service's answers on a row. */
  readonly answers: (cockpit: Known & Shown, row: Row) => readonly Answer[];
  /** All that is known of a row. */
  readonly describe?: ((cockpit: Known & Shown, row: Row) => Description | undefined) | undefined;
  readonly actions?: ((cockpit: Cockpit, row: Row | undefined) => readonly Action[]) | undefined;
  /** Keys of its own. */
  readonly bindings?: ((cockpit: Cockpit, row: Row | undefined) => readonly Binding[]) | undefined;
  /** The thing of the cluster that the row is, for its log and its tasks. */
  readonly subject?: ((cockpit: Known & Shown, row: Row) => Subject | undefined) | undefined;
  /** Where else the row can be looked at. */
  readonly links?: ((cockpit: Known & Shown, row: Row) => readonly RowLink[]) | undefined;
}

/** The parts of a view that shows a list; each works on the list as it is by then. */
export interface ListView<Row> {
  readonly rows: (cockpit: Known & Shown) => readonly Row[];
  readonly body: (cockpit: Known & Shown, drawing: Drawing) => readonly string[];
  readonly status: (cockpit: Known & Shown) => string;
  readonly bindings: (cockpit: Cockpit) => readonly Binding[];
  readonly actions: (cockpit: Cockpit) => readonly Action[];
  readonly describe: (cockpit: Known & Shown) => Description | undefined;
  readonly list: (cockpit: Known & Shown) => Listed;
  readonly table: (cockpit: Known & Shown) => TableText;
}

/** The log and the tasks of the row, and what is related to it. */
function waysOf<Row extends object>(
  cockpit: Cockpit,
  spec: ListSpec<Row>,
  row: Row | undefined,
): readonly Way[] {
  const { subject, links } = spec;
  const nothing = noRow(row);
  return [
    ...(subject ? traceWays(cockpit, row && subject(cockpit, row), nothing) : []),
    ...(links ? [linkWay(cockpit, (row && links(cockpit, row)) ?? [], nothing)] : []),
  ];
}

/** Makes the parts of a view of a declared list. */
export function listView<Row extends object>(spec: ListSpec<Row>): ListView<Row> {
  const { place, rowId } = spec;
  const kept = keeper<Row>(spec);
  const selected = (cockpit: Known & Shown) => currentOf(cockpit, place, kept(cockpit).shown);
  const actions = (cockpit: Cockpit) => spec.actions?.(cockpit, selected(cockpit)) ?? [];
  const ways = (cockpit: Cockpit) => waysOf(cockpit, spec, selected(cockpit));
  const describe = (cockpit: Known & Shown, id: string) => {
    const row = spec.rows(cockpit).find((candidate) => rowId(candidate) === id);
    return row && spec.describe?.(cockpit, row);
  };
  const selectedId = (cockpit: Known & Shown) => {
    const row = selected(cockpit);
    return row && rowId(row);
  };
  return {
    rows: (cockpit) => kept(cockpit).shown.rows,
    actions,
    body: (cockpit, drawing) => listBody(cockpit, place, kept(cockpit), { ...drawing, empty: spec.empty }),
    status: (cockpit) => titleDetail(cockpit, kept(cockpit).shown),
    bindings: (cockpit) => [
      ...(spec.bindings?.(cockpit, selected(cockpit)) ?? []),
      ...ways(cockpit).map(wayBinding),
      ...cursorBindings(cockpit, place, () => kept(cockpit).shown.ids),
      ...sortBindings(cockpit, place, () => columnsOf(spec, cockpit)),
      describeBinding(
        cockpit,
        () => selectedId(cockpit),
        (id) => describe(cockpit, id),
        () => actions(cockpit),
        () => ways(cockpit),
      ),
    ],
    describe: (cockpit) => {
      const row = selected(cockpit);
      return row && spec.describe?.(cockpit, row);
    },
    list: (cockpit) => listed(spec, kept(cockpit).shown),
    table: (cockpit) => {
      const { columns, all, shown } = kept(cockpit);
      return tableText(spec.title, cockpit.look, {
        columns,
        all,
        rows: shown.rows,
        rowId,
        selected: selected(cockpit),
        answers: (row) => spec.answers(cockpit, row),
      });
    },
  };
}
