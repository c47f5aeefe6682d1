import { visible, wrap } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { lineKey } from '../../store/log/merge.ts';
import { histogramOf, histogramRows } from './histogram.ts';
import { hostName, matchesOf } from './matches.ts';
import { logLine } from './lines.ts';
import { followedTop, loadedLines, heldTop, position } from './place.ts';
import { timeText } from './times.ts';
import { type LogLayout, logRegions } from './hitRegions.ts';
import type { Drawing } from '../view.ts';
import { below } from '../hitRegions.ts';

/** Why there are no lines. */
function emptyLines(cockpit: Known & Shown, columns: number): string[] {
  const { logs, look } = cockpit;
  const { received, error } = logs.snapshot();
  const { searched, filter } = matchesOf(cockpit);
  const unknown = filter.unknownColumn();
  const none = `${searched < 1 ? 'no line so far passes the filter' : 'no line passes the filter'}${unknown === undefined ? '' : `: ${unknown}`}`;
  const why = received === 0 ? 'no log lines yet' : none;
  const text = visible(error ? `${why}: ${error.message}` : why, look.unicode);
  return wrap(text, Math.max(10, columns - 2)).map((line) => look.paint('dim', ` ${line}`));
}

/** The lines of the screen for the log line at an index of those that pass the filter. */
function drawer(cockpit: Known & Shown, { box, focused }: Drawing) {
  const { lines } = cockpit.logs.snapshot();
  const { numbers, filter } = matchesOf(cockpit);
  const state = cockpit.view.getState().logs;
  const at = position(cockpit);
  return (index: number): string[] => {
    const event = lines.at(numbers.at(index));
    if (!event) return [];
    const before = state.elapsed && index > 0 ? lines.at(numbers.at(index - 1)) : undefined;
    return logLine(cockpit, event, {
      width: box.width,
      filter,
      host: hostName(cockpit, event.h),
      selected: focused && !state.follow && index === at,
      marked: state.marks.size > 0 && state.marks.has(lineKey(event)),
      time: timeText(cockpit, event, before),
      wrap: state.wrap,
    });
  };
}

/** Wrapped lines that fill the screen: up from the newest one while following, else so that the cursor is in sight. */
function wrapped(cockpit: Known & Shown, draw: LogLayout['draw'], height: number): LogLayout {
  const { numbers } = matchesOf(cockpit);
  const { follow } = cockpit.view.getState().logs;
  const at = position(cockpit);
  const cursor = draw(at);
  const shown = [cursor];
  let rows = cursor.length;
  let first = at;
  const earliest = follow ? 0 : numbers.indexFrom(loadedLines(cockpit).top);
  while (first > earliest && rows < height) {
    const lines = draw(--first);
    shown.unshift(lines);
    rows += lines.length;
  }
  // The last row of the cursor's line is in sight.
  if (rows > height) shown[0] = (shown[0] ?? []).slice(rows - height);
  for (let next = at + 1; next < numbers.length && rows < height; next++) {
    const lines = draw(next);
    shown.push(lines);
    rows += lines.length;
  }
  return { first, shown, draw };
}

/** The lines that are in sight now in `height` rows. */
function layOut(cockpit: Known & Shown, drawing: Drawing, height: number): LogLayout {
  const { numbers } = matchesOf(cockpit);
  const state = cockpit.view.getState().logs;
  const draw = drawer(cockpit, drawing);
  if (state.wrap) return wrapped(cockpit, draw, height);
  const first = state.follow ? followedTop(cockpit, height) : heldTop(cockpit, height);
  const last = Math.min(numbers.length, first + height);
  return { first, shown: Array.from({ length: last - first }, (_, index) => draw(first + index)), draw };
}

/** The lines in sight, with the histogram over them. */
export function logBody(cockpit: Known & Shown, drawing: Drawing): readonly string[] {
  const { box, onRegions } = drawing;
  const { numbers } = matchesOf(cockpit);
  const above = histogramRows(cockpit, box.height);
  const head = above === 0 ? [] : histogramOf(cockpit, box.width);
  const height = Math.max(1, box.height - above);
  if (numbers.length === 0) return [...head, ...emptyLines(cockpit, box.width).slice(0, height)];
  const layout = layOut(cockpit, drawing, height);
  onRegions?.(
    below(above, logRegions(cockpit, layout, { height, now: () => layOut(cockpit, drawing, height) })),
  );
  return [...head, ...layout.shown.flat().slice(0, height)];
}
