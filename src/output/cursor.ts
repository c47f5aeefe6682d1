import type { Line } from './line.ts';

/** A cell of the screen. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

const marks = (lines: readonly Line[]): readonly CellPosition[] =>
  lines.flatMap(({ mark: column }, row) => (column === undefined ? [] : [{ row, column }]));

const isAmong = (places: readonly CellPosition[], place: CellPosition): boolean =>
  places.some(({ row, column }) => row === place.row && column === place.column);

/** Of several marks that appeared at once, the one in the row nearest to where the cursor was; the lower one of two. */
const nearest = (places: readonly CellPosition[], { row }: CellPosition): CellPosition | undefined =>
  places.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row) || b.row - a.row)[0];

/**
 * Where the terminal's cursor belongs after a frame: on the mark that shows where the keys go, for screen readers,
 * braille displays and magnifiers follow it. A frame may have more than one, a row that stays marked behind a menu for
 * instance. The cursor keeps to its mark until that goes, and leaves it for one that comes besides.
 * @param last where it was, if it was on a mark
 */
export function cursorPosition(
  before: readonly Line[],
  after: readonly Line[],
  last: CellPosition | undefined,
): CellPosition | undefined {
  const now = marks(after);
  if (last === undefined) return now.at(-1);
  const old = marks(before);
  const fresh = now.filter((place) => !isAmong(old, place));
  if (isAmong(now, last)) return now.length > old.length ? (fresh.at(-1) ?? last) : last;
  return nearest(fresh, last) ?? now.at(-1);
}
