import type { Chunked } from '../../lib/chunked.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Blame } from '../../store/facts/blame.ts';
import { byLevel, type Level } from '../../store/facts/level.ts';
import { remember } from '../../store/facts/remember.ts';
import { compileFilter, type FilterColumn, type TableFilter } from '../../store/filter/filter.ts';
import { remembered } from '../../store/session/memory.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { rowLines } from '../../widgets/table.ts';
import { type Layout, layoutColumns } from '../../widgets/tableLayout.ts';
import { cachedRowLine, type RowLine } from '../../widgets/tableLines.ts';
import { settle } from '../../widgets/viewport.ts';
import { columnsOf, type ListColumn, type ListColumns } from './columns.ts';
import { blameAmong, type BlamedRows, blamedFirst, withMarks } from './marks.ts';
import type { NeededColumns } from './needed.ts';
import type { ListPlace } from './place.ts';
import { type CellTexts, RowTexts } from './rowTexts.ts';
import { sortRows } from './sortRows.ts';

/** Something wrong that is not to be seen. */
export interface Trouble {
  readonly level: Level;
  /** The trouble in a word or two, such as `DOWN in`. */
  readonly word: string;
}

/** The rows of a list at its place, and how they are drawn. */
export interface ListRows<Row> {
  readonly place: ListPlace;
  /** In their natural order, worst first. */
  readonly rows: (cockpit: Known & Shown) => readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The level of a row: what is not okay is a problem. */
  readonly level: (row: Row) => Level;
  /** The trouble of a problem, where the level does not say it all. */
  readonly trouble?: ((row: Row) => string | undefined) | undefined;
  /** The words for rows that are all okay and have no room. */
  readonly fine?: ((rows: readonly Row[]) => string) | undefined;
  readonly columns: ListColumns<Row>;
  /** Its cells tell more than its rows hold, such as the time since something: rows are painted at each drawing. */
  readonly live?: boolean | undefined;
  /** Rows that come filtered already, as a tree's must. */
  readonly filtered?: FilteredRows<Row>;
  /** The parts of the cluster that the rows are. */
  readonly blamed?: BlamedRows<Row> | undefined;
  /** The names that the journal has for what a row is and stands for: one that changed while nobody looked has a sign. */
  readonly subjects?: ((row: Row) => Iterable<string>) | undefined;
  readonly empty: string;
}

/** The filter of rows that came filtered. */
export interface FilteredRows<Row> {
  readonly columns: readonly FilterColumn[];
  /** The row itself does not match: it is there for what matches below it. */
  readonly isContext: (row: Row) => boolean;
  /** The problems that are held back. */
  readonly hidden: (cockpit: Known & Shown) => readonly Trouble[];
}

/** A list as it is shown, for what follows its rows. */
export interface ListedRows {
  readonly place: ListPlace;
  /** Of the rows that are to be seen, in their order. */
  readonly ids: readonly string[];
  /** Index of the first row that is there for itself. */
  readonly first: number;
  /** Tells whether a row is only there for what matches below it. */
  readonly isContext: (index: number) => boolean;
  /** Its columns as they were painted last: how wide they are, and how wide they had to be. */
  readonly layout: Layout<never>;
  /** All rows by their ids, also those that a filter holds back. */
  readonly all: () => readonly { readonly id: string; readonly row: unknown }[];
  /** Makes what a filter looks in before its first letter is typed. */
  readonly prepareFilter: () => Chunked<void>;
}

/** The state that a list keeps for one cockpit between two drawings. */
export interface ListCache<Row> {
  readonly all: readonly ListColumn<Row>[];
  /** Those that the operator has not hidden, and that have something to say. */
  columns: readonly ListColumn<Row>[];
  empty: readonly string[];
  line: RowLine<Row>;
  /** With the times as they are told now, in UTC or not, and servers by the names that are known. */
  texts: {
    readonly rows: RowTexts<Row>;
    readonly utc: boolean;
    readonly names: ReadonlyMap<number, string>;
  };
  layout: Layout<Row>;
  shown: ShownRows<Row>;
  /** The blame by which its rows are marked; nothing where none is. */
  readonly blame: Blame | undefined;
  needed?: NeededColumns<Row>;
  /** The count of the rows from an index on, as it was told last. */
  counted?: { readonly rows: readonly Row[]; readonly from: number; readonly text: string };
}

/** The rows that are to be seen, in their order. */
export interface ShownRows<Row> {
  readonly from: readonly Row[];
  readonly view: ListState;
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  /** Index of the first row that is there for itself. */
  readonly first: number;
  /** Problems stay on top, and the rows are sorted among those that are as bad. */
  readonly worstFirst: boolean;
  /** The problems that are not to be seen. */
  readonly hidden: readonly Trouble[];
  /** The problem of the filter. */
  readonly error: string | undefined;
}

/** A problem of the filter: its own, or what it doubts where no row holds that. */
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

/** The trouble of a row, in its own word or that of its level. */
export function troubleOf<Row>(
  { level, trouble }: Pick<ListRows<Row>, 'level' | 'trouble'>,
  row: Row,
): Trouble {
  const bad = level(row);
  return { level: bad, word: trouble?.(row) ?? LEVEL_WORDS[bad] };
}

