import type { Binding } from '../../keys/binding.ts';
import type { Action, Description, NavigationKey } from '../../store/action/action.ts';
import type { Level } from '../../store/answers/level.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { lastLines } from '../log/lastLines.ts';
import { type Page, pageOf } from '../page.ts';
import { type Subject, activityKeys, navigationBinding } from '../relatedActivity.ts';
import type { ScreenLink } from '../screen.ts';
import { figureGraphs, figuresOf, type Measured } from '../stats/figures.ts';
import type { View } from '../view.ts';
import type { ListAction } from './action.ts';
import { caseLinks, causeOf, withCause } from './blame.ts';
import { listBody } from './body.ts';
import type { ColumnSpec } from './columns.ts';
import { favouriteOf, type FavouriteSource } from './favourite.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { linksKey, type RowLink } from './links.ts';
import type { BlamedRows } from './marks.ts';
import { neededColumns } from './needed.ts';
import { currentOf, createListCache, listedRows, type ListRows } from './rows.ts';
import { sortBindings } from './sorting.ts';
import { tableText } from './tableText.ts';
import { titleDetail } from './title.ts';
import { noRow } from './underCursor.ts';

/** The declaration of a pane's or a screen's list: the appearance of its rows, and their actions. */
export interface RowSpec<Row extends object> extends Pick<ListRows<Row>, 'live' | 'subjects'> {
  readonly rowId: (row: Row) => string;
  readonly columns: readonly ColumnSpec<Row>[];
  /** The level of a row; `ok` by default. */
  readonly level?: (row: Row) => Level;
  /** A row's trouble in words, if its level is not enough. */
  readonly trouble?: (row: Row) => string | undefined;
  /** The parts of the cluster that a row represents; rows that a cause blames get a mark. */
  readonly blamed?: BlamedRows<Row>;
  /** The text for fine rows that are out of sight on the deck, such as "5 pools whole"; it begins with a number. */
  readonly fine?: (rows: readonly Row[]) => string;
  readonly empty: ListRows<Row>['empty'];
  /** Set if the rows are lines of a text or fields of one object, so that a page of one row beside the list would add nothing. */
  readonly isText?: true;
  /** The description of a row, if it needs more than a page. */
  readonly describe?: (cockpit: Known & Shown, row: Row, scope: Scope) => Description | undefined;
  /** The page of a row; parts that are left out come from the columns. */
  readonly page?: Page<Row>;
  readonly actions?: readonly ListAction<Row>[];
  /** Links from a row to other views. */
  readonly links?: (row: Row, scope: Scope) => readonly RowLink[];
  /** The subject in the cluster that a row is, for its log and its tasks. */
  readonly subject?: (row: Row, scope: Scope, cockpit: Known) => Subject | undefined;
  /** The object of a row that the service may have graphs of; the page of the row shows its figures over time. */
  readonly measured?: (row: Row, cockpit: Known) => readonly Measured[];
  /** The favourite that a row stands for, if that belongs to another list; undefined for a row that cannot be one. */
  readonly favourite?: FavouriteSource<Row>['favourite'];
  /** Additional keys. */
  readonly bindings?: (cockpit: Cockpit, scope: Scope, row: Row | undefined) => readonly Binding[];
}

/** A declared list with access to its view state, its rows, and its scope. */
export interface ListSpec<Row extends object>
  extends RowSpec<Row>, Pick<ListRows<Row>, 'handle' | 'rows' | 'filtered'> {
  readonly title: string;
  readonly home?: string | undefined;
  readonly scope: (cockpit: Shown) => Scope;
  /** The screen that Enter opens; by default the description of the row. */
  readonly open?: (row: Row, scope: Scope) => Omit<ScreenLink, 'label'>;
  /** The service's answers that a row is made from. */
  readonly answers: (cockpit: Known & Shown, row: Row) => readonly RowAnswer[];
  /** True if what the list is about is gone, so that its actions are removed. */
  readonly isMissing?: (cockpit: Known & Shown) => boolean;
  /** False before the first answer, when the list has no rows to count. */
  readonly isKnown?: (cockpit: Known) => boolean;
}

/** A view that shows a list; each part reads the current state of the list. */
export interface ListView<Row>
  extends
    Required<Omit<View<unknown>, 'neededColumns' | 'favouriteState'>>,
    Pick<View<unknown>, 'neededColumns'> {
  readonly rows: (cockpit: Known & Shown) => readonly Row[];
}

const NONE: readonly never[] = [];

/** The keys to a row's log, its tasks, and what is related to it. */
function navigationKeys<Row extends object>(
  cockpit: Cockpit,
  { subject, links, scope, blamed }: ListSpec<Row>,
  row: Row | undefined,
): readonly NavigationKey[] {
  const nothing = noRow(row);
  const scopeNow = scope(cockpit);
  const linksOf = (of: Row) => [
    ...caseLinks(causeOf(cockpit, { blamed }, of)),
    ...(links?.(of, scopeNow) ?? []),
  ];
  return [
    ...(subject ? activityKeys(cockpit, row && subject(row, scopeNow, cockpit), nothing) : []),
    ...(links ? [linksKey(cockpit, row ? linksOf(row) : [], nothing)] : []),
  ];
}

