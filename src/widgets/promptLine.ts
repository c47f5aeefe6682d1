import type { EditedLine } from '../lib/lineEdit.ts';
import type { Look } from '../lib/look.ts';
import { cut, graphemes, visible, width } from '../lib/text.ts';

export interface PromptLine extends EditedLine {
  /** Shown in the place of each character of a secret. */
  readonly mask?: string;
}

/** The first of the parts in sight: as far back from the last one that has to be as there are columns. */
function firstShown(widths: readonly number[], last: number, columns: number): number {
  let [first, used] = [last, widths[last] ?? 1];
  while (first > 0 && used + (widths[first - 1] ?? 0) <= columns) used += widths[--first] ?? 0;
  return first;
}

/**
 * A line that is being typed, painted, at most `columns` wide: its text made visible, the cell at its cursor inverse.
 * Of a text that is too long the part at the cursor is in sight.
 */
export function promptLine(line: PromptLine, columns: number, look: Look): string {
  const parts = graphemes(line.text).map((part) => line.mask ?? visible(part, look.unicode));
  if (line.selected && parts.length > 0)
    return cut(look.paint('selected', parts.join('')), columns, look.glyphs.ellipsis);
  const cursor = Math.min(line.cursor ?? parts.length, parts.length);
  const cells = cursor === parts.length ? [...parts, ' '] : parts;
  const widths = cells.map(width);
  const first = firstShown(widths, cursor, columns);
  const shown = cells
    .slice(first)
    .map((part, index) => (first + index === cursor ? look.paint('selected', part) : part))
    .join('');
  return cut(shown, columns, '');
}
