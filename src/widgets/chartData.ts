import type { Look, Role } from '../lib/look.ts';
import type { Point } from './plot.ts';

/** One line of a chart, with its name in the legend. */
export interface Series {
  /** Clean text. */
  readonly name: string;
  /** The role that it is drawn in; one that tells it apart from the others, unless said. */
  readonly role?: Role | undefined;
  readonly points: readonly Point[];
}

/** A value from which on something else happens: a line across the plot, with its word. */
export interface ChartLimit {
  readonly at: number;
  /** Clean text. */
  readonly word: string;
  readonly role: Role;
}

/** A sign on the time axis where something happened. */
export interface ChartEvent {
  /** Seconds since the epoch. */
  readonly t: number;
  /** One column wide. */
  readonly sign: string;
  readonly role: Role;
}

/** A chart before it is laid out. */
export interface ChartData {
  /** Clean text. */
  readonly title: string;
  readonly series: readonly Series[];
  /** The stretch of time that is drawn, in seconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** A value with its unit. */
  readonly format: (value: number) => string;
  /** Values are counted in steps of 1024. */
  readonly binary?: boolean;
  /** The greatest value that there can be: 100 of a percentage. */
  readonly most?: number;
  /** The lowest first. Where there is a greatest value, the axis reaches up to it, so that all of them are in sight. */
  readonly limits?: readonly ChartLimit[];
  /** The first of those that fall into the same column is drawn. */
  readonly events?: readonly ChartEvent[];
  /** The moment that is read, in seconds since the epoch. */
  readonly cursor?: number | undefined;
  /** The time zone's distance from UTC, in seconds east. */
  readonly offset: number;
  readonly selected?: boolean;
  /** Said in the place of the plot, such as why there is none. */
  readonly note?: string;
}

/** One column of one row of a chart. */
export interface ChartCell {
  readonly text: string;
  readonly role: Role;
  /** The edge of an area is in it: nothing else is drawn over it. */
  readonly isLine?: boolean;
}

/** The cells of a row as a text; neighbours of one role are painted together. */
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
