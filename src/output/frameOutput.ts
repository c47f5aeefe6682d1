import type { Clock } from '../lib/clock.ts';
import type { Links } from '../lib/links.ts';
import { withOverrides } from '../lib/withOverrides.ts';
import { abilitiesOf } from './abilities.ts';
import { withoutAnswers } from './answers.ts';
import { Differ } from './differ.ts';
import { FlowControl } from './flowControl.ts';
import { ENTER, FRAME_BEGINS, FRAME_ENDS, HIDE_CURSOR, LEAVE, SHOW_CURSOR } from './sequences.ts';

/** The sequences by which Ink erases the previous frame: line by line, or everything from the top. */
const ERASING = /^(?:\x1b\[2K(?:\x1b\[1A\x1b\[2K)*\x1b\[G|\x1b\[1;1H\x1b\[J)/;
/** Sequences that only switch terminal modes and draw nothing. */
const MODES = /^(?:\x1b\[\?\d+[hl])+$/;

/** Frames are dropped while more bytes than this wait in the output buffer: a few frames of a large screen. */
const MAX_WAITING = 64 * 1024;

export interface FrameOutputOptions {
  readonly terminal: NodeJS.WriteStream;
  readonly clock: Clock;
  /** The environment variable TERM. */
  readonly term: string | undefined;
  /** The addresses of links; undefined if the terminal gets none. */
  readonly links?: Links | undefined;
  /** Shows the cursor on the mark of the input focus. */
  readonly showsCursor?: boolean;
  /** Called with the time until the terminal answered a frame, in milliseconds. */
  readonly onRoundTrip?: (ms: number) => void;
}

/**
 * The output stage between Ink and the terminal: takes Ink's full frames and writes only the changed cells. A frame that
 * the terminal is not ready for is replaced by the next one.
 */
export class FrameOutput implements Disposable {
  /** The stream that Ink writes to. */
  readonly stream: NodeJS.WriteStream;
  readonly #terminal: NodeJS.WriteStream;
  readonly #clock: Clock;
  readonly #differ: Differ;
  readonly #flow: FlowControl;
  readonly #showsCursor: boolean;
  /** True while the terminal shows its cursor. */
  #isCursorShown = false;
  #inFrame = false;
  /** The latest frame, until it is written. */
  #frame: string | undefined;

  constructor({ terminal, clock, term, links, showsCursor = false, onRoundTrip }: FrameOutputOptions) {
    this.#terminal = terminal;
    this.#showsCursor = showsCursor;
    this.#clock = clock;
    this.#differ = new Differ(abilitiesOf(term), links);
    this.#flow = new FlowControl(clock);
    this.#flow.onFree = this.#show;
    if (onRoundTrip) this.#flow.onRoundTrip = onRoundTrip;
    terminal.on('drain', this.#show);
    // When resized, the terminal may have moved its lines.
    terminal.on('resize', this.#resized);
    this.stream = withOverrides(terminal, { write: this.#write.bind(this) });
  }

  /** Standard input without the terminal's answers. */
  keyboard(stdin: NodeJS.ReadStream): NodeJS.ReadStream {
    return withoutAnswers(stdin, {
      clock: this.#clock,
      expected: () => this.#flow.awaitsAnswers,
      onAnswer: () => this.#flow.answered(),
    });
  }

  /**
   * Resolves when no answers of the terminal are outstanding, or after 750 ms. To be awaited before another program reads
   * the keyboard, which would take an answer for typed text. Asking resumes when the screen is entered anew.
   */
  leave(): Promise<void> {
    return this.#flow.stopAsking();
  }

  /** Stops listening to the terminal. */
  [Symbol.dispose](): void {
    this.#terminal.off('drain', this.#show);
    this.#terminal.off('resize', this.#resized);
  }

  #write(text: string, ...more: unknown[]): boolean {
    const done = more.findLast((argument): argument is () => void => typeof argument === 'function');
    this.#take(text);
    if (done) this.#terminal.write('', done);
    return true;
  }

  #take(text: string): void {
    if (text === FRAME_BEGINS || text === FRAME_ENDS) {
      this.#inFrame = text === FRAME_BEGINS;
      if (!this.#inFrame) this.#show();
      return;
    }
    const rest = text.replace(ERASING, '');
    if (rest === '') return;
    if (MODES.test(rest)) this.#modes(rest);
    else if (this.#inFrame) this.#frame = rest;
    else this.#foreign(rest);
  }

  #modes(text: string): void {
    if (text.includes(LEAVE)) this.#frame = undefined;
    if (text.includes(ENTER)) this.#flow.startAsking();
    if (text.includes(ENTER) || text.includes(LEAVE)) this.#differ.forget();
    if (text.includes(ENTER) || text.includes(HIDE_CURSOR)) this.#isCursorShown = false;
    this.#terminal.write(text);
  }

  /** Writes a text that is not a frame; the screen's content is unknown after it. */
  #foreign(text: string): void {
    this.#differ.forget();
    this.#terminal.write(text);
  }

  readonly #resized = (): void => this.#differ.forget();

  readonly #show = (): void => {
    if (this.#frame === undefined || this.#flow.isFull) return;
    if (this.#terminal.writableLength > MAX_WAITING) return;
    const { columns, rows } = this.#terminal;
    const bytes = this.#differ.update(this.#frame, { columns, rows });
    this.#frame = undefined;
    if (bytes !== '') this.#terminal.write(bytes + this.#cursorMode() + this.#flow.ask());
  };

  /** The sequence that shows the cursor on its mark, or hides it if the frame has none; empty if nothing changes. */
  #cursorMode(): string {
    const isShown = this.#showsCursor && this.#differ.cursor !== undefined;
    if (isShown === this.#isCursorShown) return '';
    this.#isCursorShown = isShown;
    return isShown ? SHOW_CURSOR : HIDE_CURSOR;
  }
}
