import { clockTime, count, dateTime, duration } from '../../lib/format.ts';
import type { Look, Role } from '../../lib/look.ts';
import { fit, width } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { FIRST_SPAN, logHistogram, nextSpan } from '../../store/log/histogram.ts';
import type { LogSnapshot } from '../../store/log/tail.ts';
import { updateLogs } from '../../store/session/view.ts';
import { matchesOf, rowsOf } from './matches.ts';
import { logView, position } from './position.ts';

/** The lines in one column of a histogram, the worst first. */
export interface Stack {
  readonly parts: readonly { readonly value: number; readonly role: 'error' | 'warn' | 'ok' }[];
}

/** The cells of `rows` that each part of a stack takes: every part that is not empty gets at least one, the worst first. */
function heights(values: readonly number[], most: number, rows: number): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  let left = total <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((total / most) * rows));
  return values.map((value) => {
    if (value <= 0 || left <= 0) return 0;
    const cells = Math.min(left, Math.max(1, Math.round((value / most) * rows)));
    left -= cells;
    return cells;
  });
}

/** Stacked columns from the top row down, each line exactly `stacks.length` columns wide. The worst part is on top. */
export function histogramLines(stacks: readonly Stack[], rows: number, look: Look): string[] {
  const { shareOk, shareWarn, shareError } = look.glyphs;
  const sign = { ok: shareOk, warn: shareWarn, error: shareError } as const;
  const most = Math.max(0, ...stacks.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const columns = stacks.map(({ parts }) => {
    const cells = heights(
      parts.map(({ value }) => value),
      most,
      rows,
    );
    return parts
      .map(({ role }, index) => Array.from({ length: cells[index] ?? 0 }, () => role))
      .toReversed()
      .flat();
  });
  const painted: Readonly<Record<keyof typeof sign, Role>> = { ok: 'dim', warn: 'warn', error: 'error' };
  return Array.from({ length: Math.max(0, rows) }, (_, row) => {
    const line = columns.map((column) => {
      const role = column[rows - 1 - row];
      return role === undefined ? ' ' : look.paint(painted[role], sign[role]);
    });
    return fit(line.join(''), stacks.length);
  });
}

/** Rows of the columns; one more shows the times. */
const ROWS = 4;
/** Pane rows below which the log has no histogram. */
const MIN_ROWS = 10;
/** Rows of the histogram in a pane of `height` rows. */
export const histogramRows = (cockpit: Shown, height: number): number =>
  cockpit.view.getState().logs.histogram === undefined || height < MIN_ROWS ? 0 : ROWS + 1;

/** Shows or hides the histogram. */
export function toggleHistogram(cockpit: Known & Shown): void {
  const { histogram } = logView(cockpit);
  updateLogs(cockpit.view, { histogram: histogram === undefined ? heldSpan(cockpit) : undefined });
}

/** The time of the newest buffered line, matching or not, in seconds: up to it, it is known that nothing else matched. */
const newestTime = ({ lines }: LogSnapshot): number | undefined => lines.at(lines.end - 1)?.t;

/** The time from the oldest matching line to the newest one, rounded up to whole minutes. */
function heldSpan(cockpit: Known & Shown): number {
  const snapshot = cockpit.logs.snapshot();
  const { numbers } = matchesOf(cockpit);
  const held = (newestTime(snapshot) ?? NaN) - snapshot.lines.time(numbers.at(0) ?? -1);
  return Number.isFinite(held) ? Math.max(1, Math.ceil(held / 60)) * 60 : FIRST_SPAN;
}

/** Shortens or extends the histogram's time range; opens the histogram if it is closed. */
export function zoomHistogram(cockpit: Shown, step: 1 | -1): void {
  const { histogram } = logView(cockpit);
  updateLogs(cockpit.view, { histogram: histogram === undefined ? FIRST_SPAN : nextSpan(histogram, step) });
}

/**
 * The histogram above the log: the number of lines over time, up to the newest line, or around the cursor if that is
 * further back.
 */
export function histogramOf(cockpit: Known & Shown, columns: number): string[] {
  const { look, view, logs } = cockpit;
  const { logs: state, utc } = view.getState();
  const { histogram: span = FIRST_SPAN, follow } = state;
  const { numbers } = matchesOf(cockpit);
  const snapshot = logs.snapshot();
  const { lines } = snapshot;
  const newest = newestTime(snapshot) ?? view.getState().now / 1000;
  const cursor = follow ? newest : (lines.at(rowsOf(cockpit).last(position(cockpit)))?.t ?? newest);
  const to = newest - cursor > span ? cursor + span / 2 : newest;
  const { buckets, from, unfinished } = logHistogram(lines, numbers, { to, span, count: columns });
  if (unfinished) logs.requestRedraw();
  const stacks = buckets.map(({ errors, warnings, others }) => ({
    parts: [
      { value: errors, role: 'error' as const },
      { value: warnings, role: 'warn' as const },
      { value: others, role: 'ok' as const },
    ],
  }));
  const most = Math.max(0, ...buckets.map(({ errors, warnings, others }) => errors + warnings + others));
  const at = Math.min(columns - 1, Math.max(0, Math.floor(((cursor - from) / span) * columns)));
  const time = (t: number) => (span > 86_400 ? dateTime(t * 1000, utc) : clockTime(t * 1000, utc));
  const left = time(from);
  const right = time(from + span);
  const each = `${duration(span)}${unfinished ? ', still counting' : ''}, most ${count(most)} in ${duration(span / columns)}`;
  const middle = fit(
    ` ${each} `,
    Math.max(0, columns - width(left) - width(right)),
    'centre',
    look.glyphs.ellipsis,
  );
  const labels = fit(`${left}${middle}${right}`, columns, 'left', look.glyphs.ellipsis);
  const below = `${look.paint('dim', labels.slice(0, at))}${look.paint('selected', labels.slice(at, at + 1))}${look.paint('dim', labels.slice(at + 1))}`;
  return [...histogramLines(stacks, ROWS, look), below];
}
