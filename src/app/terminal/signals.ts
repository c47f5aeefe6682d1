import { throughMultiplexer } from '../../lib/clipboard.ts';
import { withOverrides } from '../../lib/withOverrides.ts';
import { abilitiesOf } from '../../output/abilities.ts';
import { ENTER, FRAME_BEGINS, FRAME_ENDS, LEAVE } from '../../output/sequences.ts';
import { type NotificationKind, notification, tabProgress, type TabProgress } from '../../output/signals.ts';

const BELL = '\x07';

export interface SignalOptions {
  readonly bell: boolean;
  readonly notify: NotificationKind;
  /** Shows the progress of recovery in the terminal's tab. */
  readonly tabProgress: boolean;
}

/**
 * Rings the bell, sends desktop notifications and shows progress in the terminal's tab: never inside a frame, and only
 * while the program owns the alternate screen. Leaving that screen clears the progress.
 */
export class TerminalSignals {
  /** The stream to write to instead of the terminal. */
  readonly stream: NodeJS.WriteStream;
  readonly #terminal: NodeJS.WriteStream;
  readonly #options: SignalOptions;
  readonly #env: NodeJS.ProcessEnv;
  #hasScreen = false;
  #inFrame = false;
  #waiting = '';
  /** The sequence for the requested progress; `#shown` is the one that was sent last. */
  #progress = tabProgress(undefined);
  #shown = tabProgress(undefined);

  constructor(terminal: NodeJS.WriteStream, env: NodeJS.ProcessEnv, options: SignalOptions) {
    this.#terminal = terminal;
    this.#env = env;
    // Old terminals and the Linux console print unknown OSC strings as text.
    this.#options = abilitiesOf(env['TERM']).strings
      ? options
      : { ...options, notify: 'off', tabProgress: false };
    this.stream = withOverrides(terminal, { write: this.#write.bind(this) });
  }

  /** Rings and notifies as configured. Control characters in the title and the text are made harmless. */
  alert(title: string, text: string): void {
    const { bell, notify } = this.#options;
    this.#send(`${bell ? BELL : ''}${this.#wrapped(notification(notify, title, text))}`);
  }

  /** Shows progress in the terminal's tab, if enabled. */
  progress(progress: TabProgress | undefined): void {
    this.#progress = tabProgress(this.#options.tabProgress ? progress : undefined);
    if (this.#hasScreen) this.#follow(this.#progress);
  }

  #follow(wanted: string): void {
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#send(this.#wrapped(wanted));
  }

  #wrapped(sequence: string): string {
    return sequence === '' ? '' : throughMultiplexer(sequence, this.#env);
  }

  #send(bytes: string): void {
    if (bytes === '' || !this.#hasScreen) return;
    if (this.#inFrame) this.#waiting += bytes;
    else this.#terminal.write(bytes);
  }

  #write(...args: unknown[]): boolean {
    const text = typeof args[0] === 'string' ? args[0] : '';
    if (text.includes(LEAVE)) {
      this.#inFrame = false;
      this.#follow(tabProgress(undefined));
      this.#hasScreen = false;
    }
    if (text === FRAME_BEGINS) this.#inFrame = true;
    const written = (this.#terminal.write as (...all: unknown[]) => boolean).apply(this.#terminal, args);
    if (text === FRAME_ENDS) this.#inFrame = false;
    if (text.includes(ENTER)) {
      this.#hasScreen = true;
      this.#follow(this.#progress);
    }
    if (!this.#inFrame && this.#waiting !== '') {
      const waiting = this.#waiting;
      this.#waiting = '';
      this.#send(waiting);
    }
    return written;
  }
}
