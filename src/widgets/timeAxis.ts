import type { Look } from '../lib/look.ts';
import { width } from '../lib/text.ts';
import type { ChartCell, ChartData } from './chartData.ts';
import { timeTicks } from './plot.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The label of a time on the axis: the time of day, or the date if the range is longer than two days. */
function timeLabel(t: number, { from, to, offset }: ChartData): string {
  const date = new Date((t + offset) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  if (to - from > 2 * 86_400) return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return to - from < 600 ? `${time}:${two(date.getUTCSeconds())}` : time;
}

/**
 * The time axis with ticks, and the line of labels below. An event's sign replaces a tick, whose label remains; the cursor
 * replaces either, as the time and events under it are shown elsewhere.
 */
export function timeAxis(
  chart: ChartData,
  columns: number,
  look: Look,
): readonly [axis: readonly ChartCell[], labels: string] {
  const { from, to, cursor, events = [] } = chart;
  const isIn = (t: number) => t >= from && t <= to;
  const room = width(timeLabel(from, chart)) + 3;
  const rule = (text: string): ChartCell => ({ text, role: 'rule' });
  const axis = Array.from({ length: columns }, () => rule(look.glyphs.horizontal));
  const labels = Array.from({ length: columns }, () => ' ');
  const columnOf = (t: number) => Math.min(columns - 1, Math.floor(((t - from) / (to - from)) * columns));
  let free = 0;
  for (const t of timeTicks(from, to, Math.floor(columns / room), chart.offset)) {
    const [x, label] = [columnOf(t), timeLabel(t, chart)];
    if (x < free || x + label.length > columns) continue;
    axis[x] = rule(look.glyphs.tick);
    for (const [index, letter] of Array.from(label).entries()) labels[x + index] = letter;
    free = x + room;
  }
  for (const { t, sign, role } of events.toReversed()) if (isIn(t)) axis[columnOf(t)] = { text: sign, role };
  if (cursor !== undefined && isIn(cursor)) axis[columnOf(cursor)] = rule(look.glyphs.up);
  return [axis, labels.join('')];
}
