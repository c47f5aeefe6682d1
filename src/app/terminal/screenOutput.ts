import { sizeToDraw } from '../../lib/terminalSize.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const FRAME_BEGINS = '\x1b[?2026h';
const FRAME_ENDS = '\x1b[?2026l';
const HOME = '\x1b[H';
const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';

/**
 * Frames are left out while more than this waits for the terminal, in bytes: a few frames of a large screen. It is
 * above the stream's own mark, so 'drain' tells when they can go on.
 */
const MOST_WAITING = 64 * 1024;

/** A terminal's handle, as Node keeps it; libuv has opened the terminal anew, so the shell's own mode stays. */
interface Handle {
  setBlocking?(blocking: boolean): void;
}

/** Lets writes to a terminal that does not read return at once; by default they hold the whole program. */
export function neverBlock(stream: NodeJS.WriteStream): void {
  (stream as unknown as { readonly _handle?: Handle | null })._handle?.setBlocking?.(false);
}

/** Lines that stay as they are: Ink passes each of them with a sequence of its own. */
const PASSED_LINES = /(?:\x1b\[E){2,}/g;
const PASSED_LINE_LENGTH = 3;

/** The same moves in one sequence: of fifty lines mostly two or three change, and the others cost 150 bytes a frame. */
const joined = (text: string): string =>
  text.replace(PASSED_LINES, ({ length }) => `\x1b[${length / PASSED_LINE_LENGTH}E`);

/** The text that enters the alternate screen and draws its first lines. */
export const entering = (lines: readonly string[]): string =>
  `${ENTER}${HIDE_CURSOR}${HOME}${ERASE_BELOW}${lines.join('\r\n')}`;

/**
 * The layer between Ink and the terminal. The alternate screen is entered once, whoever asks for it; the first
 * frame goes line by line over what was drawn before Ink was there; and while the terminal does not read what was
 * written to it, frames are left out whole, so that nothing piles up and the program can always end.
 */
export class ScreenOutput {
  /** The stream that Ink writes to, no larger than what can be laid out. */
  readonly stream: NodeJS.WriteStream;
  /** Draws the whole frame again: what is on the screen is not what Ink thinks. */
  onStale: () => void = () => undefined;
  readonly #terminal: NodeJS.WriteStream;
  #entered: boolean;
  #covered: boolean;
  #inFrame = false;
  #leavingOut = false;
  #stale = false;

  /** @param entered whether the alternate screen was entered and its first lines were drawn, by {@link entering} */
  constructor(terminal: NodeJS.WriteStream, entered = false) {
    this.#terminal = terminal;
    this.#entered = this.#covered = entered;
    neverBlock(terminal);
    terminal.on('drain', this.#drained);
    const write = this.#write.bind(this);
    this.stream = new Proxy(terminal, {
      get(target, name) {
        if (name === 'write') return write;
        if (name === 'columns' || name === 'rows') return sizeToDraw(target)[name];
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** Gives the screen back to the shell unless Ink has done so. */
  leave(): void {
    this.#terminal.off('drain', this.#drained);
    if (this.#entered) this.#terminal.write(`${LEAVE}${SHOW_CURSOR}`);
    this.#entered = false;
  }

  /** Erases the screen, for a frame that is drawn whole. */
  erase(): void {
    this.#terminal.write(`${HOME}${ERASE_BELOW}`);
  }

  readonly #drained = (): void => {
    if (!this.#stale) return;
    this.#stale = false;
    this.onStale();
  };

  #write(text: string, ...more: unknown[]): boolean {
    const done = more.findLast((argument): argument is () => void => typeof argument === 'function');
    const pass = this.#passed(text);
    if (pass !== '' || text === '') return this.#terminal.write(pass, done);
    if (done) queueMicrotask(done);
    return true;
  }

  /** The part of a write that goes to the terminal. */
  #passed(text: string): string {
    if (text === FRAME_BEGINS) {
      this.#inFrame = true;
      this.#leavingOut = this.#stale || this.#terminal.writableLength > MOST_WAITING;
      this.#stale ||= this.#leavingOut;
    }
    if (!this.#inFrame) return this.#modes(text);
    const passed = this.#leavingOut ? '' : this.#covering(text);
    if (text === FRAME_ENDS) this.#inFrame = this.#leavingOut = false;
    return passed;
  }

  #modes(text: string): string {
    if (text === LEAVE) this.#entered = false;
    if (text !== ENTER) return text;
    if (this.#entered) return '';
    this.#entered = true;
    return text;
  }

  /** The first frame over the lines that were there before it. */
  #covering(text: string): string {
    if (!this.#covered || !text.includes('\n')) return joined(text);
    this.#covered = false;
    return `${HOME}${ERASE_LINE}${text.replaceAll('\n', `\n${ERASE_LINE}`)}`;
  }
}
