import type { Chunked } from '../../lib/chunked.ts';
import { memoize } from '../../lib/memoize.ts';
import type { ThemeName } from '../../lib/themes.ts';
import type { Blame } from '../../store/answers/blame.ts';
import { byLevel, type Level } from '../../store/answers/level.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { compileFilter, type FilterColumn, type TableFilter } from '../../store/filter/filter.ts';
import { remembered } from '../../store/session/memory.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { rowLines } from '../../widgets/table.ts';
import { type Layout, layoutColumns } from '../../widgets/tableLayout.ts';
import { cachedRowLine, type RowLine } from '../../widgets/tableLines.ts';
import { settle } from '../../widgets/viewport.ts';
import { columnsOf, emptyColumns, type ColumnSpec, type ListColumn, visibleColumns } from './columns.ts';
import type { ListHandle } from './handle.ts';
import { blameAmong, type BlamedRows, blamedFirst, withMarks } from './marks.ts';
import type { NeededColumns } from './needed.ts';
import { type CellTexts, RowTexts } from './rowTexts.ts';
import { sortRows } from './sortRows.ts';

/** A problem that a filter or the operator's choice hides. */
export interface Trouble {
  readonly level: Level;
  /** The trouble in a word or two, such as `DOWN in`. */
  readonly word: string;
}

/** The rows of a list, access to its view state, and their appearance. */
export interface ListRows<Row> {
  readonly handle: ListHandle;
  /** The rows in their natural order, worst first. */
  readonly rows: (cockpit: Known & Shown) => readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The level of a row; every level but `ok` counts as a problem. */
  readonly level: (row: Row) => Level;
  /** A problem row's trouble in words, if its level is not enough. */
  readonly trouble?: ((row: Row) => string | undefined) | undefined;
  /** The text for fine rows that are out of sight on the deck. */
  readonly fine?: ((rows: readonly Row[]) => string) | undefined;
  readonly columns: readonly ColumnSpec<Row>[];
  /** Set if cells depend on more than the row, time zone, theme and server names: such rows are repainted at each drawing. */
  readonly live?: boolean | undefined;
  /** Set if `rows` are filtered already, as those of a tree must be. */
  readonly filtered?: FilteredRows<Row>;
  /** The parts of the cluster that the rows represent. */
  readonly blamed?: BlamedRows<Row> | undefined;
  /** The journal's names for a row and what it represents; a row with a change during the absence gets a sign. */
  readonly subjects?: ((row: Row) => Iterable<string>) | undefined;
  /** The text for a list without rows; a function if it depends on what is known. */
  readonly empty: string | ((cockpit: Known) => string);
}

/** The filter of a list whose rows are filtered already. */
export interface FilteredRows<Row> {
  readonly columns: readonly FilterColumn[];
  /** True if a row does not match itself, and is only shown as the parent of a match. */
  readonly isContext: (row: Row) => boolean;
  /** The problems that the filter hides. */
  readonly hidden: (cockpit: Known & Shown) => readonly Trouble[];
}

/** A list as it is shown, for code that follows its rows. */
export interface ListedRows {
  readonly handle: ListHandle;
  /** Ids of the rows that are shown, in their order. */
  readonly ids: readonly string[];
  /** Index of the first row that matches the filter itself, not only as the parent of a match. */
  readonly first: number;
  /** True if a row is only shown as the parent of a match. */
  readonly isContext: (index: number) => boolean;
  /** Its columns as last painted: their width, and the width that they needed. */
  readonly layout: Layout<never>;
  /** All rows with their ids, including those that the filter hides. */
  readonly all: () => readonly { readonly id: string; readonly row: unknown }[];
  /** Makes the texts that a filter searches, before its first character is typed. */
  readonly prepareFilter: () => Chunked<void>;
}

