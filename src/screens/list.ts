import type { Binding } from '../keys/binding.ts';
import { visible } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { compileFilter } from '../store/filter.ts';
import type { ResourceId } from '../store/resources.ts';
import { type ListView, type PaneId, pushOverlay, updateList } from '../store/view.ts';
import { type Column, type Layout, layoutColumns } from '../widgets/table.ts';
import { cachedRowLine, type RowLine, tableLines } from '../widgets/tableLines.ts';
import { type Motion, move, settle } from '../widgets/viewport.ts';
import type { Action, Description, Drawing, Pane } from './pane.ts';
import { waitingLines } from './waiting.ts';

/** A column of a list pane: how it is drawn, and what it sorts by. */
export interface ListColumn<Row> extends Column<Row> {
  /** What the column sorts by; without it the column cannot be sorted. */
  readonly value?: (row: Row) => string | number;
}

/** A pane that is a list of rows, declared: where they come from, their columns, what can be done to one. */
export interface ListPane<Row> {
  readonly id: PaneId;
  readonly title: string;
  readonly reads: readonly ResourceId[];
  /** In their natural order, worst first. */
  readonly rows: (cockpit: Cockpit) => readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly isProblem: (row: Row) => boolean;
  readonly columns: (cockpit: Cockpit) => readonly ListColumn<Row>[];
  /** The rows come filtered already, as a tree's must. */
  readonly filtersItself?: boolean;
  /** Nothing can be said before this resource was read; its age stands in the title. */
  readonly dated: ResourceId;
  /** Takes no more rows than it has to show. */
  readonly compact?: boolean;
  readonly empty: string;
  readonly summary: (cockpit: Cockpit) => string;
  readonly describe?: (cockpit: Cockpit, row: Row) => Description;
  readonly actions?: (cockpit: Cockpit, row: Row | undefined) => readonly Action[];
  readonly bindings?: (cockpit: Cockpit) => readonly Binding[];
}

const listView = (cockpit: Cockpit, pane: PaneId): ListView => cockpit.view.getState().lists[pane];

/** What of a list is in sight, with the cursor where its row is now. */
export interface Sight<Row> {
  readonly rows: readonly Row[];
  readonly current: Row | undefined;
}

/** The part of `rows` that fits in `height` lines, and the row under the cursor. */
export function sightOf<Row>(
  view: ListView,
  rows: readonly Row[],
  ids: readonly string[],
  height: number,
): Sight<Row> {
  const { index, top } = settle(view, ids, height);
  return { rows: rows.slice(top, top + height), current: rows[index] };
}

const MOTIONS: readonly (readonly [keys: readonly string[], motion: Motion, help: string])[] = [
  [['down', 'j'], 1, 'Next row'],
  [['up', 'k'], -1, 'Previous row'],
  [['pagedown'], 'pageDown', 'One page down'],
  [['pageup'], 'pageUp', 'One page up'],
  [['ctrl-d'], 'halfDown', 'Half a page down'],
  [['ctrl-u'], 'halfUp', 'Half a page up'],
  [['g', 'home'], 'home', 'First row'],
  [['G', 'end'], 'end', 'Last row'],
];

/** The keys that move the cursor of a list. */
export function cursorBindings(cockpit: Cockpit, pane: PaneId, ids: () => readonly string[]): Binding[] {
  return MOTIONS.map(([keys, motion, help]) => ({
    keys,
    label: help.toLowerCase(),
    help,
    run: () =>
      updateList(
        cockpit.view,
        pane,
        move(listView(cockpit, pane), motion, ids(), cockpit.view.getState().pageRows[pane]),
      ),
  }));
}

/** The key that shows all of the row under the cursor. */
export function describeBinding(cockpit: Cockpit, pane: PaneId, row: () => string | undefined): Binding {
  return {
    keys: ['d'],
    label: 'describe',
    help: 'Show all that is known of the row under the cursor',
    footer: 8,
    run: () => {
      const id = row();
      if (id !== undefined) pushOverlay(cockpit.view, { kind: 'describe', pane, row: id, top: 0 });
    },
  };
}

/** What a list pane keeps for one cockpit between two drawings. */
interface Kept<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly line: RowLine<Row>;
  layout: Layout<Row>;
  shown: Shown<Row>;
}

interface Shown<Row> {
  readonly from: readonly Row[];
  readonly view: ListView;
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  readonly error: string | undefined;
}

/** Filters and sorts. */
function arrange<Row>(
  pane: ListPane<Row>,
  columns: readonly ListColumn<Row>[],
  from: readonly Row[],
  view: ListView,
): Shown<Row> {
  const filter = compileFilter(
    view.filter,
    columns.map((column) => column.id),
  );
  const cell = (row: Row) => (id: string) => columns.find((column) => column.id === id)?.cell(row).text ?? '';
  let rows = from;
  if (!pane.filtersItself) {
    if (view.problemsOnly) rows = rows.filter(pane.isProblem);
    if (!filter.empty) rows = rows.filter((row) => filter.matches(cell(row)));
    const by = columns.find((column) => column.id === view.sort?.column)?.value;
    if (by) {
      const sign = view.sort?.descending ? -1 : 1;
      rows = [...rows].sort((a, b) => sign * compare(by(a), by(b)));
    }
  }
  return { from, view, rows, ids: rows.map(pane.rowId), error: filter.error };
}

const collator = new Intl.Collator('en', { numeric: true });
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

const sameChoice = (a: ListView, b: ListView) =>
  a.filter === b.filter && a.sort === b.sort && a.problemsOnly === b.problemsOnly;

