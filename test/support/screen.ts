import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOf, type Cell } from './cell.ts';
import { terminalEnvironment } from './environment.ts';
import { keyBytes } from './keyBytes.ts';
import { OneWay, type LinkSpeed } from './link.ts';

export interface ScreenOptions {
  readonly cols?: number;
  readonly rows?: number;
  /** Variables that are added to the environment of a plain terminal. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A thin link between the program and this screen. Without it all output arrives at once. */
  readonly link?: LinkSpeed;
}

/** The end of the program. `signal` is the number of the signal that ended it. */
export interface Exit {
  readonly code: number;
  readonly signal: number | undefined;
}

/** The modes that a program may leave behind in a terminal. */
export interface Modes {
  readonly alternateScreen: boolean;
  readonly cursorVisible: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: boolean;
  readonly focusEvents: boolean;
  readonly synchronizedOutput: boolean;
  readonly lineWrap: boolean;
}

const POLL_MS = 10;

/** A program in a real pseudoterminal, with a terminal emulator that shows its output as a user would see it. */
export class Screen implements AsyncDisposable {
  /** Resolves once the program has ended and all of its output is on the screen. */
  readonly exit: Promise<Exit>;
  readonly pid: number;
  /** The number of bytes received from the program. */
  bytes = 0;
  /** The time of the first byte, from performance.now(), or 0 before it. */
  firstByteAt = 0;
  /** The time of the last byte, from performance.now(). */
  lastByteAt = 0;
  readonly #chunks: Buffer[] = [];
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #pty: ReturnType<typeof pty.spawn>;
  readonly #toScreen: OneWay;
  readonly #toProgram: OneWay;
  #cursorVisible = true;
  #ended = false;

