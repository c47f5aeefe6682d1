import type { Binding } from '../../keys/binding.ts';
import type { Action, Description, NavigationKey } from '../../store/action/action.ts';
import type { RowAnswer } from '../../store/answers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Level } from '../../store/facts/level.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type Page, pageOf } from '../page.ts';
import { type Subject, activityKeys, navigationBinding } from '../relatedActivity.ts';
import type { View } from '../view.ts';
import type { ListAction } from './action.ts';
import { caseLinks, causeOf, withCause } from './blame.ts';
import { listBody } from './body.ts';
import { columnsOf, type ListColumns } from './columns.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { linksKey, type RowLink } from './links.ts';
import type { BlamedRows } from './marks.ts';
import { neededColumns } from './needed.ts';
import { currentOf, createListCache, listed, type ListRows } from './rows.ts';
import { sortBindings } from './sorting.ts';
import { tableText } from './tableText.ts';
import { thingOf, type Things } from './thing.ts';
import { titleDetail } from './title.ts';
import { noRow } from './underCursor.ts';

/** A list of rows as a pane or a screen declares it: how they look, and what can be done there. */
export interface RowSpec<Row extends object> extends Pick<ListRows<Row>, 'live' | 'subjects'> {
  readonly rowId: (row: Row) => string;
  readonly columns: ListColumns<Row>;
  /** The level of a row; all are okay, unless said. */
  readonly level?: (row: Row) => Level;
  /** The trouble with it, where the level does not say it all. */
  readonly trouble?: (row: Row) => string | undefined;
  /** The parts of the cluster that its rows are: those that a cause blames have a mark. */
  readonly blamed?: BlamedRows<Row>;
  /** The words for rows that are all okay and have no room on the deck, such as "5 pools whole"; they begin with a number. */
  readonly fine?: (rows: readonly Row[]) => string;
  readonly empty: string;
  /** Its rows are the lines of a text or the fields of one thing: the page of one, which says no more, does not stand by them. */
  readonly isText?: true;
  /** All that is known of a row, where that is more than a page. */
  readonly describe?: (cockpit: Known & Shown, row: Row, scope: Scope) => Description | undefined;
  /** The page of a row; what it leaves open is told as the columns tell it. */
  readonly page?: Page<Row>;
  readonly actions?: readonly ListAction<Row>[];
  /** Where else the row can be looked at. */
  readonly links?: (row: Row, scope: Scope) => readonly RowLink[];
  /** The thing of the cluster that the row is, for its log and its tasks. */
  readonly subject?: (row: Row, scope: Scope, cockpit: Known) => Subject | undefined;
  /** Where the thing is listed that a row is, if not here; nothing for a row that is none. */
  readonly thing?: Things<Row>['thing'];
  /** Keys of its own. */
  readonly bindings?: (cockpit: Cockpit, scope: Scope, row: Row | undefined) => readonly Binding[];
}

/** A declared list where it stands: its rows, and the scope that it is in. */
export interface ListSpec<Row extends object>
  extends RowSpec<Row>, Pick<ListRows<Row>, 'place' | 'rows' | 'filtered'> {
  readonly title: string;
  readonly home?: string | undefined;
  readonly scope: (cockpit: Shown) => Scope;
  /** The service's answers on a row. */
  readonly answers: (cockpit: Known & Shown, row: Row) => readonly RowAnswer[];
  /** Tells whether what the list is about is gone, so that nothing can be done there. */
  readonly isMissing?: (cockpit: Known & Shown) => boolean;
}

/** A view that shows a list; each of its parts works on the list as it is by then. */
export interface ListView<Row>
  extends Required<Omit<View<unknown>, 'neededColumns' | 'told'>>, Pick<View<unknown>, 'neededColumns'> {
  readonly rows: (cockpit: Known & Shown) => readonly Row[];
}

