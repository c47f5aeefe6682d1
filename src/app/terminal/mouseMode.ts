import { MOUSE_OFF, MOUSE_ON } from '../../keys/mouse.ts';
import { withOverrides } from '../../lib/withOverrides.ts';
import { ENTER, LEAVE } from '../../output/sequences.ts';

/**
 * Switches the terminal's mouse reports on while the program owns the alternate screen and the operator wants them, and
 * off otherwise. It watches the output for the sequences that enter and leave that screen, whoever writes them.
 */
export class MouseMode {
  readonly #terminal: NodeJS.WriteStream;
  /** The stream to write to instead of the terminal. */
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

  /** True if mouse reports may arrive. */
  get mayReport(): boolean {
    return this.#reporting;
  }

  set(wanted: boolean): void {
    this.#wanted = wanted;
    this.#follow();
  }

  /** Switches the reports off until the alternate screen is entered again: another program is about to read the keyboard. */
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
