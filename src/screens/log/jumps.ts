import { percent } from '../../lib/format.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { findError, findMarked, findRare } from '../../store/log/jumps.ts';
import { lineKey } from '../../store/log/merge.ts';
import { say, updateLogs } from '../../store/session/view.ts';
import { matchesOf, rowsOf } from './matches.ts';
import { goTo } from './moves.ts';
import { logView, position } from './position.ts';

/** Says that no such line was found among the lines searched so far. */
function sayNone(cockpit: Known & Shown, what: string, step: 1 | -1): void {
  const { searched } = matchesOf(cockpit);
  const which = searched < 1 ? `searched so far (${percent(searched)})` : 'shown';
  say(cockpit.view, 'info', `No ${step > 0 ? 'later' : 'earlier'} ${what} in the lines ${which}.`);
}

/** Moves to the row of the next or previous line that `find` returns. */
function moveToFound(
  cockpit: Known & Shown,
  what: string,
  step: 1 | -1,
  find: (from: number) => number | undefined,
): void {
  const rows = rowsOf(cockpit);
  const at = position(cockpit);
  let found = find((rows.first(at) ?? 0) + step);
  // Lines folded into this row are skipped; they may lie between lines of other rows.
  while (found !== undefined && (rows.rowOf(found) - at) * step <= 0) found = find(found + step);
  if (found === undefined) sayNone(cockpit, what, step);
  else goTo(cockpit, rows.rowOf(found));
}

/** Moves to the next or previous error. */
export function toError(cockpit: Known & Shown, step: 1 | -1): void {
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  moveToFound(cockpit, 'error', step, (from) => findError(lines, numbers, from, step));
}

/** Moves to the next or previous rare line. */
export function toRare(cockpit: Known & Shown, step: 1 | -1): void {
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  moveToFound(cockpit, 'rare line', step, (from) => findRare(lines, numbers, from, step));
}

/** Marks or unmarks the line under the cursor. A mark lasts as long as its line is loaded. */
export function toggleMark(cockpit: Known & Shown): void {
  const index = position(cockpit);
  const event = cockpit.logs.snapshot().lines.at(rowsOf(cockpit).last(index));
  if (!event) return;
  const marks = new Map(logView(cockpit).marks);
  const key = lineKey(event);
  if (!marks.delete(key)) marks.set(key, event.t ?? 0);
  goTo(cockpit, index);
  updateLogs(cockpit.view, { marks });
}

/** Moves to the next or previous marked line among those shown. */
export function toMark(cockpit: Known & Shown, step: 1 | -1): void {
  const { marks } = logView(cockpit);
  if (marks.size === 0) {
    say(cockpit.view, 'info', 'No line is marked: m marks one.');
    return;
  }
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  moveToFound(cockpit, 'mark', step, (from) => findMarked(lines, numbers, { marks, from, step }));
}

/** Indexes of the rows with marked lines. */
export function markedRows(cockpit: Known & Shown): ReadonlySet<number> {
  const { marks } = logView(cockpit);
  const marked = new Set<number>();
  if (marks.size === 0) return marked;
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const find = (from: number) => findMarked(lines, numbers, { marks, from, step: 1 });
  for (let found = find(lines.first); found !== undefined; found = find(found + 1))
    marked.add(rowsOf(cockpit).rowOf(found));
  return marked;
}
