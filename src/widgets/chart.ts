import type { Look, Role } from '../lib/look.ts';
import { atMost, cut, fit, visible, width, wrapParts } from '../lib/text.ts';
import { type PlotFrame, niceCeiling, type Point, pointAt, type Span, spansOf, timeTicks } from './plot.ts';

/** One line of a chart, with its name in the legend. */
export interface Series {
  /** Clean text. */
  readonly name: string;
  readonly points: readonly Point[];
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
  /** The moment that is read, in seconds since the epoch. */
  readonly cursor?: number | undefined;
  /** The time zone's distance from UTC, in seconds east. */
  readonly offset: number;
  readonly selected?: boolean;
  /** Said in the place of the plot, such as why there is none. */
  readonly note?: string;
}

/** The size of a chart in columns and rows. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Roles that tell series apart by colour, in their order. */
const ROLES: readonly Role[] = ['accent', 'warn', 'ok', 'error', 'info', 'strong', 'dim'];
/** Signs that tell them apart without colour. */
const MARKS = ['#', '+', 'o', 'x', '*', '%', '@'];
/** Fillings of a cell from a quarter to the whole, in ASCII. */
const FILLS = ['.', ':', '|', '#'];
/** Dots of a braille cell from the bottom up, left and right: their bits in Unicode's block. */
const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BRAILLE = 0x28_00;

/** Title, legend, axis and times. */
const FURNITURE = 4;
/** A legend takes further lines only as long as the plot keeps so many rows. */
const LEAST_PLOT = 3;

const roleOf = (index: number): Role => ROLES[index % ROLES.length] ?? 'text';
const markOf = (index: number): string => MARKS[index % MARKS.length] ?? '#';
const isDotted = (look: Look, count: number) => look.unicode && (count < 2 || look.depth !== 'none');

/** The sign of a series in the legend: what it is drawn with. */
function signOf(look: Look, index: number, count: number): string {
  const sign = isDotted(look, count) ? look.glyphs.bullet : count < 2 ? '' : markOf(index);
  return look.paint(roleOf(index), sign);
}

/** One column of one row of the plot. */
interface Cell {
  readonly text: string;
  readonly role: Role;
}
const EMPTY: Cell = { text: ' ', role: 'text' };

/** The cells of a row as a text; neighbours of one role are painted together. */
function paintRow(row: readonly Cell[], look: Look): string {
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

/** The cells of the plot from its top row down. */
function cells(chart: ChartData, frame: PlotFrame, columns: number, rows: number, look: Look): Cell[][] {
  const count = chart.series.length;
  const dotted = isDotted(look, count);
  const [across, up] = dotted ? [2, 4] : count < 2 ? [1, FILLS.length] : [1, 1];
  const grid = { columns: columns * across, rows: rows * up };
  const all = chart.series.map(({ points }) => spansOf(points, frame, grid));
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const bottom = (rows - 1 - row) * up;
      if (dotted) return brailleCell(all, column, bottom);
      const hit = (span: Span) => span !== undefined && span[0] < bottom + up && span[1] >= bottom;
      if (count < 2) return filledCell(all[0]?.[column], bottom);
      const index = all.findIndex((spans) => hit(spans[column]));
      return index < 0 ? EMPTY : { text: markOf(index), role: roleOf(index) };
    }),
  );
}

/** A cell of a chart of one series without braille: the column is filled up to the value. */
function filledCell(span: Span, bottom: number): Cell {
  const filled = span === undefined ? 0 : Math.min(FILLS.length, span[1] + 1 - bottom);
  return filled < 1 ? EMPTY : { text: FILLS[filled - 1] ?? ' ', role: roleOf(0) };
}

function brailleCell(all: readonly (readonly Span[])[], column: number, bottom: number): Cell {
  let bits = 0;
  let first: number | undefined;
  for (const [index, spans] of all.entries()) {
    let own = 0;
    for (const [side, dots] of DOTS.entries()) {
      const span = spans[column * 2 + side];
      if (span === undefined) continue;
      for (const [row, bit] of dots.entries())
        if (bottom + row >= span[0] && bottom + row <= span[1]) own |= bit;
    }
    if (own !== 0) first ??= index;
    bits |= own;
  }
  return first === undefined ? EMPTY : { text: String.fromCodePoint(BRAILLE + bits), role: roleOf(first) };
}

