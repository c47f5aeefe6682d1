import type { OperationId } from '../../api/contract/index.ts';
import type { Binding } from '../../keys/binding.ts';
import { visible } from '../../lib/text.ts';
import type { Answer } from '../../store/answers.ts';
import type { Action, Description, Way } from '../../store/action/action.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { Level } from '../../store/facts/level.ts';
import type { Reads } from '../../store/cache/resource.ts';
import { isMissing } from '../../store/cache/slot.ts';
import {
  PAGE,
  type Scope,
  type ScreenView,
  topScreen,
  updateScreen,
} from '../../store/session/screenView.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { describeRow } from '../describeRow.ts';
import type { ListAction } from './action.ts';
import { listBody } from './body.ts';
import { cursorBindings, describeBinding } from './keys.ts';
import { screenList } from './place.ts';
import { columnsOf, currentOf, keeper, listed, type ListColumns } from './rows.ts';
import { type Listing, type ListSource, operationsOf, sourcesOf } from './source.ts';
import { titleDetail } from './title.ts';
import { type Link, openScreen, type PaneLink, type Screen } from '../screen.ts';
import { sortBindings } from './sorting.ts';
import { tableText } from './tableText.ts';
import { type Subject, traceWays, wayBinding } from '../traces.ts';
import { noRow } from './underCursor.ts';
import { screenWaiting } from '../waiting.ts';

export { keptHere, type Listing } from './source.ts';
export { afterForm, type ListAction, rowAction, screenAction } from './action.ts';

/** How a list is shown, and what can be done there. */
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
  /** How bad a row is; all are okay, unless said. */
  readonly level?: (row: Row) => Level;
  /** What is wrong with it, where the level does not say it all. */
  readonly trouble?: (row: Row) => string | undefined;
  readonly empty: string;
  /** All that is known of a row; its fields as they came, unless said. */
  readonly describe?: (cockpit: Cockpit, row: Row, scope: Scope) => Description;
  readonly actions?: readonly ListAction<Row>[];
  /** Where Enter leads; to the description of the row, unless said. */
  readonly open?: (row: Row, scope: Scope) => Omit<Link, 'label'>;
  /** What the service answered of a row; `whole` where the listing tells it of all rows together. */
  readonly answers: ((row: Row) => readonly Answer[]) | 'whole';
  readonly links?: (row: Row, scope: Scope) => readonly (Link | PaneLink)[];
  /** What of the cluster the row is, for its log and its tasks. */
  readonly subject?: (row: Row, scope: Scope) => Subject | undefined;
  readonly bindings?: (cockpit: Cockpit, scope: Scope, row: Row | undefined) => readonly Binding[];
}

/** An area's screen that is a list, declared. */
export type ListScreen<R extends Reads, Row extends object> = RowList<Row> & ListSource<R, Row>;

const NONE: readonly never[] = [];

function follow(cockpit: Cockpit, link: Link | PaneLink): void {
  if ('go' in link) link.go(cockpit);
  else {
    openScreen(cockpit, link.screen, link.scope);
    if (link.filter !== undefined) screenList.change(cockpit, { filter: link.filter, visit: true });
  }
}

/** Opens the menu of what is related to the row. */
function openLinks(cockpit: Cockpit, links: readonly (Link | PaneLink)[]): void {
  const items = links.map((link) => ({
    label: visible(link.label, cockpit.look.unicode),
    run: () => follow(cockpit, link),
  }));
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Go to', items: () => items, cursor: 0 });
}

/** The key of that menu. */
export const linkWay = (cockpit: Cockpit, links: readonly (Link | PaneLink)[], nothing?: string): Way => ({
  keys: ['o'],
  label: 'related',
  help: 'Go to what is related to the row',
  footer: 10,
  refused: nothing ?? (links.length === 0 ? 'nothing is related to it' : undefined),
  go: () => openLinks(cockpit, links),
});

