import { sizeToDraw } from '../../lib/terminalSize.ts';
import {
  ENTER,
  ERASE_LINE,
  FRAME_BEGINS,
  FRAME_ENDS,
  HIDE_CURSOR,
  LEAVE,
  SHOW_CURSOR,
} from '../../output/sequences.ts';
import { handleOf } from './handle.ts';

const HOME = '\x1b[H';
const ERASE_BELOW = '\x1b[J';

/**
 * Frames are dropped while more bytes than this wait for the terminal: a few frames of a large screen. The limit is above
 * the stream's high-water mark, so 'drain' is emitted when drawing can continue.
 */
const MAX_WAITING = 64 * 1024;

/**
 * Makes writes non-blocking; by default a write to a terminal that does not read blocks the whole program. libuv has opened
 * the terminal anew, so that this does not affect the shell.
 */
export function makeNonBlocking(stream: NodeJS.WriteStream): void {
  handleOf(stream)?.setBlocking?.(false);
}

/** Unchanged lines: Ink moves past each of them with its own "cursor next line" sequence. */
const SKIPPED_LINES = /(?:\x1b\[E){2,}/g;
const SKIPPED_LINE_LENGTH = 3;

/** Merges those moves into one sequence: usually two or three of fifty lines change, and the others cost 150 bytes a frame. */
const joined = (text: string): string =>
  text.replace(SKIPPED_LINES, ({ length }) => `\x1b[${length / SKIPPED_LINE_LENGTH}E`);

/** The sequence that enters the alternate screen and draws its first lines. */
export const enterSequence = (lines: readonly string[]): string =>
  `${ENTER}${HIDE_CURSOR}${HOME}${ERASE_BELOW}${lines.join('\r\n')}`;

/**
 * The layer between Ink and the terminal. It enters the alternate screen only once, draws the first frame line by line over
 * the outline that was there before Ink, and drops whole frames while the terminal does not read, so that no output piles
 * up and the program can always exit.
 */
export class ScreenOutput {
  /** The stream that Ink writes to; its size is limited to what can be laid out. */
  readonly stream: NodeJS.WriteStream;
  /** Called when frames were dropped and the terminal reads again: the whole frame must be redrawn. */
  onStale: () => void = () => undefined;
  readonly #terminal: NodeJS.WriteStream;
  #entered: boolean;
  #covered: boolean;
  #inFrame = false;
  #dropping = false;
  #stale = false;

  /** @param entered true if {@link enterSequence} was already written to the terminal */
  constructor(terminal: NodeJS.WriteStream, entered = false) {
    this.#terminal = terminal;
    this.#entered = this.#covered = entered;
    makeNonBlocking(terminal);
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

  /** Leaves the alternate screen unless Ink has done so. */
  leave(): void {
    this.#terminal.off('drain', this.#drained);
    if (this.#entered) this.#terminal.write(`${LEAVE}${SHOW_CURSOR}`);
    this.#entered = false;
  }

  /** Erases the screen before a full redraw. */
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

  /** The part of a write that is passed to the terminal. */
  #passed(text: string): string {
    if (text === FRAME_BEGINS) {
      this.#inFrame = true;
      this.#dropping = this.#stale || this.#terminal.writableLength > MAX_WAITING;
      this.#stale ||= this.#dropping;
    }
    if (!this.#inFrame) return this.#modes(text);
    const passed = this.#dropping ? '' : this.#covering(text);
    if (text === FRAME_ENDS) this.#inFrame = this.#dropping = false;
    return passed;
  }

  #modes(text: string): string {
    if (text === LEAVE) this.#entered = false;
    if (text !== ENTER) return text;
    if (this.#entered) return '';
    this.#entered = true;
    return text;
  }

  /** A frame's text; the first frame erases each line of the outline it covers. */
  #covering(text: string): string {
    if (!this.#covered || !text.includes('\n')) return joined(text);
    this.#covered = false;
    return `${HOME}${ERASE_LINE}${text.replaceAll('\n', `\n${ERASE_LINE}`)}`;
  }
}
