import type { Look, Role } from '../lib/look.ts';
import { unstyled } from '../lib/sgr.ts';
import { type Align, cut, fit, visible, width, wrap } from '../lib/text.ts';
import { type SharedRun, textParts } from './tableRuns.ts';

/** A cell of a row in one column: a text, which the table makes safe to show, or what was painted already. */
export type Cell = { readonly text: string; readonly role?: Role | undefined } | { readonly painted: string };

/** The text of a cell as it is seen, without colours. */
export const cellText = (cell: Cell, unicode: boolean): string =>
  'painted' in cell ? unstyled(cell.painted) : visible(cell.text, unicode);

/** A column of a table: how wide it may be, and what it shows of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Columns of the screen, for a column of fixed width. */
  readonly width?: number;
  /** Share of the room that is left, for a column that grows; with `min` and `max` in columns of the screen. */
  readonly flex?: number;
  readonly min?: number;
  readonly max?: number;
  /** Where there is no room for all, those with the highest number go first; 0 by default. */
  readonly priority?: number;
  readonly align?: Align;
  /** The column that the row is known by: shown inverse on the selected row. The first column shown, where none is marked. */
  readonly name?: boolean;
  /** Equal texts below each other are said once: the text goes on over the rows that share it, below it stand ditto marks. */
  readonly once?: boolean;
  /** Painted text before the cell's own, such as a tree's guides. */
  readonly prefix?: (row: Row) => string;
  readonly cell: (row: Row) => Cell;
}

interface Placed<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  /** The widest that it was to show so far, its title included: what is wider than the column was cut. */
  need: number;
}

/** Tells whether something in the column was cut. */
const isCut = <Row>({ need, width: room }: Placed<Row>): boolean => need > room;

/** Which columns are shown how wide. The same object stands for the same layout: cached rows rely on it. */
export interface Layout<Row> {
  readonly width: number;
  readonly columns: readonly Placed<Row>[];
  /** The column that shows the selection. */
  readonly name: Column<Row> | undefined;
}

/** The order of a table: the id of a column. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export interface RowState {
  readonly selected: boolean;
  readonly marked: boolean;
  /** Its place among the rows in sight that share the text of a column that says it once. */
  readonly run?: SharedRun | undefined;
}

/** One column for the cursor's or the mark's sign, and one blank between columns. */
const GUTTER = 1;
const GAP = 1;

const leastWidth = <Row>(column: Column<Row>): number =>
  column.width ?? Math.max(1, column.min ?? width(column.title));

/** The columns that fit, in their order: while they are too wide together, the least important one goes. */
function fitting<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const shown = [...columns];
  const total = () => shown.reduce((sum, column) => sum + leastWidth(column) + GAP, -GAP);
  while (shown.length > 1 && total() > room) {
    const least = Math.max(...shown.map((column) => column.priority ?? 0));
    shown.splice(
      shown.findLastIndex((column) => (column.priority ?? 0) === least),
      1,
    );
  }
  return shown;
}

/** Shares `spare` columns of the screen among the growing columns, by their flex and up to their max. */
function grow<Row>(columns: readonly Column<Row>[], widths: number[], spare: number): void {
  let left = spare;
  while (left > 0) {
    const growing = columns.flatMap((column, index) =>
      column.flex && (widths[index] ?? 0) < (column.max ?? Number.POSITIVE_INFINITY)
        ? [{ column, index }]
        : [],
    );
    if (growing.length === 0) return;
    const shares = growing.reduce((sum, { column }) => sum + (column.flex ?? 0), 0);
    const before = left;
    for (const { column, index } of growing) {
      const now = widths[index] ?? 0;
      const share = Math.max(1, Math.floor((before * (column.flex ?? 0)) / shares));
      const given = Math.min(share, left, (column.max ?? Number.POSITIVE_INFINITY) - now);
      widths[index] = now + given;
      left -= given;
    }
  }
}

/** Lays the columns out in `columns` of the screen; the least important ones are dropped where it is too narrow. */
export function layoutColumns<Row>(columns: readonly Column<Row>[], screenColumns: number): Layout<Row> {
  const room = Math.max(0, screenColumns - GUTTER);
  const shown = fitting(columns, room);
  const widths = shown.map(leastWidth);
  const used = widths.reduce((sum, columnWidth) => sum + columnWidth + GAP, -GAP);
  if (used > room) widths[0] = room;
  else grow(shown, widths, room - used);
  const placed = shown.map((column, index) => ({ column, width: widths[index] ?? 0, need: 0 }));
  return {
    width: screenColumns,
    columns: placed,
    name: shown.find((column) => column.name) ?? shown[0],
  };
}

