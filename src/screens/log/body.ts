import { clockTime } from '../../lib/format.ts';
import { visible, wrap } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { isRare } from '../../store/log/jumps.ts';
import { shiftedDown } from '../hitRegions.ts';
import { clockOf } from '../logLines/clock.ts';
import type { Drawing } from '../view.ts';
import { histogramOf, histogramRows } from './histogram.ts';
import { type LogLayout, logRegions } from './hitRegions.ts';
import { markedRows } from './jumps.ts';
import { logLine } from './lines.ts';
import { hostName, matchesOf, rowsOf } from './matches.ts';
import { heldPositions, logView, position } from './position.ts';
import { timeText } from './times.ts';
import { followedTop, heldTop } from './viewTop.ts';

/** The reason why there are no lines. */
function emptyLines(cockpit: Known & Shown, columns: number): string[] {
  const { logs, look } = cockpit;
  const { received, error, lines } = logs.snapshot();
  const { searched, filter } = matchesOf(cockpit);
  const unknown = filter.unknownColumn();
  const none = `${searched < 1 ? 'no line so far passes the filter' : 'no line passes the filter'}${unknown === undefined ? '' : `: ${unknown}`}`;
  const { t } = lines.at(lines.first) ?? {};
  const since =
    t === undefined
      ? ''
      : `; lines are buffered from ${clockTime(t * 1000, clockOf(cockpit).utc)} on, W shows older ones`;
  const why = received === 0 ? 'no log lines yet' : `${none}${since}`;
  const text = visible(error ? `${why}: ${error.message}` : why, look.unicode);
  return wrap(text, Math.max(10, columns - 2)).map((line) => look.paint('dim', ` ${line}`));
}

/**
 * Draws the row at an index: the newest of the lines folded into it, with the time of the first, so that times are in
 * ascending order.
 */
function rowDrawer(cockpit: Known & Shown, { box, focused }: Drawing) {
  const { lines } = cockpit.logs.snapshot();
  const { filter } = matchesOf(cockpit);
  const rows = rowsOf(cockpit);
  const state = logView(cockpit);
  const at = position(cockpit);
  const marked = markedRows(cockpit);
  return (index: number, most = state.wrap ? Infinity : 1): string[] => {
    const event = lines.at(rows.last(index));
    if (!event) return [];
    const first = rows.count(index) > 1 ? (lines.at(rows.first(index)) ?? event) : event;
    const before = state.elapsed && index > 0 ? lines.at(rows.first(index - 1)) : undefined;
    return logLine(cockpit, event, {
      width: box.width,
      filter,
      host: hostName(cockpit, event.h),
      selected: focused && !state.follow && index === at,
      marked: marked.has(index),
      rare: isRare(lines, rows.last(index) ?? -1),
      repeats: { count: rows.count(index), seconds: (event.t ?? 0) - (first.t ?? 0) },
      time: timeText(cockpit, first, before),
      most,
    });
  };
}

/** Lays out wrapped lines: up from the newest one while following, otherwise with the cursor in sight. */
function layOutWrapped(cockpit: Known & Shown, draw: LogLayout['draw'], height: number): LogLayout {
  const rows = rowsOf(cockpit);
  const { follow } = logView(cockpit);
  const at = position(cockpit);
  const cursor = draw(at);
  const shown = [cursor];
  let taken = cursor.length;
  let first = at;
  const earliest = follow ? 0 : rows.rowOf(heldPositions(cockpit).top);
  while (first > earliest && taken < height) {
    const lines = draw(--first);
    shown.unshift(lines);
    taken += lines.length;
  }
  // If the cursor's line does not fit, its end is in sight.
  if (taken > height) shown[0] = (shown[0] ?? []).slice(taken - height);
  for (let next = at + 1; next < rows.length && taken < height; next++) {
    const lines = draw(next);
    shown.push(lines);
    taken += lines.length;
  }
  return { first, shown, draw };
}

/** Lays out the rows that are in sight in `height` screen lines. */
function layOut(cockpit: Known & Shown, drawing: Drawing, height: number): LogLayout {
  const rows = rowsOf(cockpit);
  const state = logView(cockpit);
  const draw = rowDrawer(cockpit, drawing);
  if (state.wrap) return layOutWrapped(cockpit, draw, height);
  const first = state.follow ? followedTop(cockpit, height) : heldTop(cockpit, height);
  const last = Math.min(rows.length, first + height);
  // Lines that are left over go to the newest rows, which may then wrap.
  let free = height - (last - first);
  const shown: (readonly string[])[] = [];
  for (let index = last - 1; index >= first; index--) {
    const lines = draw(index, 1 + free);
    free -= Math.max(0, lines.length - 1);
    shown.unshift(lines);
  }
  return { first, shown, draw };
}

/** The lines in sight, below the histogram. */
export function logBody(cockpit: Known & Shown, drawing: Drawing): readonly string[] {
  const { box, onRegions, onListRows } = drawing;
  const { numbers } = matchesOf(cockpit);
  const above = histogramRows(cockpit, box.height);
  const head = above === 0 ? [] : histogramOf(cockpit, box.width);
  const height = Math.max(1, box.height - above);
  onListRows?.(height);
  if (numbers.length === 0) return [...head, ...emptyLines(cockpit, box.width).slice(0, height)];
  const layout = layOut(cockpit, drawing, height);
  onRegions?.(
    shiftedDown(above, logRegions(cockpit, layout, { height, now: () => layOut(cockpit, drawing, height) })),
  );
  return [...head, ...layout.shown.flat().slice(0, height)];
}
