import { constants } from 'node:os';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { EarlyTerminal } from './early.ts';
import { entering, neverBlock, ScreenOutput } from './screenOutput.ts';

/** Signals that ask for the end. */
const ENDINGS = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;
export type SessionEnd = (typeof ENDINGS)[number];

/** The longest that the end may take, in milliseconds: to write, record and close what is still open. */
const EXIT_TIMEOUT_MS = 1000;

/**
 * Keeps what Node warns of to itself until it is disposed, and lets it be told then. Told at once it would be written
 * over the frame.
 */
function bufferWarnings(process: NodeJS.Process): Disposable {
  const held: Error[] = [];
  const hold = (warning: Error): void => void held.push(warning);
  const tellers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', hold);
  return {
    [Symbol.dispose]() {
      process.off('warning', hold);
      for (const tell of tellers) {
        process.on('warning', tell);
        for (const warning of held) tell.call(process, warning);
      }
    },
  };
}

/** The terminal while it is the program's: raw, on the alternate screen, with lines drawn before anything else is loaded. */
export class TerminalSession implements AsyncDisposable {
  /** Resolves when the program must end without a key having said so: by a signal, or because the terminal has gone. */
  readonly ending: Promise<SessionEnd>;
  readonly output: ScreenOutput;
  readonly #process: NodeJS.Process;
  readonly #clock: Clock;
  #asked: SessionEnd | undefined;
  #signals = 0;
  readonly #warnings: Disposable;
  #ask: (ending: SessionEnd) => void;

  /** @param lines the first frame, which goes to `first` before the streams of the terminal are opened */
  constructor(process: NodeJS.Process, clock: Clock, first: EarlyTerminal, lines: readonly string[]) {
    this.#process = process;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<SessionEnd>();
    this.ending = promise;
    this.#ask = resolve;
    for (const signal of ENDINGS) process.on(signal, this.#signalled);
    this.#warnings = bufferWarnings(process);
    first.raw();
    first.write(entering(lines));
    const { stdin, stdout, stderr } = process;
    this.output = new ScreenOutput(stdout, true);
    first.handOver();
    neverBlock(stderr);
    for (const stream of [stdin, stdout, stderr]) stream.on('error', this.#gone);
    stdin.on('end', this.#gone);
  }

  /** Makes sure that the program ends soon, whatever is still under way; unless what is returned is disposed. */
  exitSoon(): Disposable {
    return this.#clock.after(EXIT_TIMEOUT_MS, () => this.#process.exit(this.#code()));
  }

  /** Resolves when everything that was written is on its way, or after as long as anyone would wait for that. */
  async written(): Promise<void> {
    const { stdout, stderr } = this.#process;
    const all = [stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)));
    await Promise.race([Promise.all(all), sleep(this.#clock, EXIT_TIMEOUT_MS)]);
  }

  /** Gives the terminal back. After a signal the program ends by that signal, as its parent expects. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { stdin, stdout, stderr } = this.#process;
    this.output.leave();
    stdin.setRawMode(false);
    stdin.unref();
    this.#warnings[Symbol.dispose]();
    await this.written();
    for (const signal of ENDINGS) this.#process.off(signal, this.#signalled);
    for (const stream of [stdin, stdout, stderr]) stream.off('error', this.#gone);
    stdin.off('end', this.#gone);
    if (this.#asked) this.#process.kill(this.#process.pid, this.#asked);
  }

  #code(): number | undefined {
    return this.#asked && 128 + constants.signals[this.#asked];
  }

  #end(ending: SessionEnd): void {
    if (this.#asked) return;
    this.#asked = ending;
    this.#ask(ending);
  }

  /** A terminal that goes away sends its signal as well, before or after: that is one reason to end, not two. */
  readonly #gone = (): void => this.#end('SIGHUP');

  readonly #signalled = (signal: SessionEnd): void => {
    // Asked twice, it is meant.
    if (this.#signals++ > 0) this.#process.exit(this.#code());
    this.#end(signal);
  };
}
