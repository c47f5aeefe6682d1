import type { ListState } from '../../store/session/viewState.ts';
import { settle } from '../../widgets/viewport.ts';

/** The part of a list that is in sight, and the row under the cursor. */
export interface VisibleRows<Row> {
  readonly rows: readonly Row[];
  /** Index of the first row in sight. */
  readonly top: number;
  readonly current: Row | undefined;
}

/** The part of `rows` that fits in `height` lines, and the row under the cursor. */
export function visibleRowsOf<Row>(
  view: ListState,
  rows: readonly Row[],
  ids: readonly string[],
  height: number,
): VisibleRows<Row> {
  const { index, top } = settle(view, ids, height);
  return { rows: rows.slice(top, top + height), top, current: rows[index] };
}
