import type { Look, Role } from '../lib/look.ts';
import { unstyled } from '../lib/sgr.ts';
import { type Align, cut, fit, visible, width } from '../lib/text.ts';

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
  /** Painted text before the cell's own, such as a tree's guides. */
  readonly prefix?: (row: Row) => string;
  readonly cell: (row: Row) => Cell;
}

interface Placed<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

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
  const placed = shown.map((column, index) => ({ column, width: widths[index] ?? 0 }));
  return {
    width: screenColumns,
    columns: placed,
    name: shown.find((column) => column.name) ?? shown[0],
  };
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
  { column, width: room }: Placed<Row>,
  { sort, letters }: Pick<TableHeader, 'sort' | 'letters'>,
  look: Look,
): string {
  const sorted = sort?.column === column.id;
  const arrow = sorted ? (sort.descending ? look.glyphs.down : look.glyphs.up) : '';
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

function paintedCell<Row>(
  { column, width: columns }: Placed<Row>,
  row: Row,
  inverse: boolean,
  look: Look,
): string {
  const prefix = cut(column.prefix?.(row) ?? '', columns, look.glyphs.ellipsis);
  const room = columns - width(prefix);
  const cell = column.cell(row);
  const text = 'painted' in cell ? cell.painted : visible(cell.text, look.unicode);
  const shown = cut(text, room, look.glyphs.ellipsis);
  const role = 'painted' in cell ? 'text' : (cell.role ?? 'text');
  const painted = look.paint(inverse ? 'selected' : role, shown);
  const blank = ' '.repeat(room - width(shown));
  return column.align === 'right' ? prefix + blank + painted : prefix + painted + blank;
}

/**
 * One row of a table, exactly as wide as the layout. The selected row has a sign in front and its name inverse;
 * the rest of it stays as it is, so that moving the cursor changes few cells of the screen.
 */
export function rowLine<Row>(layout: Layout<Row>, row: Row, state: RowState, look: Look): string {
  const { glyphs } = look;
  const sign = state.marked ? glyphs.marked : state.selected ? glyphs.cursor : ' '.repeat(GUTTER);
  const cells = layout.columns.map((placed) =>
    paintedCell(placed, row, state.selected && placed.column === layout.name, look),
  );
  const used = layout.columns.reduce((sum, placed) => sum + placed.width + GAP, GUTTER - GAP);
  const rest = ' '.repeat(Math.max(0, layout.width - used));
  return `${sign === ' ' ? sign : look.paint('accent', sign)}${cells.join(' '.repeat(GAP))}${rest}`;
}
