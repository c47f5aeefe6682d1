import type { Look, Role } from '../lib/look.ts';
import { visible, width } from '../lib/text.ts';
import { SERIES_ROLES } from '../lib/themes.ts';
import type { ChartCell, ChartData, ChartLimit, Series } from './chartData.ts';
import { type PlotFrame, type Span, spansOf } from './plot.ts';

/** The characters that distinguish series without colour. */
const MARKS = ['#', '+', 'o', 'x', '*', '%', '@'];
/** ASCII characters for a cell filled from a quarter to the whole. */
const FILLS = ['.', ':', '|', '#'];
/** The bits of the dots of a braille cell in Unicode: left and right column, from the bottom up. */
const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BRAILLE = 0x28_00;

const EMPTY: ChartCell = { text: ' ', role: 'text' };

/** The role of a series: its own, or the one of its place. */
const roleOf = ({ role }: Series, index: number): Role =>
  role ?? SERIES_ROLES[index % SERIES_ROLES.length] ?? 'text';
const markOf = (index: number): string => MARKS[index % MARKS.length] ?? '#';
const isDotted = (look: Look, count: number) => look.unicode && (count < 2 || look.depth !== 'none');

/** The sign of a series in the legend, as it is drawn in the plot. */
export function signOf(
  look: Look,
  series: Series,
  { index, count }: { index: number; count: number },
): string {
  const sign = isDotted(look, count) ? look.glyphs.bullet : count < 2 ? '' : markOf(index);
  return look.paint(roleOf(series, index), sign);
}

/** The dots of a series in one column: its line, and the area between the line and zero. */
interface DotColumn {
  readonly line: readonly [low: number, high: number];
  readonly area: readonly [low: number, high: number];
}

/** A series as columns of dots; undefined in a gap. */
interface AreaLayer {
  readonly role: Role;
  readonly mark: string;
  readonly columns: readonly (DotColumn | undefined)[];
}

const covers = ([low, high]: readonly [number, number], row: number) => row >= low && row <= high;

/** The layers of all series. */
function layersOf(
  { series }: ChartData,
  frame: PlotFrame,
  grid: { columns: number; rows: number },
): AreaLayer[] {
  const share = -frame.low / (frame.high - frame.low);
  const zero = Math.max(0, Math.min(grid.rows - 1, Math.round(share * (grid.rows - 1))));
  const column = (line: Span): DotColumn | undefined =>
    line && { line, area: [Math.min(zero, line[0]), Math.max(zero, line[1])] };
  return series.map((one, index) => ({
    role: roleOf(one, index),
    mark: markOf(index),
    columns: spansOf(one.points, frame, grid).map(column),
  }));
}

/** The bits and the number of an area's dots in one side of a braille cell. */
function dotsOf(area: readonly [number, number], side: readonly number[], bottom: number) {
  let [bits, count] = [0, 0];
  for (const [row, bit] of side.entries()) {
    if (!covers(area, bottom + row)) continue;
    bits |= bit;
    count++;
  }
  return { bits, count };
}

/**
 * A braille cell with the dots of all areas. Smaller areas are in front of larger ones; the cell has the colour of the
 * foremost area that has at least half as many dots in it as the area with the most.
 */
function brailleCell(layers: readonly AreaLayer[], column: number, bottom: number): ChartCell {
  const own: { readonly role: Role; readonly size: number; readonly count: number }[] = [];
  let bits = 0;
  let isLine = false;
  for (const { role, columns } of layers) {
    let [count, size] = [0, 0];
    for (const [index, side] of DOTS.entries()) {
      const here = columns[column * 2 + index];
      if (here === undefined) continue;
      const dots = dotsOf(here.area, side, bottom);
      bits |= dots.bits;
      count += dots.count;
      size = Math.max(size, here.area[1] - here.area[0]);
      isLine ||= dotsOf(here.line, side, bottom).count > 0;
    }
    if (count > 0) own.push({ role, size, count });
  }
  const most = own.reduce((all, { count }) => Math.max(all, count), 0);
  const front = own.sort((a, b) => a.size - b.size).find(({ count }) => count * 2 >= most);
  return front === undefined
    ? EMPTY
    : { text: String.fromCodePoint(BRAILLE + bits), role: front.role, isLine };
}