  private constructor(file: string, args: readonly string[], options: ScreenOptions) {
    const { cols = 80, rows = 24, env = {}, cwd = process.cwd(), link } = options;
    this.#toScreen = new OneWay(link);
    this.#toProgram = new OneWay(link);
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
    this.#pty = pty.spawn(file, [...args], {
      cols,
      rows,
      cwd,
      // The option has priority over TERM in the environment.
      name: env['TERM'] ?? 'xterm-256color',
      encoding: null,
      env: terminalEnvironment(env),
    });
    this.pid = this.#pty.pid;
    this.exit = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#ended = true;
        // The end of a child process may be reported before its last output was read.
        setTimeout(
          () => this.#terminal.write('', () => resolve({ code: exitCode, signal: signal || undefined })),
          20,
        );
      });
    });
    // Without an encoding the pty returns bytes, whatever its types say.
    this.#pty.onData((data) => this.#toScreen.send(data.length, () => this.#take(data as unknown as Buffer)));
    // Answers of the emulator to queries of the program.
    this.#terminal.onData((answer) => this.#send(answer));
    this.#watchCursor();
  }

  /** Starts `file` in a terminal of its own, 80x24 by default. */
  static start(file: string, args: readonly string[] = [], options: ScreenOptions = {}): Screen {
    return new Screen(file, args, options);
  }

  /**
   * Starts `file` from a shell, which afterwards prints the exit code, the remaining settings of the terminal
   * (`stty -a`) and AFTER, and waits for a line. It shows the terminal as the user's shell would find it.
   */
  static startInShell(file: string, args: readonly string[] = [], options: ScreenOptions = {}): Screen {
    // Like the shell of a user, it survives the Ctrl-C that goes to the program.
    const script =
      'trap : INT QUIT; "$@"; printf "\\nEXIT %d\\n" $?; stty -a; echo AFTER; read -r line; echo "READ<$line>"';
    return new Screen('/bin/sh', ['-c', script, 'sh', file, ...args], options);
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  /** The visible lines, without trailing blanks. */
  lines(): string[] {
    const buffer = this.#terminal.buffer.active;
    return Array.from(
      { length: this.rows },
      (_, y) => buffer.getLine(buffer.viewportY + y)?.translateToString(true, 0, this.cols) ?? '',
    );
  }

  text(): string {
    return this.lines().join('\n');
  }

  /** The cell in column `x` of line `y`, both from 0. */
  cell(x: number, y: number): Cell {
    const buffer = this.#terminal.buffer.active;
    const cell = buffer.getLine(buffer.viewportY + y)?.getCell(x);
    if (!cell) throw new RangeError(`no cell ${x},${y} on a screen of ${this.cols}x${this.rows}`);
    return cellOf(cell);
  }

  /** The line with the terminal cursor, even if that is hidden, and the column of the cursor from 0. */
  get cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** All output of the program, as text. */
  raw(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  modes(): Modes {
    const { bracketedPasteMode, mouseTrackingMode, sendFocusMode, synchronizedOutputMode, wraparoundMode } =
      this.#terminal.modes;
    return {
      alternateScreen: this.#terminal.buffer.active.type === 'alternate',
      cursorVisible: this.#cursorVisible,
      bracketedPaste: bracketedPasteMode,
      mouse: mouseTrackingMode !== 'none',
      focusEvents: sendFocusMode,
      synchronizedOutput: synchronizedOutputMode,
      lineWrap: wraparoundMode,
    };
  }

  /** Tells whether the terminal echoes and collects lines (`cooked`). Only available while the program is running. */
  lineDiscipline(): { echo: boolean; cooked: boolean } {
    const settings = execFileSync(
      'stty',
      ['-a', '-F', (this.#pty as unknown as { ptsName: string }).ptsName],
      {
        encoding: 'utf8',
      },
    ).split(/[\s;]+/);
    return { echo: settings.includes('echo'), cooked: settings.includes('icanon') };
  }

  /** Presses keys one after the other: names as in keyBytes.ts, or literal text. */
  press(...keys: readonly string[]): void {
    const { applicationCursorKeysMode } = this.#terminal.modes;
    for (const key of keys) this.#send(keyBytes(key, applicationCursorKeysMode));
  }

  /** Types `text`, character by character. */
  type(text: string): void {
    for (const character of text) this.#send(character);
  }

  /** Sends `text` as a terminal pastes it: bracketed if the program has requested that. */
  paste(text: string): void {
    const bracketed = this.#terminal.modes.bracketedPasteMode;
    this.#send(bracketed ? `\u001B[200~${text}\u001B[201~` : text);
  }

  /** Writes output of another program to the terminal. */
  overwrite(text: string): void {
    this.#terminal.write(text);
  }

  /** Resizes the terminal. With `shown` false only the program learns the new size, and this screen keeps its own. */
  resize(cols: number, rows: number, shown = true): void {
    if (shown) this.#terminal.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** Stops reading the output of the program, as if the connection had died silently. */
  stopReading(): void {
    this.#pty.pause();
  }

  /** Reads the output of the program again, beginning with what was written meanwhile. */
  readAgain(): void {
    this.#pty.resume();
  }

  /** Removes the terminal of the program. */
  hangUp(): void {
    (this.#pty as unknown as { _socket: { destroy(): void } })._socket.destroy();
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    if (!this.#ended) this.#pty.kill(signal);
  }

  /**
   * Waits until the screen shows something, and returns its text.
   * @throws with the text of the screen if this takes longer than `timeoutMs`, or if the program ends before.
   */
  async until(wanted: RegExp | ((text: string) => boolean), timeoutMs = 60_000): Promise<string> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const ended = this.#ended;
      const late = performance.now() > end;
      await (ended ? this.exit : this.drawn());
      const text = this.text();
      if (typeof wanted === 'function' ? wanted(text) : wanted.test(text)) return text;
      if (ended || late) {
        const reason = ended ? 'before the program ended' : `within ${timeoutMs} ms`;
        throw new Error(`not on the screen ${reason}: ${String(wanted)}\n${this.#framed()}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Resolves when all output received so far is on the screen. */
  drawn(): Promise<void> {
    return new Promise((resolve) => this.#terminal.write('', resolve));
  }

  /**
   * Resolves when no output has arrived for `ms`.
   * @throws if the program does not become silent within `timeoutMs`.
   */
  async quiet(ms: number, timeoutMs = 60_000): Promise<void> {
    const since = performance.now();
    for (;;) {
      const now = performance.now();
      const left = Math.max(since, this.lastByteAt) + ms - now;
      if (left <= 0) return this.drawn();
      if (now - since > timeoutMs)
        throw new Error(`never quiet for ${ms} ms within ${timeoutMs} ms\n${this.#framed()}`);
      await sleep(left);
    }
  }

  /** Ends the program with SIGTERM, or after two seconds with SIGKILL, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGTERM');
    const patience = setTimeout(() => this.kill('SIGKILL'), 2000);
    await this.exit;
    clearTimeout(patience);
    this.#terminal.dispose();
  }

  #take(data: Buffer): void {
    const now = performance.now();
    if (this.bytes === 0) this.firstByteAt = now;
    this.bytes += data.length;
    this.lastByteAt = now;
    this.#chunks.push(data);
    this.#terminal.write(data);
  }

  #send(text: string): void {
    this.#toProgram.send(text.length, () => {
      if (!this.#ended) this.#pty.write(text);
    });
  }

  /** The emulator draws no cursor and so does not report whether it is visible. */
  #watchCursor(): void {
    const set = (visible: boolean) => (parameters: (number | number[])[]) => {
      if (parameters.includes(25)) this.#cursorVisible = visible;
      return false;
    };
    this.#terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, set(true));
    this.#terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, set(false));
  }

  #framed(): string {
    const rule = '-'.repeat(this.cols);
    return `${rule}\n${this.text()}\n${rule}`;
  }
}
