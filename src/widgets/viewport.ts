/**
 * Where the cursor of a list is and what part of the list is in sight. The cursor is kept by row id, because
 * rows move under it as the data changes; `index` is where it was last, for when its row goes away.
 */
export interface Viewport {
  readonly cursor: string | undefined;
  readonly index: number;
  /** Index of the first row in sight. */
  readonly top: number;
}

/** The top of a list that nobody has moved in. */
export const START: Viewport = { cursor: undefined, index: 0, top: 0 };

/** Rows up (negative) or down, or one of the motions that depend on the size of the view. */
export type Motion = number | 'pageUp' | 'pageDown' | 'halfUp' | 'halfDown' | 'home' | 'end';

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/**
 * The first row to show so that the row at `index` is in sight. At the edge the view jumps by half a page
 * instead of scrolling line by line: on a slow link a held key then repaints the list once in half a page.
 */
export function scrollTop(top: number, index: number, height: number, total: number): number {
  const rows = Math.max(1, height);
  const half = Math.floor(rows / 2);
  const wanted = index < top ? index - half : index >= top + rows ? index - rows + 1 + half : top;
  const inSight = clamp(wanted, index - rows + 1, index);
  return clamp(inSight, 0, Math.max(0, total - rows));
}

/**
 * The first row to show while a growing list is followed whose newest row is the lowest. To move the rows costs as much
 * as to draw them, so that a view that is full waits until it `mayMove`, unless more rows wait than it has.
 */
export function lowestTop(top: number | undefined, height: number, total: number, mayMove: boolean): number {
  const rows = Math.max(1, height);
  const lowest = Math.max(0, total - rows);
  const waits = top !== undefined && top < lowest && lowest - top <= rows && !mayMove;
  return waits ? top : lowest;
}

/**
 * The first row to show while a growing list is followed over a slow link: rows fill the view from where it stands, and only
 * when it is full does it jump, by half of it. Rows that stand still can be read, and cost nothing to draw. Where so
 * many come at once that half of it is not enough, it is full again.
 */
export function followTop(top: number | undefined, height: number, total: number): number {
  const rows = Math.max(1, height);
  const half = Math.ceil(rows / 2);
  if (top === undefined || top > total || total - top > rows + half) return Math.max(0, total - rows);
  return total - top <= rows ? top : Math.max(0, total - half);
}

const same = (a: Viewport, b: Viewport) => a.cursor === b.cursor && a.index === b.index && a.top === b.top;

/**
 * The viewport after the list or the height changed: the cursor stays on its row, and the row stays on its line
 * of the screen, unless the list was at its top and the row is still in sight there. Where the row is gone,
 * the cursor takes the one that came to its place; where it was on none yet, it begins at `first`. An empty list forgets
 * nothing.
 */
export function settle(view: Viewport, ids: readonly string[], height: number, first = 0): Viewport {
  if (ids.length === 0) return same(view, { ...view, top: 0 }) ? view : { ...view, top: 0 };
  const found = ids[view.index] === view.cursor ? view.index : ids.indexOf(view.cursor ?? '');
  const wanted = view.cursor === undefined ? first : view.index;
  const index = found >= 0 ? found : clamp(wanted, 0, ids.length - 1);
  const atTop = view.top === 0 && index < height;
  const top = scrollTop(atTop ? 0 : view.top + index - view.index, index, height, ids.length);
  const next = { cursor: ids[index], index, top };
  return same(view, next) ? view : next;
}

function place(index: number, top: number, ids: readonly string[], height: number): Viewport {
  const to = clamp(index, 0, ids.length - 1);
  return { cursor: ids[to], index: to, top: scrollTop(top, to, height, ids.length) };
}

/** Puts the cursor on the row at `index`, or on the nearest there is. */
export function moveTo(view: Viewport, index: number, ids: readonly string[], height: number): Viewport {
  const now = settle(view, ids, height);
  return ids.length === 0 ? now : place(index, now.top, ids, height);
}

/** Moves the view by some rows and takes the cursor along only where it would be out of sight. */
export function scroll(view: Viewport, by: number, ids: readonly string[], height: number): Viewport {
  const now = settle(view, ids, height);
  if (ids.length === 0) return now;
  const rows = Math.max(1, height);
  const top = clamp(now.top + by, 0, Math.max(0, ids.length - rows));
  const index = clamp(now.index, top, Math.min(ids.length, top + rows) - 1);
  return { cursor: ids[index], index, top };
}

/** Moves the cursor; half and whole pages take the view along, so that it stays on its line of the screen. */
export function move(view: Viewport, motion: Motion, ids: readonly string[], height: number): Viewport {
  const now = settle(view, ids, height);
  if (ids.length === 0) return now;
  if (motion === 'home') return place(0, now.top, ids, height);
  if (motion === 'end') return place(ids.length - 1, now.top, ids, height);
  if (typeof motion === 'number') return place(now.index + motion, now.top, ids, height);
  const rows = Math.max(1, motion.startsWith('page') ? height : Math.floor(height / 2));
  const by = motion.endsWith('Up') ? -rows : rows;
  return place(now.index + by, clamp(now.top + by, 0, Math.max(0, ids.length - height)), ids, height);
}
