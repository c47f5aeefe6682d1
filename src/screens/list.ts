import type { Binding } from '../keys/binding.ts';
import type { Action, Description } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { RESOURCE_OPERATIONS } from '../store/resourceOperations.ts';
import type { ResourceId } from '../store/resources.ts';
import type { PaneId } from '../store/view.ts';
import { settle } from '../widgets/viewport.ts';
import { listBody } from './listBody.ts';
import { cursorBindings, describeBinding, sortBindings } from './listKeys.ts';
import { paneList } from './listPlace.ts';
import { openLinks } from './listScreen.ts';
import { keeper, type ListSource, titleDetail } from './listRows.ts';
import type { Pane } from './pane.ts';
import type { Link, PaneLink } from './screen.ts';
import { tableText } from './tableText.ts';
import { waitingLines } from './waiting.ts';

/** A pane that is a list of rows, declared: where they come from, their columns, what can be done to one. */
export interface ListPane<Row> extends Omit<ListSource<Row>, 'place'> {
  readonly id: PaneId;
  readonly title: string;
  readonly reads: readonly ResourceId[];
  /** Nothing can be said before this resource was read; its age stands in the title. */
  readonly dated: ResourceId;
  /** Takes no more rows than it has to show. */
  readonly compact?: boolean;
  readonly summary: (cockpit: Cockpit) => string;
  readonly describe?: (cockpit: Cockpit, row: Row) => Description;
  readonly actions?: (cockpit: Cockpit, row: Row | undefined) => readonly Action[];
  readonly bindings?: (cockpit: Cockpit) => readonly Binding[];
  /** Where else the row can be looked at. */
  readonly links?: (cockpit: Cockpit, row: Row) => readonly (Link | PaneLink)[];
}

/** The key that opens the menu of what is related to the row under the cursor. */
const linkBinding = (cockpit: Cockpit, links: () => readonly (Link | PaneLink)[]): Binding => ({
  keys: ['o'],
  label: 'related',
  help: 'Go to what is related to the row',
  disabled: () => (links().length === 0 ? 'nothing is related to it' : undefined),
  run: () => openLinks(cockpit, links()),
});

/** Makes a pane of a declared list. */
export function listPane<Row extends object>(pane: ListPane<Row>): Pane {
  const place = paneList(pane.id);
  const kept = keeper<Row>({ ...pane, place });
  const selected = (cockpit: Cockpit): Row | undefined => {
    const { rows, ids } = kept(cockpit).shown;
    return rows[settle(place.get(cockpit), ids, place.pageRows(cockpit)).index];
  };
  const { actions } = pane;
  const actionsNow = (cockpit: Cockpit) => actions?.(cockpit, selected(cockpit)) ?? [];
  const links = (cockpit: Cockpit) => {
    const row = selected(cockpit);
    return (row && pane.links?.(cockpit, row)) ?? [];
  };
  const describe = (cockpit: Cockpit) => (id: string) => {
    const row = pane.rows(cockpit).find((candidate) => pane.rowId(candidate) === id);
    return row === undefined ? undefined : pane.describe?.(cockpit, row);
  };
  return {
    id: pane.id,
    title: pane.title,
    reads: pane.reads,
    dated: pane.dated,
    // Title, header, and a row of space below.
    ...(pane.compact ? { wants: (cockpit: Cockpit) => kept(cockpit).shown.rows.length + 3 } : {}),
    body: (cockpit, { box, focused }) =>
      cockpit.data.getState().slots[pane.dated].data === undefined
        ? waitingLines(cockpit, pane.dated, box.width).slice(0, box.height)
        : listBody(cockpit, place, kept(cockpit), { box, focused, empty: pane.empty }),
    status: (cockpit) => titleDetail(cockpit, kept(cockpit).shown),
    summary: pane.summary,
    table: (cockpit) =>
      tableText(
        { title: pane.title, operations: pane.reads.map((id) => RESOURCE_OPERATIONS[id]) },
        {
          columns: kept(cockpit).columns,
          all: kept(cockpit).all,
          rows: kept(cockpit).shown.rows,
          rowId: pane.rowId,
          selected: selected(cockpit),
        },
      ),
    bindings: (cockpit) => [
      ...(pane.bindings?.(cockpit) ?? []),
      ...(pane.links ? [linkBinding(cockpit, () => links(cockpit))] : []),
      ...cursorBindings(cockpit, place, () => kept(cockpit).shown.ids),
      ...sortBindings(cockpit, place, () => pane.columns(cockpit)),
      describeBinding(
        cockpit,
        () => {
          const row = selected(cockpit);
          return row === undefined ? undefined : pane.rowId(row);
        },
        describe(cockpit),
        () => actionsNow(cockpit),
      ),
    ],
    ...(actions ? { actions: actionsNow } : {}),
  };
}
