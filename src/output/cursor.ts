import type { Line } from './line.ts';

/** A cell of the screen. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

const marks = (lines: readonly Line[]): readonly CellPosition[] =>
  lines.flatMap(({ mark: column }, row) => (column === undefined ? [] : [{ row, column }]));

const isAmong = (positions: readonly CellPosition[], position: CellPosition): boolean =>
  positions.some(({ row, column }) => row === position.row && column === position.column);

/** Of several new marks, the one in the row nearest to the last cursor; of two, the lower one. */
const nearest = (positions: readonly CellPosition[], { row }: CellPosition): CellPosition | undefined =>
  positions.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row) || b.row - a.row)[0];

/** The mark that the cursor is on. */
export interface Focus {
  readonly position: CellPosition;
  /** The other marks that were seen since: one that a notice has covered is not a new one when it is seen again. */
  readonly others: readonly CellPosition[];
}

/**
 * The position of the terminal's cursor after a frame: on the mark, the inverse text that shows the input focus, because
 * screen readers, braille displays and magnifiers follow the cursor. A frame may have several marks, such as a row behind a
 * menu. The cursor stays on its mark until that disappears or an additional one appears.
 * @param last the focus in the last frame, if the cursor was on a mark
 */
export function focusIn(
  before: readonly Line[],
  after: readonly Line[],
  last: Focus | undefined,
): Focus | undefined {
  const now = marks(after);
  const old = marks(before);
  const seen = last?.others ?? [];
  const at = (position: CellPosition | undefined, others: readonly CellPosition[]): Focus | undefined =>
    position && {
      position,
      others: [...others, ...now.filter((one) => !isAmong([position, ...others], one))],
    };
  if (last === undefined) return at(now.at(-1), []);
  const fresh = now.filter((position) => !isAmong(old, position));
  if (!isAmong(now, last.position)) return at(nearest(fresh, last.position) ?? now.at(-1), seen);
  const added = now.length > old.length ? fresh.findLast((position) => !isAmong(seen, position)) : undefined;
  return added ? at(added, []) : at(last.position, seen);
}