/** The log and the tasks of the row, and what is related to it. */
function waysOf<Row extends object>(
  cockpit: Cockpit,
  { subject, links, scope, blamed }: ListSpec<Row>,
  row: Row | undefined,
): readonly NavigationKey[] {
  const nothing = noRow(row);
  const here = scope(cockpit);
  const ways = (of: Row) => [...caseLinks(causeOf(cockpit, { blamed }, of)), ...(links?.(of, here) ?? [])];
  return [
    ...(subject ? activityKeys(cockpit, row && subject(row, here, cockpit), nothing) : []),
    ...(links ? [linksKey(cockpit, row ? ways(row) : [], nothing)] : []),
  ];
}

/** The actions on a row; each can ask how the row is by then. */
function actionsFor<Row extends object>(
  cockpit: Cockpit,
  { actions = [], rows, rowId, scope, isMissing }: ListSpec<Row>,
  row: Row | undefined,
): readonly Action[] {
  if (isMissing?.(cockpit)) return [];
  const now = () => row && rows(cockpit).find((other) => rowId(other) === rowId(row));
  return actions.map(({ make }) => make(cockpit, scope(cockpit), row, now));
}

/** All that is known of a row, with the names of what is related to it. */
function descriptionOf<Row extends object>(
  cockpit: Known & Shown,
  spec: ListSpec<Row> & Required<Pick<RowSpec<Row>, 'level'>>,
  row: Row,
): Description {
  const scope = spec.scope(cockpit);
  const columns = columnsOf(spec, cockpit);
  const paged = { row, columns, level: spec.level(row), trouble: spec.trouble?.(row), scope };
  const description = spec.describe?.(cockpit, row, scope) ?? pageOf(cockpit, spec.page ?? {}, paged);
  const related = spec.links?.(row, scope).map(({ label }) => label) ?? [];
  return related.length > 0 ? { ...description, related } : description;
}

/** Makes the parts of a view of a declared list. */
export function listView<Row extends object>(spec: ListSpec<Row>): ListView<Row> {
  const { place, rowId } = spec;
  const level = spec.level ?? ((): Level => 'ok');
  const kept = createListCache<Row>({ ...spec, level });
  const selected = (cockpit: Known & Shown) => currentOf(cockpit, place, kept(cockpit).shown);
  const actions = (cockpit: Cockpit) => actionsFor(cockpit, spec, selected(cockpit));
  const ways = (cockpit: Cockpit) => waysOf(cockpit, spec, selected(cockpit));
  const describe = (cockpit: Known & Shown, row: Row | undefined) =>
    row && withCause(cockpit, descriptionOf(cockpit, { ...spec, level }, row), causeOf(cockpit, spec, row));
  const selectedId = (cockpit: Known & Shown) => {
    const row = selected(cockpit);
    return row && rowId(row);
  };
  return {
    rows: (cockpit) => kept(cockpit).shown.rows,
    actions,
    body: (cockpit, drawing) => listBody(cockpit, { ...spec, level }, kept(cockpit), drawing),
    status: (cockpit) => titleDetail(cockpit, kept(cockpit).shown),
    bindings: (cockpit) => [
      ...(spec.bindings?.(cockpit, spec.scope(cockpit), selected(cockpit)) ?? []),
      ...ways(cockpit).map(navigationBinding),
      ...cursorBindings(cockpit, place, () => kept(cockpit).shown.ids),
      ...sortBindings(cockpit, place, () => columnsOf(spec, cockpit)),
      describeBinding(
        cockpit,
        () => selectedId(cockpit),
        (id) =>
          describe(
            cockpit,
            spec.rows(cockpit).find((row) => rowId(row) === id),
          ),
        () => actions(cockpit),
        () => ways(cockpit),
      ),
    ],
    describe: (cockpit) => describe(cockpit, selected(cockpit)),
    thing: (cockpit) => {
      const row = selected(cockpit);
      return row && thingOf(cockpit, spec, row);
    },
    subjects: (cockpit) => {
      const row = selected(cockpit);
      return (row && spec.subjects?.(row)) ?? [];
    },
    list: (cockpit) => listed(spec, kept(cockpit)),
    ...(spec.isText !== true && {
      neededColumns: (cockpit: Known & Shown, _at: unknown, columns: number) =>
        neededColumns(kept(cockpit), columns),
    }),
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