/** The state that a list keeps between two drawings in one cockpit. */
export interface ListCache<Row> {
  readonly all: readonly ListColumn<Row>[];
  /** The columns that are neither hidden by the operator nor empty. */
  columns: readonly ListColumn<Row>[];
  empty: readonly string[];
  line: RowLine<Row>;
  /** Cell texts, made with the time zone, theme and server names beside them. */
  texts: {
    readonly rows: RowTexts<Row>;
    readonly utc: boolean;
    readonly theme: ThemeName | undefined;
    readonly names: ReadonlyMap<number, string>;
  };
  layout: Layout<Row>;
  shown: ShownRows<Row>;
  /** The blame by which rows are marked; undefined if no row is. */
  readonly blame: Blame | undefined;
  needed?: NeededColumns<Row>;
  /** The last count of the rows from an index on. */
  counted?: { readonly rows: readonly Row[]; readonly from: number; readonly text: string };
}

/** The rows that are shown, in their order. */
export interface ShownRows<Row> {
  readonly from: readonly Row[];
  readonly view: ListState;
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  /** Index of the first row that matches the filter itself, not only as the parent of a match. */
  readonly first: number;
  /** True if problems stay on top, so that sorting only applies among rows of the same level. */
  readonly worstFirst: boolean;
  /** The problems that are hidden. */
  readonly hidden: readonly Trouble[];
  /** The error of the filter, in words. */
  readonly error: string | undefined;
}

/** The error of a filter: its own, or that of a term that may be a mistake. */
function filterProblem<Row>(
  { error, doubts }: TableFilter,
  from: readonly Row[],
  cell: CellTexts<Row>,
): string | undefined {
  if (error !== undefined || doubts.length === 0) return error;
  const texts = from.map(cell);
  return doubts.find((doubt) => !texts.some((text) => doubt.matches(text)))?.problem;
}

const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  ok: 'ok',
  unknown: 'not known',
  warn: 'warning',
  error: 'error',
};

/** The trouble of a row, in its own words or those of its level. */
export function troubleOf<Row>(
  { level, trouble }: Pick<ListRows<Row>, 'level' | 'trouble'>,
  row: Row,
): Trouble {
  const bad = level(row);
  return { level: bad, word: trouble?.(row) ?? LEVEL_WORDS[bad] };
}

/** The problems among the rows that are hidden. */
function hiddenOf<Row>(list: ListRows<Row>, from: readonly Row[], rows: readonly Row[]): readonly Trouble[] {
  if (rows.length === from.length) return [];
  const seen = new Set(rows);
  return from.flatMap((row) => (list.level(row) === 'ok' || seen.has(row) ? [] : [troubleOf(list, row)]));
}

/** The input of `filterAndSort`. */
interface FilterSortInput<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly from: readonly Row[];
  readonly view: ListState;
  readonly worstFirst: boolean;
  readonly cell: CellTexts<Row>;
  readonly blame: Blame | undefined;
}

/** Filters and sorts the rows of a list. */
function filterAndSort<Row>(
  cockpit: Known & Shown,
  list: ListRows<Row>,
  { columns, from, view, worstFirst, cell, blame }: FilterSortInput<Row>,
): ShownRows<Row> {
  const filter = compileFilter(view.filter, list.filtered?.columns ?? columns);
  let rows = from;
  if (!list.filtered) {
    if (view.problemsOnly) rows = rows.filter((row) => list.level(row) !== 'ok');
    if (!filter.empty) rows = rows.filter((row) => filter.matches(cell(row)));
    const by = columns.find((column) => column.id === view.sort?.column)?.value;
    rows = by ? sortRows(rows, by, view.sort?.descending === true) : blamedFirst(rows, list.blamed, blame);
    if (by && worstFirst) rows = rows.toSorted((a, b) => byLevel(list.level(a), list.level(b)));
  }
  return {
    from,
    view,
    rows,
    ids: rows.map(list.rowId),
    first: list.filtered
      ? Math.max(
          0,
          rows.findIndex((row) => !list.filtered?.isContext(row)),
        )
      : 0,
    worstFirst,
    hidden: list.filtered?.hidden(cockpit) ?? hiddenOf(list, from, rows),
    error: list.filtered && rows.length > 0 ? filter.error : filterProblem(filter, from, cell),
  };
}

const sameChoice = (a: ListState, b: ListState) =>
  a.filter === b.filter && a.sort === b.sort && a.problemsOnly === b.problemsOnly && a.hidden === b.hidden;

