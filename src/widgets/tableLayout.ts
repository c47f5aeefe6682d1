import type { Role } from '../lib/look.ts';
import { unstyled } from '../lib/sgr.ts';
import { type Align, visible, width } from '../lib/text.ts';

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

/** A column with its width in a layout. */
export interface Placed<Row> {
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

/** One column for the cursor's or the mark's sign, and one blank between columns. */
export const GUTTER = 1;
export const GAP = 1;

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
export const taken = <Row>({ columns }: Layout<Row>): number =>
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
