import type { OperationId } from '../../api/contract/index.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Answer } from '../../store/answers.ts';
import type { Description } from '../../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Level } from '../../store/facts/level.ts';
import type { Reads } from '../../store/cache/resource.ts';
import { isMissing } from '../../store/cache/slot.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import { PAGE, topScreen, updateScreen } from '../../store/session/screenView.ts';
import { describeRow } from '../describeRow.ts';
import type { ListAction } from './action.ts';
import { screenList } from './place.ts';
import type { ListColumns } from './rows.ts';
import { type Listing, type ListSource, operationsOf, sourcesOf } from './source.ts';
import { type Link, openScreen, type Screen } from '../screen.ts';
import type { Subject } from '../traces.ts';
import { listView } from './view.ts';
import type { RowLink } from './links.ts';
import { noRow } from './underCursor.ts';
import { screenWaiting } from '../waiting.ts';

export { keptHere, type Listing } from './source.ts';
export { afterForm, type ListAction, rowAction, screenAction } from './action.ts';

/** The look of a list, and what can be done there. */
interface RowList<Row extends object> {
  readonly id: string;
  readonly names: readonly string[];
  readonly needs?: readonly string[];
  readonly optional?: readonly string[];
  readonly group: string;
  readonly title: string;
  readonly help: string;
  readonly rowId: (row: Row) => string;
  readonly columns: ListColumns<Row>;
  /** The level of a row; all are okay, unless said. */
  readonly level?: (row: Row) => Level;
  /** The trouble with it, where the level does not say it all. */
  readonly trouble?: (row: Row) => string | undefined;
  readonly empty: string;
  /** All that is known of a row; its fields as they came, unless said. */
  readonly describe?: (cockpit: Known & Shown, row: Row, scope: Scope) => Description;
  readonly actions?: readonly ListAction<Row>[];
  /** Where Enter leads; to the description of the row, unless said. */
  readonly open?: (row: Row, scope: Scope) => Omit<Link, 'label'>;
  /** The service's answers on a row; `whole` where the listing tells it of all rows together. */
  readonly answers: ((row: Row) => readonly Answer[]) | 'whole';
  readonly links?: (row: Row, scope: Scope) => readonly RowLink[];
  /** The thing of the cluster that the row is, for its log and its tasks. */
  readonly subject?: (row: Row, scope: Scope) => Subject | undefined;
  readonly bindings?: (cockpit: Cockpit, scope: Scope, row: Row | undefined) => readonly Binding[];
}

/** An area's screen that is a list, declared. */
export type ListScreen<R extends Reads, Row extends object> = RowList<Row> & ListSource<R, Row>;

const NONE: readonly never[] = [];

/** The keys of a list screen beside those that every list has. */
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
  const hasMore = data !== undefined && (data.more ?? data.rows.length < (data.total ?? 0));
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
      ...(hasMore ? { footer: 3 } : {}),
      disabled: () => (hasMore ? undefined : 'all rows are here'),
      run: () => updateScreen(cockpit.view, (now) => ({ ...now, limit: now.limit + PAGE })),
    },
  ];
}

/** Names of the rows, to go to one of them; what was read from no service is nothing of the cluster. */
const rowIdsOf = <Row extends object>(
  { rowId }: Pick<RowList<Row>, 'rowId'>,
  operations: readonly OperationId[],
): Pick<Screen, 'rowIds'> =>
  operations.length > 0 ? { rowIds: (data) => (data as Listing<Row>).rows.map(rowId) } : {};

/** The words on what the screen is and does. */
const introduced = <Row extends object>(
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

/** Makes a screen of a declared list of such rows: `listScreen<PoolRow>()({...})`. */
export const listScreen =
  <Row extends object>() =>
  <R extends Reads>(spec: ListScreen<R, Row>): Screen =>
    screenOf(spec);

function screenOf<R extends Reads, Row extends object>(spec: ListScreen<R, Row>): Screen {
  const operations = operationsOf(spec);
  const dataOf = (cockpit: Known, screen: ScreenView | undefined) =>
    screen === undefined ? undefined : (cockpit.screens.slot(screen).data as Listing<Row> | undefined);
  const inForce = (cockpit: Shown) => topScreen(cockpit.view.getState());
  const shown = (cockpit: Known & Shown) => dataOf(cockpit, inForce(cockpit));
  const scopeOf = (cockpit: Shown): Scope => inForce(cockpit)?.scope ?? {};
  const { id, title, links = () => NONE, subject, answers } = spec;
  const view = listView<Row>({
    level: () => 'ok',
    ...spec,
    place: screenList,
    rows: (cockpit) => shown(cockpit)?.rows ?? NONE,
    answers: (cockpit, row) => (answers === 'whole' ? (shown(cockpit)?.answers ?? NONE) : answers(row)),
    describe: (cockpit, row) =>
      spec.describe?.(cockpit, row, scopeOf(cockpit)) ?? describeRow(cockpit, spec.rowId(row), row),
    subject: subject && ((cockpit, row) => subject(row, scopeOf(cockpit))),
    links: (cockpit, row) => links(row, scopeOf(cockpit)),
    bindings: (cockpit, row) => {
      const screen = inForce(cockpit);
      return screen ? ownBindings(cockpit, { spec, screen, row, data: dataOf(cockpit, screen) }) : NONE;
    },
    actions: (cockpit, row) => {
      const screen = inForce(cockpit);
      if (!screen || isMissing(cockpit.screens.slot(screen))) return NONE;
      const now = () =>
        row && dataOf(cockpit, screen)?.rows.find((other) => spec.rowId(other) === spec.rowId(row));
      return (spec.actions ?? []).map(({ make }) => make(cockpit, screen.scope, row, now));
    },
  });
  return {
    ...introduced(spec, operations),
    ...sourcesOf(id, spec),
    ...view,
    title,
    headerRows: 1,
    body: (cockpit, screen, drawing) =>
      dataOf(cockpit, screen) === undefined
        ? screenWaiting(cockpit, screen, drawing.box.width).slice(0, drawing.box.height)
        : view.body(cockpit, drawing),
    status(cockpit, screen) {
      const data = dataOf(cockpit, screen);
      if (data === undefined) return '';
      const total = (data.total ?? 0) > data.rows.length ? ` of ${data.total}` : '';
      const more = total !== '' || data.more === true ? `${total}, m reads more` : '';
      return `${view.status(cockpit)}${more}`;
    },
    ...rowIdsOf(spec, operations),
  };
}