/** The problems among the rows that are not shown. */
function hiddenOf<Row>(list: ListRows<Row>, from: readonly Row[], rows: readonly Row[]): readonly Trouble[] {
  if (rows.length === from.length) return [];
  const seen = new Set(rows);
  return from.flatMap((row) => (list.level(row) === 'ok' || seen.has(row) ? [] : [troubleOf(list, row)]));
}

/** The choices that a list is arranged by. */
interface Arranging<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly from: readonly Row[];
  readonly view: ListState;
  readonly worstFirst: boolean;
  readonly cell: CellTexts<Row>;
  readonly blame: Blame | undefined;
}

/** Filters and sorts. */
function arrange<Row>(
  cockpit: Known & Shown,
  list: ListRows<Row>,
  { columns, from, view, worstFirst, cell, blame }: Arranging<Row>,
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

/** The columns without those that are hidden or empty; the row's name always stays. */
function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  hidden: readonly string[] = [],
  empty: readonly string[] = [],
): readonly ListColumn<Row>[] {
  const isShown = (id: string) => !hidden.includes(id) && !empty.includes(id);
  const shown = columns.filter(({ id, name }) => name === true || isShown(id));
  return shown.length > 0 ? shown : columns;
}

/** Ids of the columns that are left out where no row has anything to say in them. */
const emptyColumns = <Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): readonly string[] =>
  columns
    .filter(({ ifAny, value }) => ifAny === true && rows.every((row) => value?.(row) === undefined))
    .map(({ id }) => id);

/** The row under the cursor. */
export function currentOf<Row>(
  cockpit: Shown,
  place: ListPlace,
  { rows, ids, first }: ShownRows<Row>,
): Row | undefined {
  return rows[settle(place.get(cockpit), ids, place.pageRows(cockpit), first).index];
}

/** The list for what follows its rows. */
export const listed = <Row>(
  { place, rowId, filtered }: Pick<ListRows<Row>, 'place' | 'rowId' | 'filtered'>,
  { layout, texts, shown: { from, rows, ids, first } }: ListCache<Row>,
): ListedRows => ({
  layout,
  place,
  ids,
  first,
  isContext: (index) => rows[index] !== undefined && filtered?.isContext(rows[index]) === true,
  all: () => from.map((row) => ({ id: rowId(row), row })),
  prepareFilter: () => texts.rows.prepare(filtered ? [] : from),
});

/** The painter of rows. */
const painterOf = <Row extends object>({ live }: ListRows<Row>, { look }: Shown): RowLine<Row> =>
  live === true
    ? (layout, row, state, most) => rowLines(layout, row, state, look, most)
    : cachedRowLine(look);

/** Remembers what a pane worked out, for as long as what it was worked out from stays the same. */
export function createListCache<Row extends object>(list: ListRows<Row>) {
  const among = (input: { readonly blame: Blame; readonly from: readonly Row[] }) =>
    blameAmong(list.blamed, input.blame, input.from);
  const memory = remembered<{ kept?: ListCache<Row>; readonly among: typeof among }>(() => ({
    among: remember(among),
  }));
  return (cockpit: Known & Shown): ListCache<Row> => {
    const from = list.rows(cockpit);
    const view = list.place.get(cockpit);
    const { utc } = cockpit.view.getState();
    const names = cockpit.facts.hostNames();
    const worstFirst = list.place.inDeck(cockpit);
    const remembers = cockpit.memory.of(memory);
    const blame = remembers.among({ blame: cockpit.facts.blame(), from });
    // Marks are a column of their own, and rows are painted anew with it.
    let kept = remembers.kept?.blame === blame ? remembers.kept : undefined;
    if (!kept) {
      const columns = withMarks(columnsOf(list, cockpit), list.blamed, blame, cockpit);
      const empty = emptyColumns(columns, from);
      const shown = visibleColumns(columns, view.hidden, empty);
      const texts = new RowTexts(columns, cockpit.look.unicode);
      kept = {
        all: columns,
        columns: shown,
        empty,
        line: painterOf(list, cockpit),
        texts: { rows: texts, utc, names },
        layout: layoutColumns<Row>(shown, 0),
        shown: arrange(cockpit, list, { columns, from, view, worstFirst, cell: texts.of, blame }),
        blame,
      };
      remembers.kept = kept;
    }
    const empty = kept.shown.from === from ? kept.empty : emptyColumns(kept.all, from);
    if (kept.shown.view.hidden !== view.hidden || kept.empty.join() !== empty.join()) {
      kept.empty = empty;
      kept.columns = visibleColumns(kept.all, view.hidden, empty);
      kept.layout = layoutColumns<Row>(kept.columns, 0);
    }
    // Rows tell times, and name servers by their numbers; the names may come later than the rows.
    if (kept.texts.utc !== utc || kept.texts.names !== names) {
      kept.line = painterOf(list, cockpit);
      kept.texts = { rows: new RowTexts(kept.all, cockpit.look.unicode), utc, names };
    }
    const { shown } = kept;
    if (shown.from !== from) kept.texts.rows.renew();
    if (shown.from !== from || shown.worstFirst !== worstFirst || !sameChoice(shown.view, view))
      kept.shown = arrange(cockpit, list, {
        columns: kept.all,
        from,
        view,
        worstFirst,
        cell: kept.texts.rows.of,
        blame,
      });
    return kept;
  };
}
