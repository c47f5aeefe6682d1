import { MOUSE_OFF, MOUSE_ON } from '../../keys/mouse.ts';
import { withOverrides } from '../../lib/withOverrides.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';

/**
 * Keeps the terminal's mouse reports on while the program has the terminal and the operator wants them, and off in
 * all other times: they go with the alternate screen, whoever gives that up.
 */
export class MouseMode {
  readonly #terminal: NodeJS.WriteStream;
  /** The stream that is written to in the place of the terminal. */
  readonly stream: NodeJS.WriteStream;
  #wanted: boolean;
  #hasScreen = false;
  #reporting = false;

  constructor(terminal: NodeJS.WriteStream, wanted: boolean) {
    this.#terminal = terminal;
    this.#wanted = wanted;
    this.stream = withOverrides(terminal, { write: this.#write.bind(this) });
  }

  get isOn(): boolean {
    return this.#wanted;
  }

  /** Tells whether reports may come, also of what was done before they were switched off. */
  get mayReport(): boolean {
    return this.#reporting;
  }

  set(wanted: boolean): void {
    this.#wanted = wanted;
    this.#follow();
  }

  /** Switches the reports off until the screen is entered anew: others are about to read the keyboard. */
  release(): void {
    this.#hasScreen = false;
    this.#follow();
  }

  #follow(): void {
    const report = this.#wanted && this.#hasScreen;
    if (report === this.#reporting) return;
    this.#reporting = report;
    this.#terminal.write(report ? MOUSE_ON : MOUSE_OFF);
  }

  #write(...args: unknown[]): boolean {
    const [text] = args;
    const says = (what: string) => typeof text === 'string' && text.includes(what);
    if (says(LEAVE)) this.release();
    const written = (this.#terminal.write as (...all: unknown[]) => boolean).apply(this.#terminal, args);
    if (says(ENTER)) {
      this.#hasScreen = true;
      this.#follow();
    }
    return written;
  }
}
