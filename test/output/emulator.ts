import xterm from '@xterm/headless';
import { cut } from '../../src/lib/text.ts';
import type { CellPosition } from '../../src/output/cursor.ts';
import type { ScreenSize } from '../../src/output/differ.ts';

/** A terminal without a program. Its cells can be read after output was written to it. */
export class Emulator {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  constructor({ columns, rows }: ScreenSize) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.#terminal.write('\x1b[?1049h');
  }

  write(bytes: string): void {
    this.#terminal.write(bytes);
  }

  resize({ columns, rows }: ScreenSize): void {
    this.#terminal.resize(columns, rows);
  }

  /** The answers of the terminal to queries in the output. */
  onAnswer(take: (answer: string) => void): void {
    this.#terminal.onData(take);
  }

  async #taken(): Promise<void> {
    await new Promise<void>((resolve) => this.#terminal.write('', resolve));
  }

  /** The position of its cursor. */
  async cursor(): Promise<CellPosition> {
    await this.#taken();
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** Each row as cells with their visible properties. */
  async rows(): Promise<string[]> {
    await this.#taken();
    const { active } = this.#terminal.buffer;
    // One object for all cells: reading a cell fills it.
    const seen = active.getNullCell();
    return Array.from({ length: this.#terminal.rows }, (_, y) => {
      const line = active.getLine(active.viewportY + y);
      return Array.from({ length: this.#terminal.cols }, (_, x) => {
        const cell = line?.getCell(x, seen);
        if (!cell) return '?';
        const text = cell.getChars() || ' '.repeat(Math.min(1, cell.getWidth()));
        const seenOnBlanks = [
          cell.isBgDefault() ? '' : `on ${cell.getBgColorMode()} ${cell.getBgColor()}`,
          cell.isUnderline() ? 'underlined' : '',
          cell.isInverse() ? 'inverse' : '',
          cell.isStrikethrough() ? 'struck' : '',
        ].join('');
        if (text === ' ' && seenOnBlanks === '') return ' ';
        const others = [
          cell.isFgDefault() ? '' : `in ${cell.getFgColorMode()} ${cell.getFgColor()}`,
          cell.isBold() ? 'bold' : '',
          cell.isDim() ? 'dim' : '',
          cell.isItalic() ? 'italic' : '',
          cell.isBlink() ? 'blink' : '',
          cell.isInvisible() ? 'hidden' : '',
        ].join('');
        const look = seenOnBlanks + others;
        return look === '' ? text : `${text}{${look}}`;
      }).join('');
    });
  }
}

/** The rows of an empty terminal on which a frame was drawn line by line from the top. */
export async function drawnRows(frame: string, size: ScreenSize): Promise<string[]> {
  const terminal = new Emulator(size);
  terminal.write('\x1b[?7l');
  for (const [row, line] of frame.split('\n').slice(0, size.rows).entries())
    terminal.write(`\x1b[${row + 1}H\x1b[m${cut(line, size.columns, '')}`);
  return terminal.rows();
}
