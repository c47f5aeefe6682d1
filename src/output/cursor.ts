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

/** Of several new marks, the one in the row nearest to the last cursor; of two, the lower one. */
const nearest = (places: readonly CellPosition[], { row }: CellPosition): CellPosition | undefined =>
  places.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row) || b.row - a.row)[0];

/**
 * The position of the terminal's cursor after a frame: on the mark, the inverse text that shows the input focus, because
 * screen readers, braille displays and magnifiers follow the cursor. A frame may have several marks, such as a row behind a
 * menu. The cursor stays on its mark until that disappears or an additional one appears.
 * @param last the cursor's position in the last frame, if it was on a mark
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
