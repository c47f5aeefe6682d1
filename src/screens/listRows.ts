import { visible } from '../lib/text.ts';
import { unstyled } from '../lib/sgr.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { compileFilter } from '../store/filter.ts';
import type { ListView } from '../store/view.ts';
import { type Column, type Layout, layoutColumns } from '../widgets/table.ts';
import { cachedRowLine, type RowLine } from '../widgets/tableLines.ts';
import { settle } from '../widgets/viewport.ts';
import type { ListPlace } from './listPlace.ts';
import { sortRows, type SortValue } from './sortRows.ts';

/** A column of a list pane: how it is drawn, and what it sorts by. */
export interface ListColumn<Row> extends Column<Row> {
  /** What the column sorts by; without it the column cannot be sorted. */
  readonly value?: (row: Row) => SortValue;
}

/** A list, declared: where its rows come from and how they are drawn. */
export interface ListSource<Row> {
  readonly place: ListPlace;
  /** In their natural order, worst first. */
  readonly rows: (cockpit: Cockpit) => readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly isProblem: (row: Row) => boolean;
  readonly columns: (cockpit: Cockpit) => readonly ListColumn<Row>[];
  /** The rows come filtered already, as a tree's must. */
  readonly filtersItself?: boolean;
  readonly empty: string;
}

/** What of a list is in sight, with the cursor where its row is now. */
export interface Sight<Row> {
  readonly rows: readonly Row[];
  /** Index of the first of them. */
  readonly top: number;
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
  return { rows: rows.slice(top, top + height), top, current: rows[index] };
}

/** What a list pane keeps for one cockpit between two drawings. */
export interface Kept<Row> {
  readonly all: readonly ListColumn<Row>[];
  /** Those that the operator has not hidden. */
  columns: readonly ListColumn<Row>[];
  readonly line: RowLine<Row>;
  /** With the times as they are told now, in UTC or not. */
  texts: { readonly of: CellTexts<Row>; readonly utc: boolean };
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

/** What a filter looks in: a function from a row to its cells, by what is seen of them. */
type CellTexts<Row> = (row: Row) => (column: string) => string;

/** The texts of cells, each made when it is asked for first: the next character of a filter asks for all of them again. */
function cellTexts<Row extends object>(columns: readonly ListColumn<Row>[]): CellTexts<Row> {
  const places = new Map(columns.map(({ id }, index) => [id, index]));
  const known = new WeakMap<Row, (string | undefined)[]>();
  return (row) => {
    const texts = known.get(row) ?? [];
    known.set(row, texts);
    return (id) => {
      const place = places.get(id);
      const column = columns[place ?? -1];
      return place === undefined || !column ? '' : (texts[place] ??= unstyled(column.cell(row).text));
    };
  };
}

/** Filters and sorts. */
function arrange<Row>(
  list: ListSource<Row>,
  columns: readonly ListColumn<Row>[],
  from: readonly Row[],
  view: ListView,
  cell: CellTexts<Row>,
): Shown<Row> {
  const filter = compileFilter(
    view.filter,
    columns.map((column) => column.id),
  );
  let rows = from;
  if (!list.filtersItself) {
    if (view.problemsOnly) rows = rows.filter(list.isProblem);
    if (!filter.empty) rows = rows.filter((row) => filter.matches(cell(row)));
    const by = columns.find((column) => column.id === view.sort?.column)?.value;
    if (by) rows = sortRows(rows, by, view.sort?.descending === true);
  }
  return { from, view, rows, ids: rows.map(list.rowId), error: filter.error };
}

const sameChoice = (a: ListView, b: ListView) =>
  a.filter === b.filter && a.sort === b.sort && a.problemsOnly === b.problemsOnly && a.hidden === b.hidden;

/** The columns without those that are hidden; the row's name always stays. */
function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  hidden: readonly string[] = [],
): readonly ListColumn<Row>[] {
  const shown = columns.filter(({ id, name }) => name === true || !hidden.includes(id));
  return shown.length > 0 ? shown : columns;
}

/** Why the list is empty, in words that say what to do. */
export function emptyText<Row>(empty: string, { view, error }: Shown<Row>): string {
  if (error !== undefined) return error;
  if (view.filter !== '') return 'Nothing matches. Esc clears the filter.';
  return view.problemsOnly ? 'No problems here. Press ! to see all.' : empty;
}

/** Counts and the choice in force, for the pane's title. */
export function titleDetail<Row>(cockpit: Cockpit, { rows, from, view, error }: Shown<Row>): string {
  const { look } = cockpit;
  const parts = [
    ...(view.problemsOnly ? [look.paint('warn', 'problems only')] : []),
    ...(view.filter === '' ? [] : [look.paint('match', `/${visible(view.filter, look.unicode)}`)]),
    ...(error === undefined ? [] : [look.paint('warn', visible(error, look.unicode))]),
    ...(view.sort ? [`by ${view.sort.column}`] : []),
    rows.length === from.length ? String(from.length) : `${rows.length}/${from.length}`,
  ];
  return parts.join(look.paint('dim', ', '));
}

/** Remembers what a pane worked out, for as long as what it was worked out from stays the same. */
export function keeper<Row extends object>(list: ListSource<Row>) {
  const all = new WeakMap<Cockpit, Kept<Row>>();
  return (cockpit: Cockpit): Kept<Row> => {
    const from = list.rows(cockpit);
    const view = list.place.get(cockpit);
    const { utc } = cockpit.view.getState();
    let kept = all.get(cockpit);
    if (!kept) {
      const columns = list.columns(cockpit);
      const shown = visibleColumns(columns, view.hidden);
      const texts = cellTexts(columns);
      kept = {
        all: columns,
        columns: shown,
        line: cachedRowLine(cockpit.look),
        texts: { of: texts, utc },
        layout: layoutColumns<Row>(shown, 0),
        shown: arrange(list, columns, from, view, texts),
      };
      all.set(cockpit, kept);
    }
    if (kept.shown.view.hidden !== view.hidden) {
      kept.columns = visibleColumns(kept.all, view.hidden);
      kept.layout = layoutColumns<Row>(kept.columns, 0);
    }
    if (kept.texts.utc !== utc) kept.texts = { of: cellTexts(kept.all), utc };
    if (kept.shown.from !== from || !sameChoice(kept.shown.view, view))
      kept.shown = arrange(list, kept.all, from, view, kept.texts.of);
    return kept;
  };
}
