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
  /** The widest content painted so far, including the title; if it exceeds `width`, something was cut. */
  need: number;
}

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

const leastWidth = <Row>(column: Column<Row>): number =>
  column.width ?? Math.max(1, column.min ?? width(column.title));

/** The columns that fit: while all together are too wide, the least important one is dropped. */
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
  const placed = shown.map((column, index) => ({ column, width: widths[index] ?? 0, need: 0 }));
  return {
    width: screenColumns,
    columns: placed,
    name: shown.find((column) => column.name) ?? shown[0],
  };
}

/**
 * The width that a table needs so that nothing of the content painted with the layout `seen` is cut, for the columns that
 * fit into `screenColumns`.
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

/** The width of a layout's columns, without the free room to their right. */
export const usedWidth = <Row>({ columns }: Layout<Row>): number =>
  columns.reduce((sum, placed) => sum + placed.width + GAP, GUTTER - GAP);

/** True if a layout has cut something. */
export const cutsText = <Row>({ columns }: Layout<Row>): boolean => columns.some(isCut);

/** Spare columns that a growing column keeps for wider texts to come. */
const SPARE_COLUMNS = 8;

/**
 * The layout adapted to the painted content: growing columns keep little more than they need, and the free room goes to the
 * columns that were cut, those that lack least first; if that is not enough, fixed columns give their slack too. Returns the
 * same object if nothing changes. As needs only grow, repeated calls converge.
 */
export function redistribute<Row>(layout: Layout<Row>): Layout<Row> {
  const slack = ({ need, width: room }: Placed<Row>) => room - need;
  const isCutText = (placed: Placed<Row>) => isCut(placed) && placed.column.flex !== undefined;
  // The longest cut text gives room to cut words such as states: it is wrapped anyway, and they must not be broken.
  const [longest] = layout.columns.filter(isCutText).toSorted((a, b) => b.need - a.need);
  const brokenBy = layout.columns
    .filter((placed) => isCut(placed) && !isCutText(placed))
    .reduce((sum, placed) => sum - slack(placed), 0);
  const kept = (placed: Placed<Row>) => {
    if (!placed.column.flex) return placed.width;
    const least = leastWidth(placed.column);
    if (placed === longest) return Math.min(placed.width, Math.max(placed.width - brokenBy, least));
    return Math.min(placed.width, Math.max(placed.need + SPARE_COLUMNS, least));
  };
  const order = (a: Placed<Row>, b: Placed<Row>) =>
    Number(isCutText(a)) - Number(isCutText(b)) || slack(b) - slack(a);
  const wanted = layout.columns.filter(isCut).reduce((sum, placed) => sum - slack(placed), 0);
  let spare = Math.max(0, layout.width - usedWidth(layout));
  for (const placed of layout.columns) spare += placed.width - kept(placed);
  const widths = new Map<Placed<Row>, number>();
  for (const placed of layout.columns.toSorted(order)) {
    // The title keeps room for the sort arrow.
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

/** The table column at screen column `x` of a line, counting the gap after a column as part of it. */
export function columnAt<Row>({ columns }: Layout<Row>, x: number): Column<Row> | undefined {
  if (x < GUTTER) return undefined;
  let end = GUTTER;
  return columns.find(({ width: room }) => {
    end += room + GAP;
    return x < end;
  })?.column;
}
