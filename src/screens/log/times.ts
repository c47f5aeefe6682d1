import type { LogEvent } from '../../api/contract/logs.ts';
import { decimal } from '../../lib/decimal.ts';
import { age, clockTime, duration } from '../../lib/format.ts';
import { fit } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';
import { LOG_TIMES, type LogTimes } from '../../store/log/view.ts';
import { say, updateLogs } from '../../store/session/view.ts';
import { timesOf } from '../logLines/clock.ts';

const SAID: Readonly<Record<LogTimes, string>> = {
  none: 'The log is shown without times.',
  local: 'Times of the log are local.',
  utc: 'Times of the log are UTC.',
  relative: 'Times of the log are relative to now.',
};

/** Cycles through the ways to show times. */
export function nextTimes(cockpit: Shown): void {
  const times = LOG_TIMES[(LOG_TIMES.indexOf(timesOf(cockpit)) + 1) % LOG_TIMES.length] ?? 'local';
  updateLogs(cockpit.view, { times });
  say(cockpit.view, 'info', SAID[times]);
}

const RELATIVE_COLUMNS = 7;
const ELAPSED_COLUMNS = 9;

/** The time between two lines, with milliseconds if it is short. */
export function elapsedText(seconds: number): string {
  const sign = seconds < 0 ? '-' : '+';
  const span = Math.abs(seconds);
  if (span < 10) return `${sign}${decimal(span, 3)}s`;
  return `${sign}${span < 60 ? `${decimal(span, 1)}s` : duration(span)}`;
}

/** The start of the elapsed time: the last mark up to this line, or else the first mark, or else the line before. */
export function elapsedFrom(
  marks: ReadonlyMap<string, number>,
  t: number,
  before: number | undefined,
): number | undefined {
  let best: number | undefined;
  for (const mark of marks.values()) if (mark <= t && (best === undefined || mark > best)) best = mark;
  if (best !== undefined) return best;
  const [first] = marks.values();
  return first ?? before;
}

/** The text of a line's time column; `before` is the line above it. */
export function timeText(cockpit: Shown, event: LogEvent, before: LogEvent | undefined): string {
  const { logs, now } = cockpit.view.getState();
  const times = timesOf(cockpit);
  const { t } = event;
  const parts: string[] = [];
  if (times === 'relative') {
    const ago = t === undefined ? '--' : age(now / 1000 - t);
    parts.push(fit(ago, RELATIVE_COLUMNS, 'right', cockpit.look.glyphs.ellipsis));
  } else if (times !== 'none') parts.push(clockTime(t === undefined ? undefined : t * 1000, times === 'utc'));
  if (logs.elapsed) {
    const from = t === undefined ? undefined : elapsedFrom(logs.marks, t, before?.t);
    const text = t === undefined || from === undefined ? '' : elapsedText(t - from);
    parts.push(fit(text, ELAPSED_COLUMNS, 'right', cockpit.look.glyphs.ellipsis));
  }
  return parts.join(' ');
}
