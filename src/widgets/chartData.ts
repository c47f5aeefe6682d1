import type { Look, Role } from '../lib/look.ts';
import type { Point } from './plot.ts';

/** A line of a chart, with its name in the legend. */
export interface Series {
  /** Sanitized text. */
  readonly name: string;
  /** The role that it is drawn in; by default one that differs from the other series. */
  readonly role?: Role | undefined;
  readonly points: readonly Point[];
}

/** A threshold, drawn as a line across the plot with a word. */
export interface ChartLimit {
  readonly at: number;
  /** Sanitized text. */
  readonly word: string;
  readonly role: Role;
}

/** An event, drawn as a sign on the time axis. */
export interface ChartEvent {
  /** Seconds since the epoch. */
  readonly t: number;
  /** One column wide. */
  readonly sign: string;
  readonly role: Role;
}

/** The data of a chart. */
export interface ChartData {
  /** Sanitized text. */
  readonly title: string;
  readonly series: readonly Series[];
  /** The time range, in seconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Formats a value with its unit. */
  readonly format: (value: number) => string;
  /** True if units go up in steps of 1024. */
  readonly binary?: boolean;
  /** The greatest possible value, such as 100 for a percentage. */
  readonly most?: number;
  /** Thresholds, lowest first. With `most` the axis reaches up to that value, so that all of them are visible. */
  readonly limits?: readonly ChartLimit[];
  /** Events; of several in the same column the first is drawn. */
  readonly events?: readonly ChartEvent[];
  /** The time under the cursor, in seconds since the epoch. */
  readonly cursor?: number | undefined;
  /** The time zone's offset from UTC, in seconds east. */
  readonly offset: number;
  readonly selected?: boolean;
  /** A text instead of the plot, such as the reason why there is none. */
  readonly note?: string;
}

/** A cell of a chart. */
export interface ChartCell {
  readonly text: string;
  readonly role: Role;
  /** True if it contains the line of a series, which nothing else may cover. */
  readonly isLine?: boolean;
}

/** The cells of a row as painted text; adjacent cells of the same role are painted together. */
export function paintRow(row: readonly ChartCell[], look: Look): string {
  let result = '';
  for (let start = 0; start < row.length;) {
    const role = row[start]?.role ?? 'text';
    let end = start;
    while (row[end]?.role === role) end++;
    const run = row.slice(start, end).map(({ text }) => text);
    result += look.paint(role, run.join(''));
    start = end;
  }
  return result;
}
