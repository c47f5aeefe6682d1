import type { Role } from '../lib/look.ts';
import { unstyled } from '../lib/sgr.ts';
import { type Align, visible, width } from '../lib/text.ts';

/** A cell of a table: a text, which the table makes safe to show, or painted text. */
export type Cell = { readonly text: string; readonly role?: Role | undefined } | { readonly painted: string };

/** The text of a cell as shown, without colours. */
export const cellText = (cell: Cell, unicode: boolean): string =>
  'painted' in cell ? unstyled(cell.painted) : visible(cell.text, unicode);

/** A column of a table: its width, and its cell for a row. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** The width of a fixed column, in columns of the screen. */
  readonly width?: number;
  /** The share of the remaining room, for a growing column; `min` and `max` are in columns of the screen. */
  readonly flex?: number;
  readonly min?: number;
  readonly max?: number;
  /** If there is no room for all columns, those with the highest number are dropped first; 0 by default. */
  readonly priority?: number;
  readonly align?: Align;
  /** Marks the column that identifies the row and is inverse on the selected row; by default the first column shown. */
  readonly name?: boolean;
  /** Shows equal texts of adjacent rows only once: the text continues over these rows, followed by ditto marks. */
  readonly once?: boolean;
  /** Painted text before the cell's own, such as a tree's guides. */
  readonly prefix?: (row: Row) => string;
  readonly cell: (row: Row) => Cell;
}

/** A column with its width in a layout. */
export interface Placed<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  /** The width of the widest content painted so far, including the title. */
  want: number;
  /** The same, except for repeated texts that were whole in the rows they share; if it exceeds `width`, something was cut. */
  need: number;
}

/** The columns missing for the content painted so far; negative if there is slack. */
const lack = <Row>({ want, width: room }: Placed<Row>): number => want - room;

/** True if something in the column was cut. */
const isCut = <Row>({ need, width: room }: Placed<Row>): boolean => need > room;

/** The columns shown with their widths. An unchanged layout stays the same object, as the cache of rows compares it. */
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

/** The width of the gutter for the cursor or a sign, and the gap between columns. */
export const GUTTER = 1;
export const GAP = 1;

export const leastWidth = <Row>(column: Column<Row>): number =>
  column.width ?? Math.max(1, column.min ?? width(column.title));

/** The columns that fit: while all together are too wide, the least important one is dropped. */
function fitting<Row>(
  columns: readonly Column<Row>[],
  room: number,
  widthOf: (column: Column<Row>) => number = leastWidth,
): readonly Column<Row>[] {
  const shown = [...columns];
  const total = () => shown.reduce((sum, column) => sum + widthOf(column) + GAP, -GAP);
  while (shown.length > 1 && total() > room) {
    const least = Math.max(...shown.map((column) => column.priority ?? 0));
    shown.splice(
      shown.findLastIndex((column) => (column.priority ?? 0) === least),
      1,
    );
  }
  return shown;
}

/** Divides `spare` columns of the screen among the growing columns by their `flex`, up to their `max`. */
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

/** Lays out the columns in `screenColumns`; the least important ones are dropped if that is too narrow. */
export function layoutColumns<Row>(columns: readonly Column<Row>[], screenColumns: number): Layout<Row> {
  const room = Math.max(0, screenColumns - GUTTER);
  const shown = fitting(columns, room);
  const widths = shown.map(leastWidth);
  const used = widths.reduce((sum, columnWidth) => sum + columnWidth + GAP, -GAP);
  if (used > room) widths[0] = room;
  else grow(shown, widths, room - used);
  const placed = shown.map((column, index) => ({ column, width: widths[index] ?? 0, want: 0, need: 0 }));
  return {
    width: screenColumns,
    columns: placed,
    name: shown.find((column) => column.name) ?? shown[0],
  };
}

/** A text in the name column that needs more than this share of the table is not a name, but a sentence or a path. */
const NAME_SHARE = 0.5;

/** True if a column contains names, which are not cut while a less important column stands. */
const hasNames = <Row>(
  { column, need }: Pick<Placed<Row>, 'column' | 'need'>,
  { name, width: room }: Pick<Layout<Row>, 'name' | 'width'>,
): boolean => column === name && need <= room * NAME_SHARE;

/**
 * The columns of a table of `screenColumns` that stand beside uncut names: less important ones are dropped rather than the
 * names cut. `seen` is a layout with which the content was painted.
 */
function besideNames<Row>(
  columns: readonly Column<Row>[],
  seen: Layout<Row>,
  screenColumns: number,
): readonly Column<Row>[] {
  const needs = new Map(seen.columns.map(({ column, need }) => [column, need]));
  const { name } = seen;
  const widthOf = (column: Column<Row>) => {
    const least = leastWidth(column);
    const need = needs.get(column) ?? least;
    const isNamed = hasNames({ column, need }, { name, width: screenColumns });
    return isNamed ? Math.max(least, need) : Math.min(least, need);
  };
  const fits = fitting(columns, Math.max(0, screenColumns - GUTTER), widthOf);
  const isNeeded = ({ priority = 0 }: Column<Row>) => priority <= (name?.priority ?? 0);
  return columns.filter((column) => isNeeded(column) || fits.includes(column));
}

