/**
 * The cursor of a list and the visible part of the list. The cursor is kept by row id, because rows move as the data
 * changes; `index` is its last index, used when its row disappears.
 */
export interface Viewport {
  readonly cursor: string | undefined;
  readonly index: number;
  /** The index of the first visible row. */
  readonly top: number;
}

/** A number of rows up (negative) or down, or a motion that depends on the size of the view. */
export type Motion = number | 'pageUp' | 'pageDown' | 'halfUp' | 'halfDown' | 'home' | 'end';

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/**
 * The first row to show so that the row at `index` is visible. At the edge the view jumps by half a page instead of
 * scrolling line by line, so that holding a key on a slow link repaints the list only once per half page.
 */
export function scrollTop(top: number, index: number, height: number, total: number): number {
  const rows = Math.max(1, height);
  const half = Math.floor(rows / 2);
  const wanted = index < top ? index - half : index >= top + rows ? index - rows + 1 + half : top;
  const inSight = clamp(wanted, index - rows + 1, index);
  return clamp(inSight, 0, Math.max(0, total - rows));
}

/**
 * The first row to show while following a growing list whose newest row is at the bottom. Moving rows costs as much as
 * drawing them, so a full view waits until it `mayMove`, unless more new rows are waiting than the view has.
 */
export function lowestTop(top: number | undefined, height: number, total: number, mayMove: boolean): number {
  const rows = Math.max(1, height);
  const lowest = Math.max(0, total - rows);
  const waits = top !== undefined && top < lowest && lowest - top <= rows && !mayMove;
  return waits ? top : lowest;
}

/**
 * The first row to show while following a growing list over a slow link: new rows fill the view without moving it, and when
 * it is full it jumps by half its height. Rows that do not move can be read and cost nothing to draw. If more rows arrive at
 * once than half the view, it shows the newest rows and is full again.
 */
export function followTop(top: number | undefined, height: number, total: number): number {
  const rows = Math.max(1, height);
  const half = Math.ceil(rows / 2);
  if (top === undefined || top > total || total - top > rows + half) return Math.max(0, total - rows);
  return total - top <= rows ? top : Math.max(0, total - half);
}

const same = (a: Viewport, b: Viewport) => a.cursor === b.cursor && a.index === b.index && a.top === b.top;

/**
 * The viewport after the list or the height has changed. The cursor stays on its row, and the row on its line of the screen,
 * unless the list was scrolled to the top and the row is still visible there. If the row is gone, the cursor moves to the row
 * now at its index; a new cursor starts at `first`. With an empty list the cursor is remembered.
 */
export function settle(view: Viewport, ids: readonly string[], height: number, first = 0): Viewport {
  if (ids.length === 0) return same(view, { ...view, top: 0 }) ? view : { ...view, top: 0 };
  const isNew = view.cursor === undefined;
  const found = isNew ? -1 : ids[view.index] === view.cursor ? view.index : ids.indexOf(view.cursor);
  const wanted = isNew ? first : view.index;
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

/** Moves the cursor to the row at `index`, limited to the list. */
export function moveTo(view: Viewport, index: number, ids: readonly string[], height: number): Viewport {
  const now = settle(view, ids, height);
  return ids.length === 0 ? now : place(index, now.top, ids, height);
}

/** Scrolls the view by `by` rows and moves the cursor only if it would leave the view. */
export function scroll(view: Viewport, by: number, ids: readonly string[], height: number): Viewport {
  const now = settle(view, ids, height);
  if (ids.length === 0) return now;
  const rows = Math.max(1, height);
  const top = clamp(now.top + by, 0, Math.max(0, ids.length - rows));
  const index = clamp(now.index, top, Math.min(ids.length, top + rows) - 1);
  return { cursor: ids[index], index, top };
}

/** Moves the cursor; half and whole pages also move the view, so that the cursor stays on its line of the screen. */
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