/** The actions on a row; each can look up the row's current state. */
function actionsFor<Row extends object>(
  cockpit: Cockpit,
  { actions = [], rows, rowId, scope, isMissing }: ListSpec<Row>,
  row: Row | undefined,
): readonly Action[] {
  if (isMissing?.(cockpit)) return [];
  const now = () => row && rows(cockpit).find((other) => rowId(other) === rowId(row));
  return actions.map(({ make }) => make(cockpit, scope(cockpit), row, now));
}

/** The lists on the page of a row: what Enter opens, under the name of its link if it has one, and the links that say so. */
function listsOnPage(
  links: readonly RowLink[],
  opened: Omit<ScreenLink, 'label'> | undefined,
): NonNullable<Description['lists']> {
  const isOpened = ({ screen, scope }: ScreenLink) =>
    screen === opened?.screen && JSON.stringify(scope) === JSON.stringify(opened.scope);
  const shown = links.filter((link) => 'screen' in link && (link.onPage !== undefined || isOpened(link)));
  const named = shown as readonly ScreenLink[];
  return opened === undefined || named.some(isOpened) ? named : [opened, ...named];
}

/** The description of a row, with the names of its links and its last log lines. */
function descriptionOf<Row extends object>(
  cockpit: Known & Shown,
  spec: ListSpec<Row> & Required<Pick<RowSpec<Row>, 'level'>>,
  row: Row,
): Description {
  const scope = spec.scope(cockpit);
  const paged = { row, columns: spec.columns, level: spec.level(row), trouble: spec.trouble?.(row), scope };
  const description = spec.describe?.(cockpit, row, scope) ?? pageOf(cockpit, spec.page ?? {}, paged);
  const links = spec.links?.(row, scope) ?? [];
  const related = links.map(({ label }) => label);
  const { describe, page, open } = spec;
  // A page with a table or a text of its own shows there what Enter opens.
  const isShown = (describe ?? page?.table ?? page?.text) !== undefined;
  const lists = listsOnPage(links, isShown ? undefined : open?.(row, scope));
  const subject = spec.subject?.(row, scope, cockpit);
  return {
    ...description,
    ...(related.length > 0 && { related }),
    ...(lists.length > 0 && { lists }),
    ...(subject !== undefined && { log: lastLines(cockpit, subject) }),
  };
}

/** Makes the parts of a view from a declared list. */
export function listView<Row extends object>(spec: ListSpec<Row>): ListView<Row> {
  const { handle, rowId } = spec;
  const level = spec.level ?? ((): Level => 'ok');
  const cacheOf = createListCache<Row>({ ...spec, level });
  const selected = (cockpit: Known & Shown) => currentOf(cockpit, handle, cacheOf(cockpit).shown);
  const actions = (cockpit: Cockpit) => actionsFor(cockpit, spec, selected(cockpit));
  const navigation = (cockpit: Cockpit) => navigationKeys(cockpit, spec, selected(cockpit));
  const describe = (cockpit: Known & Shown, row: Row | undefined) =>
    row && withCause(cockpit, descriptionOf(cockpit, { ...spec, level }, row), causeOf(cockpit, spec, row));
  const rowOf = (cockpit: Known & Shown, id: string) => spec.rows(cockpit).find((row) => rowId(row) === id);
  const measured = (cockpit: Known, row: Row | undefined) => (row && spec.measured?.(row, cockpit)) ?? NONE;
  const selectedId = (cockpit: Known & Shown) => {
    const row = selected(cockpit);
    return row && rowId(row);
  };
  return {
    rows: (cockpit) => cacheOf(cockpit).shown.rows,
    actions,
    body: (cockpit, drawing) => listBody(cockpit, { ...spec, level }, cacheOf(cockpit), drawing),
    status: (cockpit) => titleDetail(cockpit, cacheOf(cockpit).shown, spec.isKnown?.(cockpit)),
    bindings: (cockpit) => [
      ...(spec.bindings?.(cockpit, spec.scope(cockpit), selected(cockpit)) ?? []),
      ...navigation(cockpit).map(navigationBinding),
      ...cursorBindings(cockpit, handle, () => cacheOf(cockpit).shown.ids),
      ...sortBindings(cockpit, handle, spec.columns),
      describeBinding(
        cockpit,
        () => selectedId(cockpit),
        (id) => {
          const row = rowOf(cockpit, id);
          const description = describe(cockpit, row);
          const history = measured(cockpit, row).flatMap((object) => figuresOf(cockpit, object));
          return description && { ...description, history };
        },
        {
          actions: () => actions(cockpit),
          navigation: () => navigation(cockpit),
          reads: (id) => measured(cockpit, rowOf(cockpit, id)).map(figureGraphs),
        },
      ),
    ],
    describe: (cockpit) => describe(cockpit, selected(cockpit)),
    favourite: (cockpit) => {
      const row = selected(cockpit);
      return row && favouriteOf(cockpit, spec, row);
    },
    subjects: (cockpit) => {
      const row = selected(cockpit);
      return (row && spec.subjects?.(row)) ?? [];
    },
    list: (cockpit) => listedRows(spec, cacheOf(cockpit)),
    ...(spec.isText !== true && {
      neededColumns: (cockpit: Known & Shown, _at: unknown, columns: number, most: number) =>
        neededColumns(cacheOf(cockpit), columns, most),
    }),
    table: (cockpit) => {
      const { columns, all, shown } = cacheOf(cockpit);
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
