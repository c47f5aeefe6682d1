import type { EditedLine } from '../lib/lineEdit.ts';
import type { Look } from '../lib/look.ts';
import { cut, graphemes, visible, width } from '../lib/text.ts';

export interface PromptLine extends EditedLine {
  /** The text shown for each character of a secret. */
  readonly mask?: string;
}

/** The index of the first visible part, so that the part at `last` is the last one that fits. */
function firstShown(widths: readonly number[], last: number, columns: number): number {
  let [first, used] = [last, widths[last] ?? 1];
  while (first > 0 && used + (widths[first - 1] ?? 0) <= columns) used += widths[--first] ?? 0;
  return first;
}

/**
 * An edited line, painted, at most `columns` wide: its text is made visible, and the cell at the cursor is inverse. A text
 * that is too long is scrolled to the cursor.
 */
export function promptLine(line: PromptLine, columns: number, look: Look): string {
  const parts = graphemes(line.text).map((part) => line.mask ?? visible(part, look.unicode));
  if (line.selected && parts.length > 0)
    return cut(look.paint('selected', parts.join('')), columns, look.glyphs.ellipsis);
  const cursor = Math.min(line.cursor ?? parts.length, parts.length);
  // A character wider than the whole line would leave nothing of it, not even the cursor.
  const fitting = parts.map((part) => (width(part) > columns ? look.glyphs.ellipsis : part));
  const cells = cursor === parts.length ? [...fitting, ' '] : fitting;
  const widths = cells.map(width);
  const first = firstShown(widths, cursor, columns);
  const shown = cells
    .slice(first)
    .map((part, index) => (first + index === cursor ? look.paint('selected', part) : part))
    .join('');
  return cut(shown, columns, '');
}
