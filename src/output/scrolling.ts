import { type Line, sameCell } from './line.ts';

/** A scroll of the rows from `top` to `bottom` by `by` rows up, down if negative. */
export interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** The bytes of a scroll: setting the margins, scrolling and resetting them. */
const COST = 20;
/** With fewer moved rows than this no scroll is considered. */
const FEWEST_ROWS = 4;
/** The bytes of a changed row besides its cells, for moves and styles. */
const ROW_COST = 8;

/** The approximate number of bytes that change one line into another. */
function cost(before: Line | undefined, after: Line): number {
  if (before?.source === after.source) return 0;
  const end = Math.max(before?.texts.length ?? 0, after.texts.length);
  let cells = 0;
  for (let column = 0; column < end; column++) {
    const same = before ? sameCell(before, after, column) : after.texts[column] === ' ';
    if (!same) cells++;
  }
  return cells === 0 ? 0 : cells + ROW_COST;
}

/** The scroll that most of the changed lines have made, with the range of rows they are in. */
function mostMoved(before: readonly Line[], after: readonly Line[]): Scroll | undefined {
  const rowsBefore = new Map<string, number>();
  for (const [row, { source }] of before.entries()) if (source !== '') rowsBefore.set(source, row);
  const moves = new Map<number, Scroll & { readonly rows: number }>();
  for (const [row, line] of after.entries()) {
    const from = line.source === before[row]?.source ? undefined : rowsBefore.get(line.source);
    if (from === undefined) continue;
    const by = from - row;
    const known = moves.get(by) ?? { top: row, bottom: row, by, rows: 0 };
    const [top, bottom] = [Math.min(known.top, row, from), Math.max(known.bottom, row, from)];
    moves.set(by, { top, bottom, by, rows: known.rows + 1 });
  }
  const [most] = [...moves.values()].toSorted((a, b) => b.rows - a.rows);
  return most && most.rows >= FEWEST_ROWS ? most : undefined;
}

/** The screen's lines after a scroll; undefined for a row that becomes blank. */
export const scrolled = <T>(lines: readonly T[], { top, bottom, by }: Scroll): (T | undefined)[] =>
  lines.map((line, row) => {
    if (row < top || row > bottom) return line;
    const from = row + by;
    return from < top || from > bottom ? undefined : lines[from];
  });

/** The scroll that saves bytes in changing one screen into the other, if there is one. */
export function findScroll(before: readonly Line[], after: readonly Line[]): Scroll | undefined {
  const scroll = mostMoved(before, after);
  if (!scroll) return undefined;
  const total = (from: readonly (Line | undefined)[]): number =>
    after.reduce((sum, line, row) => sum + cost(from[row], line), 0);
  return total(scrolled(before, scroll)) + COST < total(before) ? scroll : undefined;
}