/**
 * Columns of the screen that a table would have to have so that nothing of what `seen` was to show is cut: those that there is
 * room for in `screenColumns`, each as wide as it was to be.
 */
export function neededWidth<Row>(
  columns: readonly Column<Row>[],
  seen: Layout<Row>,
  screenColumns: number,
): number {
  const needs = new Map(seen.columns.map(({ column, need }) => [column, need]));
  return fitting(columns, Math.max(0, screenColumns - GUTTER)).reduce(
    (sum, column) => sum + Math.max(leastWidth(column), needs.get(column) ?? 0) + GAP,
    GUTTER - GAP,
  );
}

/** Columns of the screen that a layout takes, without those right of it. */
const taken = <Row>({ columns }: Layout<Row>): number =>
  columns.reduce((sum, placed) => sum + placed.width + GAP, GUTTER - GAP);

/** Tells whether a layout was to show more than it has room for. */
export const cutsText = <Row>({ columns }: Layout<Row>): boolean => columns.some(isCut);

/** Columns of the screen that a growing column keeps for a wider text to come. */
const BREATH = 8;

/**
 * The layout by what there was to show: a growing column keeps little more than it needs, and what is free goes to the
 * columns that were cut, where the least is missing first; if that is not enough, the others give what they have over, too. The
 * same one where nothing moves. Needs only grow, so that it comes to rest.
 */
export function slackGiven<Row>(layout: Layout<Row>): Layout<Row> {
  const slack = ({ need, width: room }: Placed<Row>) => room - need;
  const isCutText = (placed: Placed<Row>) => isCut(placed) && placed.column.flex !== undefined;
  // A word such as a state is not broken for the sake of a text that goes on in the next line anyway.
  const [longest] = layout.columns.filter(isCutText).toSorted((a, b) => b.need - a.need);
  const brokenBy = layout.columns
    .filter((placed) => isCut(placed) && !isCutText(placed))
    .reduce((sum, placed) => sum - slack(placed), 0);
  const kept = (placed: Placed<Row>) => {
    if (!placed.column.flex) return placed.width;
    const least = leastWidth(placed.column);
    if (placed === longest) return Math.min(placed.width, Math.max(placed.width - brokenBy, least));
    return Math.min(placed.width, Math.max(placed.need + BREATH, least));
  };
  const order = (a: Placed<Row>, b: Placed<Row>) =>
    Number(isCutText(a)) - Number(isCutText(b)) || slack(b) - slack(a);
  const wanted = layout.columns.filter(isCut).reduce((sum, placed) => sum - slack(placed), 0);
  let spare = Math.max(0, layout.width - taken(layout));
  for (const placed of layout.columns) spare += placed.width - kept(placed);
  const widths = new Map<Placed<Row>, number>();
  for (const placed of layout.columns.toSorted(order)) {
    // The title keeps room for the arrow that it has while the table is sorted by it.
    const most = kept(placed) - Math.max(placed.need, width(placed.column.title) + 1);
    const given = isCut(placed)
      ? Math.min(-slack(placed), spare)
      : -Math.max(0, Math.min(most, wanted - spare));
    widths.set(placed, kept(placed) + given);
    spare -= given;
  }
  const columns = layout.columns.map((placed) => ({ ...placed, width: widths.get(placed) ?? placed.width }));
  const isSame = columns.every((placed, index) => placed.width === layout.columns[index]?.width);
  return isSame ? layout : { ...layout, columns };
}

/** The column that stands `x` columns of the screen from the left of a line, the blank behind it included. */
export function columnAt<Row>({ columns }: Layout<Row>, x: number): Column<Row> | undefined {
  if (x < GUTTER) return undefined;
  let end = GUTTER;
  return columns.find(({ width: room }) => {
    end += room + GAP;
    return x < end;
  })?.column;
}

/** By the ids of the columns: the letter that sorts by each, while one is being chosen. */
export type Letters = ReadonlyMap<string, string>;

/**
 * A title that shows its letter: the only capital of it, so that it is found without colour, or in front of what is
 * left of a title that does not show it.
 */
