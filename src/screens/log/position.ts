import type { Known, Shown } from '../../store/cockpit.ts';
import type { LogView } from '../../store/log/view.ts';
import { rowsOf } from './matches.ts';

/** The operator's choices for the log. */
export const logView = (cockpit: Shown): LogView => cockpit.view.getState().logs;

/** The positions of a held log, as current line numbers. */
export function heldPositions(cockpit: Known & Shown): Pick<LogView, 'cursor' | 'top' | 'seen'> {
  const { cursor, top, seen, epoch } = logView(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const now = (number: number) => lines.renumbered(number, epoch);
  return { cursor: now(cursor), top: now(top), seen: now(seen) };
}

/** Index of the cursor's row among the matching rows; the last row while following. */
export function position(cockpit: Known & Shown): number {
  const rows = rowsOf(cockpit);
  const last = Math.max(0, rows.length - 1);
  return logView(cockpit).follow ? last : Math.min(last, rows.rowOf(heldPositions(cockpit).cursor));
}
