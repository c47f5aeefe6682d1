import type { OperationId } from '../../api/contract/index.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Look } from '../../lib/look.ts';
import type { Answer } from '../../store/answers.ts';
import type { Action, Description, Way } from '../../store/action/action.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { PANE_FACTS, type PaneId } from '../../store/session/panes.ts';
import { listBody } from './body.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { paneList } from './place.ts';
import { linkWay } from './screen.ts';
import { columnsOf, currentOf, type Kept, keeper, listed, type ListSource } from './rows.ts';
import { titleDetail } from './title.ts';
import type { Pane } from '../pane.ts';
import type { Link, PaneLink } from '../screen.ts';
import { sortBindings } from './sorting.ts';
import { type TableText, tableText } from './tableText.ts';
import { type Subject, traceWays, wayBinding } from '../traces.ts';
import { waitingLines } from '../waiting.ts';

/** A pane that is a list of rows, declared: where they come from, their columns, what can be done to one. */
export interface ListPane<Row> extends Omit<ListSource<Row>, 'place'> {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** The operations that its actions call. */
  readonly calls?: readonly OperationId[];
  /** Nothing can be said before this resource was read; its age stands in the title. */
  readonly dated: Resource;
  readonly summary: (cockpit: Cockpit) => string;
  /** What the service answered of a row. */
  readonly answers: (row: Row) => readonly Answer[];
  readonly describe?: (cockpit: Cockpit, row: Row) => Description;
  readonly actions?: (cockpit: Cockpit, row: Row | undefined) => readonly Action[];
  readonly bindings?: (cockpit: Cockpit, row: Row | undefined) => readonly Binding[];
  /** What of the cluster the row is, for its log and its tasks. */
  readonly subject?: (cockpit: Cockpit, row: Row) => Subject | undefined;
  /** Where else the row can be looked at. */
  readonly links?: (cockpit: Cockpit, row: Row) => readonly (Link | PaneLink)[];
}

/** The list as text. */
function textOf<Row extends object>(
  { id, rowId, answers }: ListPane<Row>,
  look: Look,
  { columns, all, shown }: Kept<Row>,
  selected: Row | undefined,
): TableText {
  return tableText(PANE_FACTS[id].title, look, { columns, all, rows: shown.rows, rowId, selected, answers });
}

/** Makes a pane of a declared list. */
export function listPane<Row extends object>(pane: ListPane<Row>): Pane {
  const place = paneList(pane.id);
  const kept = keeper<Row>({ ...pane, place });
  const selected = (cockpit: Cockpit) => currentOf(cockpit, place, kept(cockpit).shown);
  const { actions } = pane;
  const actionsNow = (cockpit: Cockpit) => actions?.(cockpit, selected(cockpit)) ?? [];
  const links = (cockpit: Cockpit) => {
    const row = selected(cockpit);
    return (row && pane.links?.(cockpit, row)) ?? [];
  };
  const ways = (cockpit: Cockpit): readonly Way[] => {
    const row = selected(cockpit);
    return [
      ...(pane.subject ? traceWays(cockpit, row && pane.subject(cockpit, row)) : []),
      ...(pane.links ? [{ ...linkWay(cockpit, links(cockpit)), footer: 16 }] : []),
    ];
  };
  const describe = (cockpit: Cockpit) => (id: string) => {
    const row = pane.rows(cockpit).find((candidate) => pane.rowId(candidate) === id);
    return row === undefined ? undefined : pane.describe?.(cockpit, row);
  };
  return {
    id: pane.id,
    reads: pane.reads,
    calls: pane.calls ?? [],
    dated: pane.dated,
    // Title, header, and a row of space below.
    ...(PANE_FACTS[pane.id].compact
      ? { wants: (cockpit: Cockpit) => kept(cockpit).shown.rows.length + 3 }
      : {}),
    body: (cockpit, drawing) =>
      cockpit.cache.slot(pane.dated).data === undefined
        ? waitingLines(cockpit, pane.dated, drawing.box.width).slice(0, drawing.box.height)
        : listBody(cockpit, place, kept(cockpit), { ...drawing, empty: pane.empty }),
    status: (cockpit) => titleDetail(cockpit, kept(cockpit).shown),
    summary: pane.summary,
    list: (cockpit) => listed({ ...pane, place }, kept(cockpit).shown),
    table: (cockpit) => textOf(pane, cockpit.look, kept(cockpit), selected(cockpit)),
    bindings: (cockpit) => [
      ...(pane.bindings?.(cockpit, selected(cockpit)) ?? []),
      ...ways(cockpit).map(wayBinding),
      ...cursorBindings(cockpit, place, () => kept(cockpit).shown.ids),
      ...sortBindings(cockpit, place, () => columnsOf(pane, cockpit)),
      describeBinding(
        cockpit,
        () => {
          const row = selected(cockpit);
          return row === undefined ? undefined : pane.rowId(row);
        },
        describe(cockpit),
        () => actionsNow(cockpit),
        () => ways(cockpit),
      ),
    ],
    ...(pane.describe && {
      describe: (cockpit: Cockpit) => {
        const row = selected(cockpit);
        return row && pane.describe?.(cockpit, row);
      },
    }),
    ...(actions ? { actions: actionsNow } : {}),
  };
}