/** Chooses the next or previous column to sort by, or turns the order around. */
function sortBindings<Row>(cockpit: Cockpit, pane: ListPane<Row>): Binding[] {
  const sortable = () => pane.columns(cockpit).filter((column) => column.value);
  const step = (by: number) => () => {
    const ids = sortable().map((column) => column.id);
    const now = ids.indexOf(listView(cockpit, pane.id).sort?.column ?? '');
    const next = ids[(now + by + ids.length + (now < 0 && by < 0 ? 1 : 0)) % ids.length];
    if (next !== undefined) updateList(cockpit.view, pane.id, { sort: { column: next, descending: false } });
  };
  return [
    { keys: ['>'], label: 'sort right', help: 'Sort by the next column', run: step(1) },
    { keys: ['<'], label: 'sort left', help: 'Sort by the previous column', run: step(-1) },
    {
      keys: ['I'],
      label: 'invert',
      help: 'Turn the order around',
      disabled: () =>
        listView(cockpit, pane.id).sort
          ? undefined
          : 'the rows stand worst first; choose a column with > first',
      run: () => {
        const { sort } = listView(cockpit, pane.id);
        if (sort) updateList(cockpit.view, pane.id, { sort: { ...sort, descending: !sort.descending } });
      },
    },
    {
      keys: ['O'],
      label: 'worst first',
      help: 'Back to the natural order, worst first',
      run: () => updateList(cockpit.view, pane.id, { sort: undefined }),
    },
  ];
}

/** Why the list is empty, in words that say what to do. */
function emptyText<Row>(pane: ListPane<Row>, { view, error }: Shown<Row>): string {
  if (error !== undefined) return error;
  if (view.filter !== '') return 'Nothing matches. Esc clears the filter.';
  return view.problemsOnly ? 'No problems here. Press ! to see all.' : pane.empty;
}

/** Counts and the choice in force, for the pane's title. */
function titleDetail<Row>(cockpit: Cockpit, { rows, from, view, error }: Shown<Row>): string {
  const { look } = cockpit;
  const parts = [
    ...(view.problemsOnly ? [look.paint('warn', 'problems only')] : []),
    ...(view.filter === '' ? [] : [look.paint('match', `/${visible(view.filter, look.unicode)}`)]),
    ...(error === undefined ? [] : [look.paint('warn', error)]),
    ...(view.sort ? [`by ${view.sort.column}`] : []),
    rows.length === from.length ? String(from.length) : `${rows.length}/${from.length}`,
  ];
  return parts.join(look.paint('dim', ', '));
}

/** Remembers what a pane worked out, for as long as what it was worked out from stays the same. */
function keeper<Row extends object>(pane: ListPane<Row>) {
  const all = new WeakMap<Cockpit, Kept<Row>>();
  return (cockpit: Cockpit): Kept<Row> => {
    const from = pane.rows(cockpit);
    const view = listView(cockpit, pane.id);
    let kept = all.get(cockpit);
    if (!kept) {
      const columns = pane.columns(cockpit);
      const layout = layoutColumns<Row>(columns, 0);
      kept = {
        columns,
        line: cachedRowLine(cockpit.look),
        layout,
        shown: arrange(pane, columns, from, view),
      };
      all.set(cockpit, kept);
    }
    if (kept.shown.from !== from || !sameChoice(kept.shown.view, view))
      kept.shown = arrange(pane, kept.columns, from, view);
    return kept;
  };
}

/** Makes a pane of a declared list. */
export function listPane<Row extends object>(pane: ListPane<Row>): Pane {
  const kept = keeper(pane);
  const selected = (cockpit: Cockpit): Row | undefined => {
    const { rows, ids } = kept(cockpit).shown;
    return rows[settle(listView(cockpit, pane.id), ids, cockpit.view.getState().pageRows[pane.id]).index];
  };

  function body(cockpit: Cockpit, { box, focused }: Drawing): readonly string[] {
    const { look } = cockpit;
    if (cockpit.data.getState().slots[pane.dated].data === undefined)
      return waitingLines(cockpit, pane.dated, box.width).slice(0, box.height);
    const mine = kept(cockpit);
    if (mine.layout.width !== box.width) mine.layout = layoutColumns(mine.columns, box.width);
    const view = listView(cockpit, pane.id);
    const { index, top } = settle(view, mine.shown.ids, box.height - 1);
    return tableLines(
      {
        layout: mine.layout,
        rows: mine.shown.rows,
        top,
        selected: focused ? index : -1,
        sort: view.sort,
        empty: emptyText(pane, mine.shown),
        height: box.height,
      },
      mine.line,
      look,
    );
  }

  const { actions, describe } = pane;
  return {
    id: pane.id,
    title: pane.title,
    reads: pane.reads,
    dated: pane.dated,
    // Title, header, and a row of space below.
    ...(pane.compact ? { wants: (cockpit: Cockpit) => kept(cockpit).shown.rows.length + 3 } : {}),
    body,
    status: (cockpit) => titleDetail(cockpit, kept(cockpit).shown),
    summary: pane.summary,
    bindings: (cockpit) => [
      ...(pane.bindings?.(cockpit) ?? []),
      ...cursorBindings(cockpit, pane.id, () => kept(cockpit).shown.ids),
      ...sortBindings(cockpit, pane),
      describeBinding(cockpit, pane.id, () => {
        const row = selected(cockpit);
        return row === undefined ? undefined : pane.rowId(row);
      }),
    ],
    ...(actions ? { actions: (cockpit: Cockpit) => actions(cockpit, selected(cockpit)) } : {}),
    ...(describe
      ? {
          describe: (cockpit: Cockpit, id: string) => {
            const row = pane.rows(cockpit).find((candidate) => pane.rowId(candidate) === id);
            return row === undefined ? undefined : describe(cockpit, row);
          },
        }
      : {}),
  };
}
