import type { Abilities } from './abilities.ts';
import type { CellPosition } from './cursor.ts';
import type { Line } from './line.ts';
import { ERASE_LINE } from './sequences.ts';
import { PLAIN, type Styles } from './style.ts';

const ERASE_TO_END = '\x1b[K';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const UNKNOWN = -1;
/** Unchanged cells may be rewritten if that is shorter than moving over them; the longest move has this many bytes. */
const LONGEST_BRIDGE = 8;

const shortest = (candidates: readonly string[]): string =>
  candidates.reduce((best, candidate) => (candidate.length < best.length ? candidate : best));

const counted = (count: number, final: string): string =>
  count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;

/** Collects the bytes of a frame, and tracks the terminal's cursor and current style. */
export class Pen {
  readonly #styles: Styles;
  readonly #abilities: Abilities;
  readonly #columns: number;
  #bytes = '';
  #row = UNKNOWN;
  #column = UNKNOWN;
  #style = PLAIN;

  constructor(styles: Styles, abilities: Abilities, columns: number) {
    this.#styles = styles;
    this.#abilities = abilities;
    this.#columns = columns;
  }

  /** Resets the terminal's style from an unknown one. */
  reset(): void {
    this.#bytes += this.#styles.reset;
    this.#style = PLAIN;
  }

  /** The collected bytes; they end in the plain style. */
  finish(): string {
    this.#change(PLAIN);
    return this.#bytes;
  }

  /** Moves the cursor to its final cell, if anything was written. */
  rest({ row, column }: CellPosition): void {
    if (this.#bytes !== '') this.#move(row, Math.min(column, this.#columns - 1));
  }

  /** Writes the cells [from, to) of a line. */
  write(row: number, line: Line, from: number, to: number): void {
    if (!this.#bridge(row, line, from)) this.#move(row, from);
    this.#put(line, from, to);
  }

  /** Erases a row from a column to its end; cells from `to` on are known to be blank already. */
  eraseRest(row: number, from: number, to: number): void {
    if (from >= this.#columns) return;
    this.#move(row, from);
    this.#bare();
    if (to - from < ERASE_TO_END.length) {
      this.#bytes += ' '.repeat(to - from);
      this.#advanceTo(to);
    } else this.#bytes += ERASE_TO_END;
  }

  /** Repaints a row with uncertain columns completely, without automatic wrapping into the next row. */
  paintDoubtful(row: number, line: Line): void {
    this.#move(row, 0);
    this.#bare();
    this.#bytes += ERASE_LINE + WRAP_OFF;
    this.#put(line, 0, line.texts.length);
    this.#bytes += WRAP_ON;
    this.#row = UNKNOWN;
  }

  /** Scrolls the rows from `top` to `bottom` up by `by` rows, down if negative; the new rows are blank. */
  scroll(top: number, bottom: number, by: number): void {
    this.#change(PLAIN);
    const move = by > 0 ? counted(by, 'S') : counted(-by, 'T');
    // Setting the margins moves the cursor to the top left corner.
    this.#bytes += `\x1b[${top + 1};${bottom + 1}r${move}\x1b[r`;
    this.#row = this.#column = 0;
  }

  #change(style: number): void {
    this.#bytes += this.#styles.change(this.#style, style);
    this.#style = style;
  }

  /** Switches to a style in which a blank looks plain. */
  #bare(): void {
    if (!this.#styles.isBare(this.#style)) this.#change(PLAIN);
  }

  /** Tracks the cursor. After the last column a wrap is pending, where terminals differ in how they move. */
  #advanceTo(column: number): void {
    this.#column = column;
    if (column >= this.#columns) this.#row = UNKNOWN;
  }

  #put(line: Line, from: number, to: number): void {
    for (let column = from; column < to; column++) {
      const text = line.texts[column] ?? ' ';
      const style = line.styles[column] ?? PLAIN;
      if (text !== ' ' || style !== PLAIN) this.#change(style);
      else this.#bare();
      this.#bytes += text;
    }
    this.#advanceTo(to);
  }

  /** Reaches a column by rewriting the cells before it, if that is not longer than a move. */
  #bridge(row: number, line: Line, to: number): boolean {
    const from = this.#column;
    if (row !== this.#row || to <= from || to - from > LONGEST_BRIDGE) return false;
    for (let column = from; column < to; column++) {
      const text = line.texts[column] ?? ' ';
      const style = line.styles[column] ?? PLAIN;
      const fits =
        style === this.#style || (text === ' ' && style === PLAIN && this.#styles.isBare(this.#style));
      if (!fits || text === '' || text > '\x7e') return false;
    }
    if (to - from > this.#way(row, to).length) return false;
    this.#put(line, from, to);
    return true;
  }

  #move(row: number, column: number): void {
    if (row === this.#row && column === this.#column) return;
    this.#bytes += this.#way(row, column);
    this.#row = row;
    this.#column = column;
  }

  /** The shortest sequence that moves to a cell. */
  #way(row: number, column: number): string {
    const address = column === 0 ? (row === 0 ? '' : `${row + 1}`) : `${row + 1};${column + 1}`;
    const ways = [`\x1b[${address}H`];
    if (this.#row === UNKNOWN) return shortest(ways);
    const right = column - this.#column;
    const down = row - this.#row;
    if (down === 0) {
      if (column === 0) ways.push('\r');
      if (right > 0) ways.push(counted(right, 'C'));
      if (right < 0) ways.push(counted(-right, 'D'), '\b'.repeat(-right));
      if (this.#abilities.modern) ways.push(`\x1b[${column + 1}G`);
    } else if (right === 0) {
      ways.push(counted(Math.abs(down), down > 0 ? 'B' : 'A'));
    }
    if (down === 1 && column === 0) ways.push('\r\n');
    return shortest(ways);
  }
}
