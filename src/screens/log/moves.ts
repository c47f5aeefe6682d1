import type { Known, Shown } from '../../store/cockpit.ts';
import { updateLogs } from '../../store/session/view.ts';
import { scrollTop } from '../../widgets/viewport.ts';
import { rowsOf } from './matches.ts';
import { heldPositions, logView, position } from './position.ts';
import { topBeforeMove } from './viewTop.ts';

/** Stops following, with the given line numbers at the cursor and at the top. */
export function hold(cockpit: Known & Shown, cursor: number, top: number): void {
  const { epoch, end } = cockpit.logs.snapshot().lines;
  const seen = logView(cockpit).follow ? end : heldPositions(cockpit).seen;
  updateLogs(cockpit.view, { follow: false, cursor, top, seen, epoch });
}

/** Moves the cursor to the row at `index` and stops following. */
export function goTo(cockpit: Known & Shown, index: number): void {
  const rows = rowsOf(cockpit);
  const height = cockpit.view.getState().pageRows.logs;
  const clamped = Math.max(0, Math.min(rows.length - 1, index));
  const top = scrollTop(topBeforeMove(cockpit, height), clamped, height, rows.length);
  hold(cockpit, rows.first(clamped) ?? 0, rows.first(top) ?? 0);
}

/** Resumes following the newest lines. */
export const follow = (cockpit: Shown): void => updateLogs(cockpit.view, { follow: true });

/** Stops following at the current position, or resumes following. */
export const holdLog = (cockpit: Known & Shown, held: boolean): void => {
  if (held) goTo(cockpit, position(cockpit));
  else follow(cockpit);
};

/** Moves the cursor by rows; moving down to the end resumes following. */
export function moveBy(cockpit: Known & Shown, by: number): void {
  const index = position(cockpit) + by;
  if (by > 0 && index >= rowsOf(cockpit).length - 1) follow(cockpit);
  else goTo(cockpit, index);
}

/** Folds or unfolds repeats; the cursor stays on its line. */
export function toggleFold(cockpit: Known & Shown): void {
  const { follow: follows, unfolded } = logView(cockpit);
  const cursor = rowsOf(cockpit).last(position(cockpit)) ?? 0;
  updateLogs(cockpit.view, { unfolded: !unfolded });
  if (!follows) goTo(cockpit, rowsOf(cockpit).rowOf(cursor));
}
