import type { Action, NavigationKey } from '../../store/action/action.ts';
import type { Level } from '../../store/answers/level.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { figureGraphs, figuresOf, type Measured } from '../figures/figures.ts';
import { activityKeys, navigationBinding } from '../relatedActivity.ts';
import type { View } from '../view.ts';
import { caseLinks, causeOf, withCause } from './blame.ts';
import { listBody } from './body.ts';
import { rowDescription } from './description.ts';
import { favouriteOf } from './favourite.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { linksKey } from './links.ts';
import { neededColumns } from './needed.ts';
import { currentOf, createListCache, listedRows } from './rows.ts';
import { sortBindings } from './sorting.ts';
import type { ListSpec } from './spec.ts';
import { tableText } from './tableText.ts';
import { titleDetail } from './title.ts';
import { noRow } from './underCursor.ts';

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

/** The resources that the page of a row needs besides those of its list. */
const pageReads = <Row extends object>(
  { subject }: ListSpec<Row>,
  measured: readonly Measured[],
): readonly Resource[] => [...measured.map(figureGraphs), ...(subject ? [resources.tasks] : [])];

/** Makes the parts of a view from a declared list. */
export function listView<Row extends object>(spec: ListSpec<Row>): ListView<Row> {
  const { handle, rowId } = spec;
  const level = spec.level ?? ((): Level => 'ok');
  const list = { ...spec, level };
  const cacheOf = createListCache<Row>(list);
  const selected = (cockpit: Known & Shown) => currentOf(cockpit, handle, cacheOf(cockpit).shown);
  const actions = (cockpit: Cockpit) => actionsFor(cockpit, spec, selected(cockpit));
  const navigation = (cockpit: Cockpit) => navigationKeys(cockpit, spec, selected(cockpit));
  const describe = (cockpit: Known & Shown, row: Row | undefined) =>
    row &&
    withCause(cockpit, rowDescription(cockpit, list, row, spec.scope(cockpit)), causeOf(cockpit, spec, row));
  const rowOf = (cockpit: Known & Shown, id: string) => spec.rows(cockpit).find((row) => rowId(row) === id);
  const measured = (cockpit: Known, row: Row | undefined) => (row && spec.measured?.(row, cockpit)) ?? NONE;
  const selectedId = (cockpit: Known & Shown) => {
    const row = selected(cockpit);
    return row && rowId(row);
  };
  return {
    rows: (cockpit) => cacheOf(cockpit).shown.rows,
    actions,
    body: (cockpit, drawing) => listBody(cockpit, list, cacheOf(cockpit), drawing),
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
          reads: (id) => pageReads(spec, measured(cockpit, rowOf(cockpit, id))),
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
    list: (cockpit) => listedRows(list, cacheOf(cockpit)),
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
