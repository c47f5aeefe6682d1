import { type Column, type Layout, neededWidth } from '../../widgets/tableLayout.ts';

/** Columns of the screen that a list was found to need. */
export interface NeededColumns<Row> {
  readonly of: readonly Column<Row>[];
  /** On so many columns of the screen. */
  readonly on: number;
  readonly columns: number;
}

/** Columns of the steps in which something beside a list gives way, so that not every longer text moves it. */
const STEP = 4;

/** A list as it was painted last. */
interface Painted<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: Layout<Row>;
  needed?: NeededColumns<Row>;
}

/**
 * Columns that a list needs of `screenColumns` so that nothing in it is cut, as far as it was painted. It only grows while the list
 * has the same columns, so that what stands beside it comes to rest.
 */
export function neededColumns<Row>(kept: Painted<Row>, screenColumns: number): number {
  const { columns, layout, needed: before } = kept;
  const isSame = before?.of === columns && before.on === screenColumns;
  const now = Math.ceil(neededWidth(columns, layout, screenColumns) / STEP) * STEP;
  const needed = { of: columns, on: screenColumns, columns: Math.max(now, isSame ? before.columns : 0) };
  kept.needed = needed;
  return needed.columns;
}
