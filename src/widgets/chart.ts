import type { Look } from '../lib/look.ts';
import { atMost, cut, fit, visible, width, wrapParts } from '../lib/text.ts';
import { areaCells, signOf } from './chartArea.ts';
import { type ChartData, paintRow } from './chartData.ts';
import { type PlotFrame, niceCeiling, pointAt } from './plot.ts';
import { timeAxis } from './timeAxis.ts';

/** The size of a chart in columns and rows. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** The lines around the plot: title, legend, axis and times. */
const FURNITURE = 4;
/** The minimum rows of the plot; a legend may take more than one line only beyond that. */
const MIN_PLOT = 3;

/**
 * The value range of a chart: from zero, or below it for negative values, to a round number above all values. With limits
 * it reaches up to the greatest possible value.
 */
export function frameOf({ series, from, to, binary = false, most, limits = [] }: ChartData): PlotFrame {
  const values = series
    .flatMap(({ points }) => points)
    .filter(({ t }) => t >= from && t <= to)
    .flatMap(({ v }) => (v !== undefined && Number.isFinite(v) ? [v] : []));
  const top = values.reduce((highest, value) => Math.max(highest, value), 0);
  const bottom = values.reduce((lowest, value) => Math.min(lowest, value), 0);
  const nice = niceCeiling(top, binary);
  const isWhole = most !== undefined && top <= most;
  const high = isWhole ? (limits.length > 0 ? most : Math.min(nice, most)) : nice;
  return { from, to, low: bottom < 0 ? -niceCeiling(-bottom, binary) : 0, high };
}

/** The series with their values at the cursor, or else the newest ones; on `most` lines at most. */
function legend(
  { series, cursor, format }: ChartData,
  columns: number,
  most: number,
  look: Look,
): readonly string[] {
  const parts = series.map((one, index) => {
    const { name, points } = one;
    const point =
      cursor === undefined ? points.findLast(({ v }) => v !== undefined) : pointAt(points, cursor);
    const value = point?.v === undefined ? '--' : format(point.v);
    const sign = signOf(look, one, { index, count: series.length });
    return `${sign === '' ? '' : `${sign} `}${visible(name, look.unicode)} ${look.paint('strong', value)}`;
  });
  const close = parts.join(' ');
  return width(close) <= columns && width(parts.join('  ')) > columns
    ? [close]
    : atMost(wrapParts(parts, columns), most);
}

/** The title of a chart, with a sign if it is selected, in `columns` columns at most. */
export function chartTitle({ title, selected = false }: ChartData, columns: number, look: Look): string {
  const sign = selected ? look.paint('accent', look.glyphs.focus) : ' ';
  const name = cut(visible(title, look.unicode), columns - 2, look.glyphs.ellipsis);
  return `${sign} ${look.paint(selected ? 'title' : 'text', name)}`;
}

/** The labels at the top, middle and bottom of the axis; the middle one is empty if it would equal another. */
function valueLabels({ low, high }: PlotFrame, format: ChartData['format']): readonly string[] {
  const [top, bottom] = [format(high), format(low)];
  const middle = format((high + low) / 2);
  return [top, middle === top || middle === bottom ? '' : middle, bottom];
}

/**
 * A line chart over time with both axes and a legend: `height` lines, each exactly `width` wide. Drawn in braille dots, or
 * with ASCII characters if the terminal lacks Unicode, or if several series could not be told apart without colour.
 */
export function chartLines(chart: ChartData, { width: columns, height }: ChartSize, look: Look): string[] {
  if (columns < 1 || height < 1) return [];
  const ellipsis = look.glyphs.ellipsis;
  const line = (text: string) => fit(text, columns, 'left', ellipsis);
  const lines = [line(chartTitle(chart, columns, look))];
  if (chart.note !== undefined)
    lines.push(line(`  ${look.paint('warn', visible(chart.note, look.unicode))}`));
  else {
    const frame = frameOf(chart);
    const labels = valueLabels(frame, chart.format);
    const margin = Math.min(Math.floor(columns / 3), Math.max(...labels.map(width)) + 1);
    const room = columns - margin - 1;
    const most = Math.max(1, height - FURNITURE - MIN_PLOT + 1);
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
  area: {
    readonly labels: readonly string[];
    readonly margin: number;
    readonly room: number;
    readonly rows: number;
  },
  look: Look,
): string[] {
  const { labels, margin, room, rows } = area;
  const { from, to, cursor } = chart;
  const at = cursor === undefined ? -1 : Math.floor(((cursor - from) / (to - from)) * room);
  const middle = rows >= 5 ? Math.floor((rows - 1) / 2) : -1;
  const label = (row: number) =>
    row === 0 ? labels[0] : row === rows - 1 ? labels[2] : row === middle ? labels[1] : '';
  const side = (row: number) =>
    look.paint('dim', fit(label(row) ?? '', margin, 'right', look.glyphs.ellipsis)) +
    look.paint('rule', look.glyphs.vertical);
  const plot = areaCells(chart, frame, { columns: room, rows }, look).map((row, index) => {
    const shown = at < 0 || at >= room ? row : row.with(at, { text: row[at]?.text ?? ' ', role: 'selected' });
    return side(index) + paintRow(shown, look);
  });
  const [axis, times] = timeAxis(chart, room, look);
  return [
    ...plot,
    `${' '.repeat(margin)}${paintRow([{ text: look.glyphs.bottomLeft, role: 'rule' }, ...axis], look)}`,
    look.paint('dim', `${' '.repeat(margin + 1)}${times}`),
  ];
}
