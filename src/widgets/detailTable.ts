import type { Look } from '../lib/look.ts';
import { cut, visible, width } from '../lib/text.ts';

/** The maximum number of rows: ink-table lays out a box per cell at every change, which is noticeable with more. */
export const MAX_ROWS = 20;

/** Columns that the frame and padding take per table column; one more is for the right edge. */
const FRAME = 3;

/** Reduces the widest columns until all fit into `room`, but none below its `least` width. */
function shrink(widths: readonly number[], least: readonly number[], room: number): number[] {
  const result = [...widths];
  const spare = (index: number) => result[index]! - least[index]!;
  let excess = result.reduce((sum, value) => sum + value, 0) - room;
  for (; excess > 0; excess--) {
    const able = [...result.keys()].filter((index) => spare(index) > 0);
    if (able.length === 0) break;
    const widest = able.reduce((a, b) => (result[b]! > result[a]! ? b : a));
    result[widest]! -= 1;
  }
  return result;
}

/** A text cut to `columns` in both columns and UTF-16 units, and padded until it has as many units as columns. */
function inUnits(text: string, columns: number, ellipsis: string): string {
  let shown = cut(text, columns, ellipsis);
  for (let room = columns - 1; shown.length > columns; room--) shown = cut(text, room, ellipsis);
  return shown.padEnd(width(shown));
}

/**
 * Rows for ink-table: text made visible and cut so that the whole table is at most `columns` wide. ink-table counts UTF-16
 * units where it should count columns, so each text is given as many units as columns.
 */
export function detailRows(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  look: Look,
): Record<string, string>[] {
  const clean = rows
    .slice(0, MAX_ROWS)
    .map((row) => titles.map((_, index) => visible(row[index] ?? '', look.unicode)));
  const least = titles.map(width);
  const natural = least.map((title, index) =>
    Math.min(
      columns,
      Math.max(title, ...clean.map((row) => Math.max(width(row[index]!), row[index]!.length))),
    ),
  );
  const widths = shrink(natural, least, columns - FRAME * titles.length - 1);
  return clean.map((row) =>
    Object.fromEntries(
      titles.map((title, index) => [title, inUnits(row[index]!, widths[index]!, look.glyphs.ellipsis)]),
    ),
  );
}

/** The height of a table on the screen: each row and the heading have a line above, and there is a bottom edge. */
export const detailTableHeight = (rows: number): number => 2 * Math.min(rows, MAX_ROWS) + 3;
