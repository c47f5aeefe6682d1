import type { Abilities } from './abilities.ts';
import { cursorPosition, type CellPosition } from './cursor.ts';
import { BLANK, type Line, readLine, sameCell } from './line.ts';
import { Pen } from './pen.ts';
import { findScroll, scrolled } from './scrolling.ts';
import { Styles } from './style.ts';

/** Between these a terminal that knows how shows nothing half drawn; others ignore them. */
export const FRAME_BEGINS = '\x1b[?2026h';
export const FRAME_ENDS = '\x1b[?2026l';

/** The terminal's size in cells. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** The screen as it was written last; `lines` is absent when nobody knows. */
interface Shown extends ScreenSize {
  readonly lines: readonly Line[] | undefined;
}

function changeLine(pen: Pen, row: number, before: Line, after: Line): void {
  if (before.doubtful || after.doubtful) {
    pen.paintDoubtful(row, after);
    return;
  }
  const end = after.texts.length;
  let column = 0;
  while (column < end) {
    if (sameCell(before, after, column)) {
      column++;
      continue;
    }
    const from = column;
    while (column < end && (!sameCell(before, after, column) || after.texts[column] === '')) column++;
    pen.write(row, after, from, column);
  }
  if (before.texts.length > end) pen.eraseRest(row, end, before.texts.length);
}

/** Makes of each frame the bytes that lead to it from what is on the screen. */
export class Differ {
  readonly #abilities: Abilities;
  readonly #styles: Styles;
  #shown: Shown = { columns: 0, rows: 0, lines: undefined };
  #cursor: CellPosition | undefined;

  constructor(abilities: Abilities) {
    this.#abilities = abilities;
    this.#styles = new Styles({ endsAttributes: abilities.modern });
  }

  /** Where the cursor is left, on the mark that shows where the keys go; absent where a frame has none. */
  get cursor(): CellPosition | undefined {
    return this.#cursor;
  }

  /** Says that something else may have been drawn: the next frame is painted whole. */
  forget(): void {
    this.#shown = { ...this.#shown, lines: undefined };
  }

  /** The bytes that show a frame, whose lines end in newlines; none when it is on the screen already. */
  update(frame: string, { columns, rows }: ScreenSize): string {
    const { lines: before } =
      this.#shown.columns === columns && this.#shown.rows === rows ? this.#shown : { lines: undefined };
    const sources = frame.split('\n');
    const after = Array.from({ length: rows }, (_, row) => {
      const source = sources[row] ?? '';
      const old = before?.[row];
      return old?.source === source ? old : readLine(source, columns, this.#styles);
    });
    this.#shown = { columns, rows, lines: after };
    const pen = new Pen(this.#styles, this.#abilities, columns);
    if (before) this.#change(pen, before, after);
    else this.#paint(pen, after, columns);
    this.#cursor = cursorPosition(before ?? [], after, before && this.#cursor);
    // Without a mark it waits at the keys in the last row: whoever follows it is not led to each second of the clock.
    pen.rest(this.#cursor ?? { row: rows - 1, column: 0 });
    const bytes = pen.finish();
    return bytes === '' ? '' : FRAME_BEGINS + bytes + FRAME_ENDS;
  }

  #paint(pen: Pen, lines: readonly Line[], columns: number): void {
    pen.reset();
    for (const [row, line] of lines.entries()) {
      if (line.doubtful) {
        pen.paintDoubtful(row, line);
        continue;
      }
      pen.write(row, line, 0, line.texts.length);
      pen.eraseRest(row, line.texts.length, columns);
    }
  }

  #change(pen: Pen, before: readonly Line[], after: readonly Line[]): void {
    const scroll = this.#abilities.scrolls ? findScroll(before, after) : undefined;
    if (scroll) pen.scroll(scroll.top, scroll.bottom, scroll.by);
    const moved = scroll ? scrolled(before, scroll) : before;
    for (const [row, line] of after.entries()) {
      const old = moved[row] ?? BLANK;
      if (old !== line && old.source !== line.source) changeLine(pen, row, old, line);
    }
  }
}
