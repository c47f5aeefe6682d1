import type { Look } from '../lib/look.ts';
import { cut, visible, width } from '../lib/text.ts';

/** ink-table lays out a box for every cell at every change: with more rows than this it is felt. */
export const MOST_ROWS = 20;

/** Columns of the screen that the frame and the padding take: three for each column, and the last edge. */
const FRAME = 3;

/** Takes columns of the screen from the widest column until all fit together, down to what each needs for its title. */
function shrink(widths: readonly number[], least: readonly number[], room: number): number[] {
  const result = [...widths];
  const spare = (index: number) => (result[index] ?? 0) - (least[index] ?? 0);
  let excess = result.reduce((sum, value) => sum + value, 0) - room;
  for (; excess > 0; excess--) {
    const able = [...result.keys()].filter((index) => spare(index) > 0);
    if (able.length === 0) break;
    const widest = able.reduce((a, b) => ((result[b] ?? 0) > (result[a] ?? 0) ? b : a));
    result[widest] = (result[widest] ?? 0) - 1;
  }
  return result;
}

/** Cut so that it takes no more UTF-16 units than it may take columns, then filled up to one unit for each of its columns. */
function inUnits(text: string, columns: number, ellipsis: string): string {
  let shown = cut(text, columns, ellipsis);
  for (let room = columns - 1; shown.length > columns; room--) shown = cut(text, room, ellipsis);
  return shown.padEnd(width(shown));
}

/**
 * Rows for ink-table: text made visible and cut so that the whole table is at most `columns` wide. ink-table
 * counts UTF-16 units where it should count columns, so each text is made to have as many of the one as of the other.
 */
export function detailRows(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  look: Look,
): Record<string, string>[] {
  const clean = rows
    .slice(0, MOST_ROWS)
    .map((row) => titles.map((_, index) => visible(row[index] ?? '', look.unicode)));
  const least = titles.map(width);
  const natural = least.map((title, index) =>
    Math.min(
      columns,
      Math.max(title, ...clean.map((row) => Math.max(width(row[index] ?? ''), (row[index] ?? '').length))),
    ),
  );
  const widths = shrink(natural, least, columns - FRAME * titles.length - 1);
  return clean.map((row) =>
    Object.fromEntries(
      titles.map((title, index) => [
        title,
        inUnits(row[index] ?? '', widths[index] ?? 0, look.glyphs.ellipsis),
      ]),
    ),
  );
}

/** Rows of the screen that a table of so many rows takes: a line above each row and the heading, and the last edge. */
export const detailTableHeight = (rows: number): number => 2 * Math.min(rows, MOST_ROWS) + 3;