function lettered(title: string, letter: string, room: number, look: Look): string {
  const { ellipsis } = look.glyphs;
  const lower = cut(title.toLowerCase(), room, ellipsis);
  const at = lower.indexOf(letter);
  const mark = look.paint('letter', letter.toUpperCase());
  if (at >= 0) return `${lower.slice(0, at)}${mark}${lower.slice(at + 1)}`;
  return room < 1 ? '' : mark + cut(` ${title.toLowerCase()}`, room - 1, ellipsis);
}

function headerCell<Row>(
  placed: Placed<Row>,
  { sort, letters }: Pick<TableHeader, 'sort' | 'letters'>,
  look: Look,
): string {
  const { column, width: room } = placed;
  const sorted = sort?.column === column.id;
  const arrow = sorted ? (sort.descending ? look.glyphs.down : look.glyphs.up) : '';
  placed.need = Math.max(placed.need, width(column.title) + arrow.length);
  const space = room - arrow.length;
  const letter = letters?.get(column.id);
  const title =
    letter === undefined
      ? cut(column.title, space, look.glyphs.ellipsis)
      : lettered(column.title, letter, space, look);
  return fit(title + arrow, room, column.align);
}

/** The parts of the header besides the titles. */
export interface TableHeader {
  readonly sort?: Sort | undefined;
  readonly letters?: Letters | undefined;
}

/** The column titles, with the sort order's arrow and the letters to choose one by; exactly as wide as the layout. */
export function headerLine<Row>(layout: Layout<Row>, header: TableHeader, look: Look): string {
  const cells = layout.columns.map((placed) => headerCell(placed, header, look));
  return look.paint('strong', fit(`${' '.repeat(GUTTER)}${cells.join(' '.repeat(GAP))}`, layout.width));
}

/** A cell on so many lines at most, each as wide as its column. Numbers stay on one. */
function cellLines<Row>(
  placed: Placed<Row>,
  row: Row,
  {
    inverse,
    most,
    run,
  }: { readonly inverse: boolean; readonly most: number; readonly run: SharedRun | undefined },
  look: Look,
): string[] {
  const { column, width: columns } = placed;
  const { ellipsis } = look.glyphs;
  const before = column.prefix?.(row) ?? '';
  const cell = column.cell(row);
  const text = 'painted' in cell ? cell.painted : visible(cell.text, look.unicode);
  const wanted = width(text);
  const prefix = cut(before, columns, ellipsis);
  const room = columns - width(prefix);
  const isWhole = run !== undefined && wrap(text, Math.max(1, room)).length <= run.length;
  placed.need = Math.max(placed.need, width(before) + (isWhole ? Math.min(wanted, room) : wanted));
  const role = 'painted' in cell ? 'text' : (cell.role ?? 'text');
  const goesOn = wanted > room && most > 1 && room > 0 && column.align !== 'right';
  const parts = textParts(text, room, { goesOn, most, run });
  return parts.map((part, index) => {
    const shown = cut(part, room, ellipsis);
    const painted = look.paint(inverse ? 'selected' : role, shown);
    const blank = ' '.repeat(room - width(shown));
    const lead = index === 0 ? prefix : ' '.repeat(width(prefix));
    return column.align === 'right' ? lead + blank + painted : lead + painted + blank;
  });
}

/**
 * One row of a table, exactly as wide as the layout, on so many lines at most: a text goes on below itself where more than one
 * may be. The selected row has a sign in front and its name inverse; the rest of it stays as it is, so that moving the
 * cursor changes few cells of the screen.
 */
export function rowLines<Row>(
  layout: Layout<Row>,
  row: Row,
  { marked, selected, run }: RowState,
  look: Look,
  most = 1,
): readonly string[] {
  const { glyphs } = look;
  const mark = marked ? glyphs.marked : selected ? glyphs.cursor : ' '.repeat(GUTTER);
  const sign = mark === ' ' ? mark : look.paint('accent', mark);
  const cells = layout.columns.map((placed) => ({
    lines: cellLines(
      placed,
      row,
      {
        inverse: selected && placed.column === layout.name,
        most,
        run: placed.column.once === true ? run : undefined,
      },
      look,
    ),
    blank: ' '.repeat(placed.width),
  }));
  const rest = ' '.repeat(Math.max(0, layout.width - taken(layout)));
  const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, index) => {
    const line = cells.map(({ lines, blank }) => lines[index] ?? blank).join(' '.repeat(GAP));
    return `${index === 0 ? sign : ' '.repeat(GUTTER)}${line}${rest}`;
  });
}
