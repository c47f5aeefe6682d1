import type { Links } from '../lib/links.ts';
import type { Abilities } from './abilities.ts';
import { type CellPosition, type Focus, focusIn } from './cursor.ts';
import { BLANK, type Line, readLine, sameCell } from './line.ts';
import { Pen } from './pen.ts';
import { findScroll, scrolled } from './scrolling.ts';
import { FRAME_BEGINS, FRAME_ENDS } from './sequences.ts';
import { Styles } from './style.ts';

/** The terminal's size in cells. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** The screen as written last; `lines` is undefined if its content is unknown. */
interface WrittenScreen extends ScreenSize {
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

/** Converts each frame to the bytes that change the screen into it. */
export class Differ {
  readonly #abilities: Abilities;
  readonly #styles: Styles;
  #shown: WrittenScreen = { columns: 0, rows: 0, lines: undefined };
  #focus: Focus | undefined;

  /** @param links the addresses of links; without it links are plain text */
  constructor(abilities: Abilities, links?: Links) {
    this.#abilities = abilities;
    this.#styles = new Styles({ endsAttributes: abilities.modern, ...(links && { links }) });
  }

  /** The cursor's position on the mark of the input focus; undefined if the frame has no mark. */
  get cursor(): CellPosition | undefined {
    return this.#focus?.position;
  }

  /** Forgets the screen's content, so that the next frame is painted completely. */
  forget(): void {
    this.#shown = { ...this.#shown, lines: undefined };
  }

  /** The bytes that show a frame of newline-separated lines; empty if nothing changes. */
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
    this.#focus = focusIn(before ?? [], after, before && this.#focus);
    // Without a mark the cursor rests in the last row, so that assistive tools do not follow each change of the clock.
    pen.rest(this.cursor ?? { row: rows - 1, column: 0 });
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