/** The row under the cursor. */
export function currentOf<Row>(
  cockpit: Shown,
  handle: ListHandle,
  { rows, ids, first }: ShownRows<Row>,
): Row | undefined {
  return rows[settle(handle.get(cockpit), ids, handle.pageRows(cockpit), first).index];
}

/** The list as it is shown, for code that follows its rows. */
export const listedRows = <Row>(
  { handle, rowId, filtered }: Pick<ListRows<Row>, 'handle' | 'rowId' | 'filtered'>,
  { layout, texts, shown: { from, rows, ids, first } }: ListCache<Row>,
): ListedRows => ({
  layout,
  handle,
  ids,
  first,
  isContext: (index) => rows[index] !== undefined && filtered?.isContext(rows[index]) === true,
  all: () => from.map((row) => ({ id: rowId(row), row })),
  prepareFilter: () => texts.rows.prepare(filtered ? [] : from),
});

/** The function that paints the rows. */
const painterOf = <Row extends object>({ live }: ListRows<Row>, { look }: Shown): RowLine<Row> =>
  live === true
    ? (layout, row, state, most) => rowLines(layout, row, state, look, most)
    : cachedRowLine(look);

/** Caches everything that a list derives from its rows, until its input changes. */
export function createListCache<Row extends object>(list: ListRows<Row>) {
  const blameFor = (input: { readonly blame: Blame; readonly from: readonly Row[] }) =>
    blameAmong(list.blamed, input.blame, input.from);
  const memory = remembered<{ cache?: ListCache<Row>; readonly blameFor: typeof blameFor }>(() => ({
    blameFor: memoize(blameFor),
  }));
  return (cockpit: Known & Shown): ListCache<Row> => {
    const from = list.rows(cockpit);
    const view = list.handle.get(cockpit);
    const { utc, theme } = cockpit.view.getState();
    const names = cockpit.facts.hostNames();
    const worstFirst = list.handle.inDeck(cockpit);
    const cached = cockpit.memory.of(memory);
    const blame = cached.blameFor({ blame: cockpit.facts.blame(), from });
    // Marks are an additional column, so all rows are painted again when the blame changes.
    let cache = cached.cache?.blame === blame ? cached.cache : undefined;
    if (!cache) {
      const columns = withMarks(columnsOf(list.columns, cockpit), list.blamed, blame, cockpit);
      const empty = emptyColumns(columns, from);
      const shown = visibleColumns(columns, view.hidden, empty);
      const texts = new RowTexts(columns, cockpit.look.unicode);
      cache = {
        all: columns,
        columns: shown,
        empty,
        line: painterOf(list, cockpit),
        texts: { rows: texts, utc, theme, names },
        layout: layoutColumns<Row>(shown, 0),
        shown: filterAndSort(cockpit, list, { columns, from, view, worstFirst, cell: texts.of, blame }),
        blame,
      };
      cached.cache = cache;
    }
    const isSame = cache.shown.from === from && list.live !== true;
    const empty = isSame ? cache.empty : emptyColumns(cache.all, from);
    if (cache.shown.view.hidden !== view.hidden || cache.empty.join() !== empty.join()) {
      cache.empty = empty;
      cache.columns = visibleColumns(cache.all, view.hidden, empty);
      cache.layout = layoutColumns<Row>(cache.columns, 0);
    }
    // Cells contain times and server names, and the names may arrive later than the rows.
    if (cache.texts.utc !== utc || cache.texts.theme !== theme || cache.texts.names !== names) {
      cache.line = painterOf(list, cockpit);
      cache.texts = { rows: new RowTexts(cache.all, cockpit.look.unicode), utc, theme, names };
    }
    const { shown } = cache;
    if (shown.from !== from) cache.texts.rows.renew();
    if (shown.from !== from || shown.worstFirst !== worstFirst || !sameChoice(shown.view, view))
      cache.shown = filterAndSort(cockpit, list, {
        columns: cache.all,
        from,
        view,
        worstFirst,
        cell: cache.texts.rows.of,
        blame,
      });
    return cache;
  };
}