/** A cell of a single series in ASCII: the column is filled between zero and the value. */
function filledCell(layers: readonly AreaLayer[], column: number, bottom: number): ChartCell {
  const here = layers[0]?.columns[column];
  if (here === undefined || here.area[0] >= bottom + FILLS.length) return EMPTY;
  const filled = Math.min(FILLS.length, here.area[1] + 1 - bottom);
  if (filled < 1) return EMPTY;
  const isLine = FILLS.some((_, row) => covers(here.line, bottom + row));
  return { text: FILLS[filled - 1] ?? ' ', role: layers[0]?.role ?? 'text', isLine };
}

/** A cell of several series without colour: the character of the line in it, or a filling below a line. */
function markedCell(layers: readonly AreaLayer[], column: number, row: number, look: Look): ChartCell {
  const line = layers.find(({ columns }) => {
    const here = columns[column];
    return here !== undefined && covers(here.line, row);
  });
  if (line) return { text: line.mark, role: line.role, isLine: true };
  const isFilled = layers.some(({ columns }) => {
    const here = columns[column];
    return here !== undefined && covers(here.area, row);
  });
  return isFilled ? { text: look.glyphs.leaf, role: 'dim' } : EMPTY;
}

/** The row of a limit, counted from the top of the plot. */
function rowOf({ at }: ChartLimit, { low, high }: PlotFrame, rows: number): number {
  return rows - 1 - Math.floor(((at - low) / (high - low)) * (rows - 1) + 0.5);
}

/** Draws the visible limits across a plot, with their words at the right as far as a row has room for them. */
function withLimits(
  plot: readonly ChartCell[][],
  { limits = [], format }: ChartData,
  frame: PlotFrame,
  look: Look,
): ChartCell[][] {
  const shown = limits.filter(({ at }) => at > frame.low && at <= frame.high);
  const byRow = Map.groupBy(shown, (limit) => rowOf(limit, frame, plot.length));
  return plot.map((cells, row) => {
    const here = byRow.get(row);
    const [first] = here ?? [];
    if (here === undefined || first === undefined) return cells;
    const worded = here.map((limit) => ({
      role: limit.role,
      text: ` ${visible(limit.word, look.unicode)} ${format(limit.at)}`,
    }));
    const room = cells.length - 2;
    while (worded.length > 1 && worded.reduce((sum, { text }) => sum + width(text), 0) > room) worded.pop();
    const letters = worded.flatMap(({ text, role }) =>
      Array.from(text, (letter) => ({ text: letter, role })),
    );
    const from = letters.length > room ? cells.length : cells.length - letters.length;
    return cells.map((cell, column): ChartCell => {
      if (column >= from) return letters[column - from] ?? cell;
      return cell.isLine === true ? cell : { text: look.glyphs.limit, role: first.role };
    });
  });
}

/** The cells of the plot from the top row down: the area of each series below its line, and the limits. */
export function areaCells(
  chart: ChartData,
  frame: PlotFrame,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  look: Look,
): ChartCell[][] {
  const count = chart.series.length;
  const dotted = isDotted(look, count);
  const [across, up] = dotted ? [2, 4] : count < 2 ? [1, FILLS.length] : [1, 1];
  const layers = layersOf(chart, frame, { columns: columns * across, rows: rows * up });
  const plot = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const bottom = (rows - 1 - row) * up;
      if (dotted) return brailleCell(layers, column, bottom);
      return count < 2 ? filledCell(layers, column, bottom) : markedCell(layers, column, bottom, look);
    }),
  );
  return withLimits(plot, chart, frame, look);
}
