import { type Column, type Layout, neededWidth } from '../../widgets/tableLayout.ts';

/** The width that a list was found to need. */
export interface NeededColumns<Row> {
  readonly of: readonly Column<Row>[];
  /** The screen width that this holds for. */
  readonly on: number;
  readonly columns: number;
}

/** Granularity of the width in columns, so that a slightly longer text does not move what is beside the list. */
const STEP = 4;

/** The last painted state of a list. */
interface Painted<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: Layout<Row>;
  needed?: NeededColumns<Row>;
}

/**
 * Columns that a list needs, out of `screenColumns`, to show everything that was painted so far uncut; repeated texts are
 * wrapped rather than take more than `most` columns. As long as the list has the same columns the result only grows, so that
 * what is beside it settles.
 */
export function neededColumns<Row>(painted: Painted<Row>, screenColumns: number, most: number): number {
  const { columns, layout, needed: previous } = painted;
  const isSame = previous?.of === columns && previous.on === screenColumns;
  const now = Math.ceil(neededWidth(columns, layout, screenColumns, most) / STEP) * STEP;
  const needed = { of: columns, on: screenColumns, columns: Math.max(now, isSame ? previous.columns : 0) };
  painted.needed = needed;
  return needed.columns;
}