/**
 * The width that a table needs so that nothing of the content painted with the layout `seen` is cut, for the columns that
 * fit into `screenColumns`. Repeated texts that would make it wider than `most` are wrapped.
 */
export function neededWidth<Row>(
  columns: readonly Column<Row>[],
  seen: Layout<Row>,
  screenColumns: number,
  most: number,
): number {
  const placed = new Map(seen.columns.map((one) => [one.column, one]));
  const shown = besideNames(columns, seen, screenColumns);
  const total = (width: 'need' | 'want') =>
    shown.reduce(
      (sum, column) => sum + Math.max(leastWidth(column), placed.get(column)?.[width] ?? 0) + GAP,
      GUTTER - GAP,
    );
  return Math.max(total('need'), Math.min(total('want'), most));
}

/** The width of a layout's columns, without the free room to their right. */
export const usedWidth = <Row>({ columns }: Layout<Row>): number =>
  columns.reduce((sum, placed) => sum + placed.width + GAP, GUTTER - GAP);

/** True if a layout has cut something. */
export const cutsText = <Row>({ columns }: Layout<Row>): boolean => columns.some(isCut);

/** Spare columns that a growing column keeps for wider texts to come. */
const SPARE_COLUMNS = 8;

/**
 * The widths that columns keep before the free room is given away: growing columns keep little more than they need, and cut
 * texts, the longest first, give what is missing for words, as texts can be wrapped and words must not be broken.
 */
function keptWidths<Row>(
  columns: readonly Placed<Row>[],
  isLongText: (placed: Placed<Row>) => boolean,
): ReadonlyMap<Placed<Row>, number> {
  let missing = columns
    .filter((placed) => lack(placed) > 0 && !isLongText(placed))
    .reduce((sum, placed) => sum + lack(placed), 0);
  const kept = new Map<Placed<Row>, number>();
  for (const placed of columns.toSorted((a, b) => b.want - a.want)) {
    const { column, want, width: room } = placed;
    const least = leastWidth(column);
    const given = isLongText(placed) ? Math.min(missing, Math.max(0, room - least)) : 0;
    missing -= given;
    kept.set(placed, column.flex ? Math.min(room - given, Math.max(want + SPARE_COLUMNS, least)) : room);
  }
  return kept;
}

/**
 * The layout adapted to the painted content: columns that leave no room for names are dropped, growing columns keep little
 * more than they need, and the free room goes to names and words that were cut, then to texts, those that lack least first;
 * if that is not enough, other columns give their slack too. Returns the same object if nothing changes. As needs only grow,
 * repeated calls converge.
 */
export function redistribute<Row>(layout: Layout<Row>): Layout<Row> {
  const all = layout.columns.map(({ column }) => column);
  const fits = besideNames(all, layout, layout.width);
  const shown = layout.columns.filter(({ column }) => fits.includes(column));
  const isLongText = (placed: Placed<Row>) =>
    lack(placed) > 0 && placed.column.flex !== undefined && !hasNames(placed, layout);
  const kept = keptWidths(shown, isLongText);
  const keptOf = (placed: Placed<Row>) => kept.get(placed) ?? placed.width;
  // Repeated texts come last: they go on in the rows below.
  const rank = (placed: Placed<Row>) => (isLongText(placed) ? (placed.column.once ? 2 : 1) : 0);
  const order = (a: Placed<Row>, b: Placed<Row>) => rank(a) - rank(b) || lack(a) - lack(b);
  const wanted = shown.reduce((sum, placed) => sum + Math.max(0, lack(placed)), 0);
  let spare = Math.max(0, layout.width - usedWidth({ ...layout, columns: shown }));
  for (const placed of shown) spare += placed.width - keptOf(placed);
  const widths = new Map<Placed<Row>, number>();
  for (const placed of shown.toSorted(order)) {
    const most = keptOf(placed) - placed.need;
    const given =
      lack(placed) > 0 ? Math.min(lack(placed), spare) : -Math.max(0, Math.min(most, wanted - spare));
    widths.set(placed, keptOf(placed) + given);
    spare -= given;
  }
  const columns = shown.map((placed) => ({ ...placed, width: widths.get(placed) ?? placed.width }));
  const isSame =
    shown.length === layout.columns.length &&
    columns.every((placed, index) => placed.width === layout.columns[index]?.width);
  return isSame ? layout : { ...layout, columns };
}

/** The table column at screen column `x` of a line, counting the gap after a column as part of it. */
export function columnAt<Row>({ columns }: Layout<Row>, x: number): Column<Row> | undefined {
  if (x < GUTTER) return undefined;
  let end = GUTTER;
  return columns.find(({ width: room }) => {
    end += room + GAP;
    return x < end;
  })?.column;
}
