import { remembered } from '../../store/session/memory.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { percent } from '../../lib/format.ts';
import { lineKey } from '../../store/log/merge.ts';
import { findError, findMarked } from '../../store/log/jumps.ts';
import type { LogView } from '../../store/log/view.ts';
import { say, updateLogs } from '../../store/session/view.ts';
import { followTop, scrollTop } from '../../widgets/viewport.ts';
import { matchesOf } from './matches.ts';

const view = (cockpit: Shown): LogView => cockpit.view.getState().logs;

/** The lines that a log stands on while it is not followed, by the numbers that they have now. */
export function loadedLines(cockpit: Known & Shown): Pick<LogView, 'cursor' | 'top' | 'seen'> {
  const { cursor, top, seen, epoch } = view(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const now = (number: number) => lines.moved(number, epoch);
  return { cursor: now(cursor), top: now(top), seen: now(seen) };
}

/** Where the cursor is among the lines that pass the filter; the last one while following. */
export function position(cockpit: Known & Shown): number {
  const { numbers } = matchesOf(cockpit);
  const last = Math.max(0, numbers.length - 1);
  return view(cockpit).follow ? last : Math.min(last, numbers.indexFrom(loadedLines(cockpit).cursor));
}

/** Stops following, with the cursor on a line and another one at the top, by their numbers. */
export function hold(cockpit: Known & Shown, cursor: number, top: number): void {
  const { epoch, end } = cockpit.logs.snapshot().lines;
  const seen = view(cockpit).follow ? end : loadedLines(cockpit).seen;
  updateLogs(cockpit.view, { follow: false, cursor, top, seen, epoch });
}

/** Puts the cursor on the line at `index`; the end of the log is where following begins again. */
export function goTo(cockpit: Known & Shown, index: number): void {
  const { numbers } = matchesOf(cockpit);
  const rows = cockpit.view.getState().pageRows.logs;
  const clamped = Math.max(0, Math.min(numbers.length - 1, index));
  // The histogram may take a part of the rows.
  const from = view(cockpit).follow
    ? followedTop(cockpit, cockpit.memory.of(lastFollowed).view?.height ?? rows)
    : numbers.indexFrom(loadedLines(cockpit).top);
  const top = scrollTop(from, clamped, rows, numbers.length);
  hold(cockpit, numbers.at(clamped) ?? 0, numbers.at(top) ?? 0);
}

/** Stays with the newest lines again. */
export const follow = (cockpit: Shown): void => updateLogs(cockpit.view, { follow: true });

/** Stops following where the log stands now, or follows it again. */
export const holdLog = (cockpit: Known & Shown, held: boolean): void => {
  if (held) goTo(cockpit, position(cockpit));
  else follow(cockpit);
};

/** Moves the cursor by lines; at the end it follows again. */
export function moveBy(cockpit: Known & Shown, by: number): void {
  const index = position(cockpit) + by;
  if (by > 0 && index >= matchesOf(cockpit).numbers.length - 1) follow(cockpit);
  else goTo(cockpit, index);
}

/** Where a jump begins to look: at the line behind the cursor, or before it. */
function startOf(cockpit: Known & Shown, step: 1 | -1): number {
  const { numbers } = matchesOf(cockpit);
  return (numbers.at(position(cockpit)) ?? 0) + step;
}

/** Says that there is none of a kind; of lines that were not looked at nobody knows. */
function sayNone(cockpit: Known & Shown, what: string, step: 1 | -1): void {
  const { searched } = matchesOf(cockpit);
  const which = searched < 1 ? `searched so far (${percent(searched)})` : 'shown';
  say(cockpit.view, 'info', `No ${step > 0 ? 'later' : 'earlier'} ${what} in the lines ${which}.`);
}

/** To the next or the previous error. */
export function toError(cockpit: Known & Shown, step: 1 | -1): void {
  const { numbers } = matchesOf(cockpit);
  const found = findError(cockpit.logs.snapshot().lines, numbers, startOf(cockpit, step), step);
  if (found === undefined) sayNone(cockpit, 'error', step);
  else goTo(cockpit, numbers.indexFrom(found));
}

/** Marks the line under the cursor, or takes its mark away. A line keeps its mark while it is held. */
export function toggleMark(cockpit: Known & Shown): void {
  const { numbers } = matchesOf(cockpit);
  const index = position(cockpit);
  const event = cockpit.logs.snapshot().lines.at(numbers.at(index));
  if (!event) return;
  const marks = new Map(view(cockpit).marks);
  const key = lineKey(event);
  if (!marks.delete(key)) marks.set(key, event.t ?? 0);
  goTo(cockpit, index);
  updateLogs(cockpit.view, { marks });
}

/** To the next or the previous marked line among those shown. */
export function toMark(cockpit: Known & Shown, step: 1 | -1): void {
  const { marks } = view(cockpit);
  if (marks.size === 0) {
    say(cockpit.view, 'info', 'No line is marked: m marks one.');
    return;
  }
  const { numbers } = matchesOf(cockpit);
  const { lines } = cockpit.logs.snapshot();
  const found = findMarked(lines, numbers, { marks, from: startOf(cockpit, step), step });
  if (found === undefined) sayNone(cockpit, 'mark', step);
  else goTo(cockpit, numbers.indexFrom(found));
}

/** Where the view of a followed log begins: the number of its first line, while its lines keep their numbers. */
interface Followed {
  readonly epoch: number;
  readonly filter: object;
  readonly whole: boolean;
  readonly top: number;
  /** Rows that it had. */
  readonly height: number;
}
const lastFollowed = remembered<{ view?: Followed }>(() => ({}));

/** Index of the first line to show while following. */
export function followedTop(cockpit: Known & Shown, height: number): number {
  const { numbers, epoch, filter, searched } = matchesOf(cockpit);
  const followed = cockpit.memory.of(lastFollowed);
  const before = followed.view;
  // What passes another filter is another list, and in another room it stands otherwise: both begin with the last page.
  const same = before?.epoch === epoch && before.filter === filter && before.height === height;
  // While it is being made, older lines come in above.
  const known = same && before.whole ? numbers.indexFrom(before.top) : undefined;
  const top = followTop(known, height, numbers.length);
  followed.view = { epoch, filter, whole: searched === 1, top: numbers.at(top) ?? 0, height };
  return top;
}

/**
 * Index of the first line to show while not following. A view that was held as it was followed stays as it was, with
 * the room below that newer lines had.
 */
export function heldTop(cockpit: Known & Shown, height: number): number {
  const { numbers, epoch, filter } = matchesOf(cockpit);
  const { top } = loadedLines(cockpit);
  const before = cockpit.memory.of(lastFollowed).view;
  const same = before?.epoch === epoch && before.filter === filter && before.height === height;
  const first = numbers.indexFrom(top);
  const total = same && top <= before.top ? Math.max(numbers.length, first + height) : numbers.length;
  return scrollTop(first, position(cockpit), height, total);
}
