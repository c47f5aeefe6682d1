import type { OperationId } from '../../api/contract/index.ts';
import type { Binding } from '../../keys/binding.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import type { Reads } from '../../store/cache/resource.ts';
import { isMissing } from '../../store/cache/slot.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { screenHome } from '../../store/session/favourites.ts';
import { PAGE, topScreen, updateScreen } from '../../store/session/screenView.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import { openScreen, type Screen } from '../screen.ts';
import { screenWaiting } from '../waiting.ts';
import { rowDescription } from './description.ts';
import { GONE, favouriteStateOf } from './favourite.ts';
import { firstRowLines } from './firstRows.ts';
import { screenList } from './handle.ts';
import { type Listing, listDataOf, type ListSource } from './source.ts';
import type { ListSpec, RowSpec } from './spec.ts';
import { noRow } from './underCursor.ts';
import { listView } from './view.ts';

export { type Listing, listData } from './source.ts';
export { afterForm, type ListAction, rowAction, rowPlanAction, screenAction } from './action.ts';

/** A list screen's names and words, in addition to its rows. */
interface RowList<Row extends object> extends RowSpec<Row>, Pick<ListSpec<Row>, 'open'> {
  readonly id: string;
  readonly names: readonly string[];
  readonly needs?: readonly string[];
  readonly optional?: readonly string[];
  readonly group: string;
  readonly title: string;
  readonly help: string;
  /** The service's answers that a row is made from; `whole` if they are given by the listing for all rows together. */
  readonly answers: ((row: Row) => readonly RowAnswer[]) | 'whole';
}

/** The declaration of a screen that is a list. */
export type ListScreen<R extends Reads, Row extends object> = RowList<Row> & ListSource<R, Row>;

const NONE: readonly never[] = [];

/** True if the service has more rows than have been read. */
const hasMore = ({ more, rows, total }: Listing<object>): boolean => more ?? rows.length < (total ?? 0);

/** The keys of a list screen, in addition to those of every list. */
function ownBindings<Row extends object>(
  cockpit: Cockpit,
  {
    spec,
    screen,
    row,
    data,
  }: {
    readonly spec: RowList<Row>;
    readonly screen: ScreenView;
    readonly row: Row | undefined;
    readonly data: Listing<Row> | undefined;
  },
): Binding[] {
  const isMore = data !== undefined && hasMore(data);
  const nothing = noRow(row);
  return [
    ...(spec.bindings?.(cockpit, screen.scope, row) ?? NONE),
    ...(spec.open
      ? [
          {
            keys: ['enter', 'right', 'l'],
            label: 'open',
            help: 'Open what the cursor is on',
            footer: 4,
            disabled: () => nothing,
            run: () => {
              const { screen: to, scope } = spec.open!(row!, screen.scope);
              openScreen(cockpit, to, scope);
            },
          },
        ]
      : NONE),
    {
      keys: ['m'],
      label: 'more',
      help: 'Read more rows of a list that comes in pages',
      ...(isMore ? { footer: 3 } : {}),
      disabled: () => (isMore ? undefined : 'all rows are loaded'),
      run: () => updateScreen(cockpit.view, (now) => ({ ...now, limit: now.limit + PAGE })),
    },
  ];
}

/** The identity and description of a screen. */
const screenWords = <Row extends object>(
  { id, names, needs = [], optional = [], group, title, help, actions = [] }: RowList<Row>,
  operations: readonly OperationId[],
) => ({
  id,
  names,
  needs,
  optional,
  group,
  title,
  help,
  operations: [...operations, ...actions.map(({ operation }) => operation)],
});

/** Makes a screen from a declared list, with the row type given first: `listScreen<PoolRow>()({...})`. */
export const listScreen =
  <Row extends object>() =>
  <R extends Reads>(spec: ListScreen<R, Row>): Screen =>
    makeScreen(spec);

function makeScreen<R extends Reads, Row extends object>(spec: ListScreen<R, Row>): Screen {
  const { id, title, answers } = spec;
  const { operations, reads, derive, of: dataOf, onTop } = listDataOf(id, spec);
  const topOf = (cockpit: Shown) => topScreen(cockpit.view.getState());
  const scopeOf = (cockpit: Shown): Scope => topOf(cockpit)?.scope ?? {};
  const list = { level: () => 'ok' as const, ...spec };
  const view = listView<Row>({
    // Every list screen has the key for related things.
    links: () => NONE,
    ...spec,
    handle: screenList,
    home: operations.length > 0 && spec.isText !== true ? screenHome(id) : undefined,
    scope: scopeOf,
    rows: (cockpit) => onTop(cockpit)?.rows ?? NONE,
    answers: (cockpit, row) => (answers === 'whole' ? (onTop(cockpit)?.answers ?? NONE) : answers(row)),
    bindings: (cockpit, _scope, row) => {
      const screen = topOf(cockpit);
      return screen ? ownBindings(cockpit, { spec, screen, row, data: dataOf(cockpit, screen) }) : NONE;
    },
    isMissing: (cockpit) => {
      const screen = topOf(cockpit);
      return screen === undefined || isMissing(cockpit.screens.slot(screen));
    },
  });
  return {
    ...screenWords(spec, operations),
    reads,
    derive,
    ...view,
    title,
    body: (cockpit, drawing, screen) =>
      dataOf(cockpit, screen) === undefined
        ? screenWaiting(cockpit, screen, drawing.box)
        : view.body(cockpit, drawing, screen),
    firstRows(cockpit, screen, box) {
      const rows = dataOf(cockpit, screen)?.rows ?? NONE;
      return rows.length === 0 ? NONE : firstRowLines(cockpit, spec, rows, box);
    },
    favouriteState(cockpit, screen, row) {
      const data = dataOf(cockpit, screen);
      if (isMissing(cockpit.screens.slot(screen))) return GONE;
      if (data === undefined) return undefined;
      const describe = (of: Row) => rowDescription(cockpit, list, of, screen.scope);
      return favouriteStateOf(cockpit, list, { rows: data.rows, isWhole: !hasMore(data), describe }, row);
    },
    status(cockpit, screen) {
      const data = dataOf(cockpit, screen);
      if (data === undefined) return '';
      const total = (data.total ?? 0) > data.rows.length ? ` of ${data.total}` : '';
      const more = total !== '' || data.more === true ? `${total}, m reads more` : '';
      return `${view.status(cockpit, screen)}${more}`;
    },
    // Rows that come from no service are not offered.
    ...(operations.length > 0 && {
      rowIds: (cockpit: Known, screen: ScreenView) => (dataOf(cockpit, screen)?.rows ?? NONE).map(spec.rowId),
    }),
  };
}
