import { PRIORITY } from '../../lib/priority.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { followTop, lowestTop, scrollTop } from '../../widgets/viewport.ts';
import { matchesOf, rowsOf } from './matches.ts';
import { heldPositions, logView, position } from './position.ts';

/** The last layout of a followed log. */
interface FollowedLayout {
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
const lastFollowed = remembered<{ view?: FollowedLayout }>(() => ({}));

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
  const { unfolded } = logView(cockpit);
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
  before: FollowedLayout | undefined,
  now: Omit<FollowedLayout, 'isComplete' | 'top' | 'movedAt'>,
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
  const same = isSameLayout(before, { epoch, filter, unfolded: logView(cockpit).unfolded, height });
  const first = rows.rowOf(top);
  const isAsFollowed = same && before !== undefined && top <= before.top;
  const total = isAsFollowed ? Math.max(rows.length, first + height) : rows.length;
  return scrollTop(first, position(cockpit), height, total);
}

/** Index of the first row that a move of the cursor scrolls from, in a pane of `height` rows. */
export function topBeforeMove(cockpit: Known & Shown, height: number): number {
  const rows = rowsOf(cockpit);
  if (!logView(cockpit).follow) return rows.rowOf(heldPositions(cockpit).top);
  // The histogram may take some of the rows.
  const shown = cockpit.memory.of(lastFollowed).view?.height ?? height;
  return isSlow(cockpit) ? followedTop(cockpit, shown) : Math.max(0, rows.length - shown);
}