/** The edges of the plane that holds all values: zero and a round number above them, unless some are below zero. */
export function frameOf({ series, from, to, binary = false, most }: ChartData): PlotFrame {
  const values = series
    .flatMap(({ points }) => points)
    .filter(({ t }) => t >= from && t <= to)
    .flatMap(({ v }) => (v !== undefined && Number.isFinite(v) ? [v] : []));
  const top = values.reduce((highest, value) => Math.max(highest, value), 0);
  const bottom = values.reduce((lowest, value) => Math.min(lowest, value), 0);
  const nice = niceCeiling(top, binary);
  const high = most !== undefined && top <= most ? Math.min(nice, most) : nice;
  return { from, to, low: bottom < 0 ? -niceCeiling(-bottom, binary) : 0, high };
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as the axis needs it: the time of day, or the day where more than two days are in sight. */
function timeLabel(t: number, { from, to, offset }: ChartData): string {
  const date = new Date((t + offset) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  if (to - from > 2 * 86_400) return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return to - from < 600 ? `${time}:${two(date.getUTCSeconds())}` : time;
}

/** The axis with a sign at each time that is written below it, and those times. */
function timeAxis(chart: ChartData, columns: number, look: Look): readonly [axis: string, labels: string] {
  const { from, to, cursor } = chart;
  const room = width(timeLabel(from, chart)) + 3;
  const axis = Array.from({ length: columns }, () => look.glyphs.horizontal);
  const labels = Array.from({ length: columns }, () => ' ');
  const place = (t: number) => Math.min(columns - 1, Math.floor(((t - from) / (to - from)) * columns));
  let free = 0;
  for (const t of timeTicks(from, to, Math.floor(columns / room), chart.offset)) {
    const [x, label] = [place(t), timeLabel(t, chart)];
    if (x < free || x + label.length > columns) continue;
    axis[x] = look.glyphs.tick;
    for (const [index, letter] of Array.from(label).entries()) labels[x + index] = letter;
    free = x + room;
  }
  if (cursor !== undefined && cursor >= from && cursor <= to) axis[place(cursor)] = look.glyphs.up;
  return [axis.join(''), labels.join('')];
}

/**
 * The series with their values at the cursor, or the newest ones; closer together where there is little room, and on so many
 * lines at most.
 */
function legend(
  { series, cursor, format }: ChartData,
  columns: number,
  most: number,
  look: Look,
): readonly string[] {
  const parts = series.map(({ name, points }, index) => {
    const point =
      cursor === undefined ? points.findLast(({ v }) => v !== undefined) : pointAt(points, cursor);
    const value = point?.v === undefined ? '--' : format(point.v);
    const sign = signOf(look, index, series.length);
    return `${sign === '' ? '' : `${sign} `}${visible(name, look.unicode)} ${look.paint('strong', value)}`;
  });
  const close = parts.join(' ');
  return width(close) <= columns && width(parts.join('  ')) > columns
    ? [close]
    : atMost(wrapParts(parts, columns), most);
}

function titleLine(chart: ChartData, columns: number, look: Look): string {
  const { title, selected = false } = chart;
  const sign = selected ? look.paint('accent', look.glyphs.focus) : ' ';
  const name = cut(visible(title, look.unicode), columns - 2, look.glyphs.ellipsis);
  return fit(
    `${sign} ${look.paint(selected ? 'title' : 'text', name)}`,
    columns,
    'left',
    look.glyphs.ellipsis,
  );
}

/** The labels at the top, the middle and the bottom of the axis; a middle that would read as one of the others is left out. */
function valueLabels({ low, high }: PlotFrame, format: ChartData['format']): readonly string[] {
  const [top, bottom] = [format(high), format(low)];
  const middle = format((high + low) / 2);
  return [top, middle === top || middle === bottom ? '' : middle, bottom];
}

/**
 * Lines over time with both axes and a legend: `height` lines, each exactly `width` wide. Dots of braille where the
 * terminal has them, and signs of ASCII where not, or where colour cannot tell several series apart.
 */
export function chartLines(chart: ChartData, { width: columns, height }: ChartSize, look: Look): string[] {
  if (columns < 1 || height < 1) return [];
  const ellipsis = look.glyphs.ellipsis;
  const line = (text: string) => fit(text, columns, 'left', ellipsis);
  const lines = [titleLine(chart, columns, look)];
  if (chart.note !== undefined)
    lines.push(line(`  ${look.paint('warn', visible(chart.note, look.unicode))}`));
  else {
    const frame = frameOf(chart);
    const labels = valueLabels(frame, chart.format);
    const margin = Math.min(Math.floor(columns / 3), Math.max(...labels.map(width)) + 1);
    const room = columns - margin - 1;
    const most = Math.max(1, height - FURNITURE - LEAST_PLOT + 1);
    const named = legend(chart, columns - 2, most, look);
    lines.push(...named.map((text) => line(`  ${text}`)));
    const rows = height - FURNITURE - named.length + 1;
    if (rows > 0 && room > 0) lines.push(...plotLines(chart, frame, { labels, margin, room, rows }, look));
  }
  while (lines.length < height) lines.push(' '.repeat(columns));
  return lines.slice(0, height);
}

function plotLines(
  chart: ChartData,
  frame: PlotFrame,
  place: {
    readonly labels: readonly string[];
    readonly margin: number;
    readonly room: number;
    readonly rows: number;
  },
  look: Look,
): string[] {
  const { labels, margin, room, rows } = place;
  const { from, to, cursor } = chart;
  const at = cursor === undefined ? -1 : Math.floor(((cursor - from) / (to - from)) * room);
  const middle = rows >= 5 ? Math.floor((rows - 1) / 2) : -1;
  const label = (row: number) =>
    row === 0 ? labels[0] : row === rows - 1 ? labels[2] : row === middle ? labels[1] : '';
  const side = (row: number) =>
    look.paint('dim', fit(label(row) ?? '', margin, 'right', look.glyphs.ellipsis)) +
    look.paint('rule', look.glyphs.vertical);
  const plot = cells(chart, frame, room, rows, look).map((row, index) => {
    const shown = at < 0 || at >= room ? row : row.with(at, { text: row[at]?.text ?? ' ', role: 'selected' });
    return side(index) + paintRow(shown, look);
  });
  const [axis, times] = timeAxis(chart, room, look);
  return [
    ...plot,
    `${' '.repeat(margin)}${look.paint('rule', look.glyphs.bottomLeft + axis)}`,
    look.paint('dim', `${' '.repeat(margin + 1)}${times}`),
  ];
}
