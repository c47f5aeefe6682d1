import { percent } from '../../lib/format.ts';
import { PRIORITY } from '../../lib/priority.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { findError, findMarked, findRare } from '../../store/log/jumps.ts';
import { lineKey } from '../../store/log/merge.ts';
import type { LogView } from '../../store/log/view.ts';
import { remembered } from '../../store/session/memory.ts';
import { say, updateLogs } from '../../store/session/view.ts';
import { followTop, lowestTop, scrollTop } from '../../widgets/viewport.ts';
import { matchesOf, rowsOf } from './matches.ts';

const view = (cockpit: Shown): LogView => cockpit.view.getState().logs;

/** The positions of a held log, as current line numbers. */
export function heldPositions(cockpit: Known & Shown): Pick<LogView, 'cursor' | 'top' | 'seen'> {
  const { cursor, top, seen, epoch } = view(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const now = (number: number) => lines.renumbered(number, epoch);
  return { cursor: now(cursor), top: now(top), seen: now(seen) };
}

/** Index of the cursor's row among the matching rows; the last row while following. */
export function position(cockpit: Known & Shown): number {
  const rows = rowsOf(cockpit);
  const last = Math.max(0, rows.length - 1);
  return view(cockpit).follow ? last : Math.min(last, rows.rowOf(heldPositions(cockpit).cursor));
}

/** Stops following, with the given line numbers at the cursor and at the top. */
export function hold(cockpit: Known & Shown, cursor: number, top: number): void {
  const { epoch, end } = cockpit.logs.snapshot().lines;
  const seen = view(cockpit).follow ? end : heldPositions(cockpit).seen;
  updateLogs(cockpit.view, { follow: false, cursor, top, seen, epoch });
}

/** Moves the cursor to the row at `index` and stops following. */
export function goTo(cockpit: Known & Shown, index: number): void {
  const rows = rowsOf(cockpit);
  const height = cockpit.view.getState().pageRows.logs;
  const clamped = Math.max(0, Math.min(rows.length - 1, index));
  // The histogram may take some of the rows.
  const shown = cockpit.memory.of(lastFollowed).view?.height ?? height;
  const followed = () => (isSlow(cockpit) ? followedTop(cockpit, shown) : Math.max(0, rows.length - shown));
  const from = view(cockpit).follow ? followed() : rows.rowOf(heldPositions(cockpit).top);
  const top = scrollTop(from, clamped, height, rows.length);
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
  const marks = new Map(view(cockpit).marks);
  const key = lineKey(event);
  if (!marks.delete(key)) marks.set(key, event.t ?? 0);
  goTo(cockpit, index);
  updateLogs(cockpit.view, { marks });
}

/** Moves to the next or previous marked line among those shown. */
export function toMark(cockpit: Known & Shown, step: 1 | -1): void {
  const { marks } = view(cockpit);
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
  const { marks } = view(cockpit);
  const marked = new Set<number>();
  if (marks.size === 0) return marked;
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const find = (from: number) => findMarked(lines, numbers, { marks, from, step: 1 });
  for (let found = find(lines.first); found !== undefined; found = find(found + 1))
    marked.add(rowsOf(cockpit).rowOf(found));
  return marked;
}

/** Folds or unfolds repeats; the cursor stays on its line. */
export function toggleFold(cockpit: Known & Shown): void {
  const { follow: follows, unfolded } = view(cockpit);
  const cursor = rowsOf(cockpit).last(position(cockpit)) ?? 0;
  updateLogs(cockpit.view, { unfolded: !unfolded });
  if (!follows) goTo(cockpit, rowsOf(cockpit).rowOf(cursor));
}

/** The last layout of a followed log. */
interface Followed {
  readonly epoch: number;
  readonly unfolded: boolean;
  readonly filter: object;
  readonly isComplete: boolean;
  readonly top: number;
  /** Rows in sight. */
  readonly height: number;
  /** The time of the last scroll, in milliseconds. */
  readonly movedAt: number;
}
const lastFollowed = remembered<{ view?: Followed }>(() => ({}));

/** The shortest time between two scrolls of a followed log, unless an error is below; keeps the output per second small. */
const MOVE_EVERY_MS = 5000;

/** True if one of the `count` rows from an index on is an error. */
function hasError(cockpit: Known & Shown, index: number, count: number): boolean {
  const { lines } = cockpit.logs.snapshot();
  const rows = rowsOf(cockpit);
  for (let row = index; row < Math.min(rows.length, index + count); row++)
    if (lines.priority(rows.last(row) ?? -1) <= PRIORITY.error) return true;
  return false;
}

const isSlow = (cockpit: Shown): boolean => cockpit.link.store.getState().slow;

/** Index of the first row to show while following. */
export function followedTop(cockpit: Known & Shown, height: number): number {
  const { epoch, filter, searched } = matchesOf(cockpit);
  const rows = rowsOf(cockpit);
  const { unfolded } = view(cockpit);
  const followed = cockpit.memory.of(lastFollowed);
  const before = followed.view;
  // With another filter or another height, start from the last page again.
  const same = isSameLayout(before, { epoch, filter, unfolded, height });
  // While the search is incomplete, older rows are still added above.
  const known = same && before?.isComplete === true ? rows.rowOf(before.top) : undefined;
  const { now } = cockpit.view.getState();
  const isTime = before === undefined || Math.abs(now - before.movedAt) >= MOVE_EVERY_MS;
  const mayMove = isTime || hasError(cockpit, (known ?? 0) + height, height);
  const top = isSlow(cockpit)
    ? followTop(known, height, rows.length)
    : lowestTop(known, height, rows.length, mayMove);
  const movedAt = top === known && before !== undefined ? before.movedAt : now;
  followed.view = {
    epoch,
    filter,
    unfolded,
    isComplete: searched === 1,
    top: rows.first(top) ?? 0,
    height,
    movedAt,
  };
  return top;
}

/** True if two layouts are comparable. */
const isSameLayout = (
  before: Followed | undefined,
  now: Omit<Followed, 'isComplete' | 'top' | 'movedAt'>,
): boolean =>
  before?.epoch === now.epoch &&
  before.filter === now.filter &&
  before.unfolded === now.unfolded &&
  before.height === now.height;

/**
 * Index of the first row to show while not following. A view that was held as it was followed keeps its position, including
 * the empty rows at its end.
 */
export function heldTop(cockpit: Known & Shown, height: number): number {
  const { epoch, filter } = matchesOf(cockpit);
  const rows = rowsOf(cockpit);
  const { top } = heldPositions(cockpit);
  const before = cockpit.memory.of(lastFollowed).view;
  const same = isSameLayout(before, { epoch, filter, unfolded: view(cockpit).unfolded, height });
  const first = rows.rowOf(top);
  const isAsFollowed = same && before !== undefined && top <= before.top;
  const total = isAsFollowed ? Math.max(rows.length, first + height) : rows.length;
  return scrollTop(first, position(cockpit), height, total);
}