/** Where the row can be looked at besides: its log and tasks, and what is related to it. */
function waysOf<Row extends object>(
  cockpit: Cockpit,
  { spec, scope, row }: { readonly spec: RowList<Row>; readonly scope: Scope; readonly row: Row | undefined },
): readonly Way[] {
  const nothing = noRow(row);
  const links = row === undefined ? NONE : (spec.links?.(row, scope) ?? NONE);
  return [
    ...(spec.subject ? traceWays(cockpit, row && spec.subject(row, scope), nothing) : NONE),
    linkWay(cockpit, links, nothing),
  ];
}

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
    ...waysOf(cockpit, { spec, scope: screen.scope, row }).map(wayBinding),
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

/** What the screen is and does, in words. */
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
  const dataOf = (cockpit: Cockpit, screen: ScreenView | undefined) =>
    screen === undefined ? undefined : (cockpit.screens.slot(screen).data as Listing<Row> | undefined);
  const shown = (cockpit: Cockpit) => dataOf(cockpit, topScreen(cockpit.view.getState()));
  const rows = (cockpit: Cockpit): readonly Row[] => shown(cockpit)?.rows ?? NONE;
  const kept = keeper<Row>({ level: () => 'ok', ...spec, rows, place: screenList });
  const answersTo = (cockpit: Cockpit) => (row: Row) =>
    spec.answers === 'whole' ? (shown(cockpit)?.answers ?? NONE) : spec.answers(row);
  const selected = (cockpit: Cockpit) => currentOf(cockpit, screenList, kept(cockpit).shown);
  const actionsNow = (cockpit: Cockpit, screen: ScreenView): readonly Action[] => {
    if (isMissing(cockpit.screens.slot(screen))) return NONE;
    const row = selected(cockpit);
    const id = row && spec.rowId(row);
    const now = () => dataOf(cockpit, screen)?.rows.find((other) => spec.rowId(other) === id);
    return (spec.actions ?? []).map(({ make }) => make(cockpit, screen.scope, row, now));
  };
  const describe = (cockpit: Cockpit, scope: Scope) => (id: string) => {
    const row = rows(cockpit).find((candidate) => spec.rowId(candidate) === id);
    return row && (spec.describe?.(cockpit, row, scope) ?? describeRow(cockpit, id, row));
  };
  return {
    ...introduced(spec, operations),
    ...sourcesOf(spec.id, spec),
    headerRows: 1,
    body: (cockpit, screen, drawing) =>
      dataOf(cockpit, screen) === undefined
        ? screenWaiting(cockpit, screen, drawing.box.width).slice(0, drawing.box.height)
        : listBody(cockpit, screenList, kept(cockpit), { ...drawing, empty: spec.empty }),
    status(cockpit, screen) {
      const data = dataOf(cockpit, screen);
      if (data === undefined) return '';
      const total = (data.total ?? 0) > data.rows.length ? ` of ${data.total}` : '';
      const more = total !== '' || data.more === true ? `${total}, m reads more` : '';
      return `${titleDetail(cockpit, kept(cockpit).shown)}${more}`;
    },
    bindings: (cockpit, screen) => {
      const row = selected(cockpit);
      return [
        ...ownBindings(cockpit, { spec, screen, row, data: dataOf(cockpit, screen) }),
        ...cursorBindings(cockpit, screenList, () => kept(cockpit).shown.ids),
        ...sortBindings(cockpit, screenList, () => columnsOf(spec, cockpit)),
        describeBinding(
          cockpit,
          () => (row === undefined ? undefined : spec.rowId(row)),
          describe(cockpit, screen.scope),
          () => actionsNow(cockpit, screen),
          () => waysOf(cockpit, { spec, scope: screen.scope, row: selected(cockpit) }),
        ),
      ];
    },
    actions: actionsNow,
    describe(cockpit, { scope }) {
      const row = selected(cockpit);
      return row && describe(cockpit, scope)(spec.rowId(row));
    },
    ...rowIdsOf(spec, operations),
    list: (cockpit) => listed({ ...spec, place: screenList }, kept(cockpit).shown),
    table: (cockpit) =>
      tableText(spec.title, cockpit.look, {
        columns: kept(cockpit).columns,
        all: kept(cockpit).all,
        rows: kept(cockpit).shown.rows,
        rowId: spec.rowId,
        selected: selected(cockpit),
        answers: answersTo(cockpit),
      }),
  };
}
