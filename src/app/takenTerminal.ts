import { constants } from 'node:os';
import { type Clock, sleep } from '../lib/clock.ts';
import { neverBlock, ScreenOutput } from './screenOutput.ts';

/** Signals that ask for the end. */
const ENDINGS = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;
export type Ending = (typeof ENDINGS)[number];

/** How long the end may take, in milliseconds: for what is still to be written, recorded and closed. */
const PATIENCE_MS = 1000;

/** The terminal while it is the program's: raw, on the alternate screen, with lines drawn before anything else is loaded. */
export class TakenTerminal implements AsyncDisposable {
  /** Resolves when the program must end without a key having said so: by a signal, or because the terminal has gone. */
  readonly ending: Promise<Ending>;
  readonly output: ScreenOutput;
  readonly #process: NodeJS.Process;
  readonly #clock: Clock;
  #asked: Ending | undefined;
  #ask: (ending: Ending) => void;

  /** @param lines the first frame */
  constructor(process: NodeJS.Process, clock: Clock, lines: readonly string[]) {
    const { stdin, stdout, stderr } = process;
    this.#process = process;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ending = promise;
    this.#ask = resolve;
    for (const signal of ENDINGS) process.on(signal, this.#signalled);
    for (const stream of [stdin, stdout, stderr]) stream.on('error', this.#gone);
    stdin.on('end', this.#gone);
    // Before the first byte is drawn: from here on no key is echoed, and those pressed so far wait to be read.
    stdin.setRawMode(true);
    this.output = new ScreenOutput(stdout);
    neverBlock(stderr);
    this.output.enter(lines);
  }

  /** Makes sure that the program ends soon, whatever is still under way; unless what is returned is disposed. */
  hurry(): Disposable {
    return this.#clock.after(PATIENCE_MS, () => this.#process.exit(this.#code()));
  }

  /** Resolves when everything that was written is on its way, or after as long as anyone would wait for that. */
  async written(): Promise<void> {
    const { stdout, stderr } = this.#process;
    const all = [stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)));
    await Promise.race([Promise.all(all), sleep(this.#clock, PATIENCE_MS)]);
  }

  /** Gives the terminal back. After a signal the program ends by that signal, as its parent expects. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { stdin } = this.#process;
    this.output.leave();
    stdin.setRawMode(false);
    stdin.unref();
    await this.written();
    for (const signal of ENDINGS) this.#process.off(signal, this.#signalled);
    if (this.#asked) this.#process.kill(this.#process.pid, this.#asked);
  }

  #code(): number | undefined {
    return this.#asked && 128 + constants.signals[this.#asked];
  }

  readonly #gone = (): void => this.#signalled('SIGHUP');

  readonly #signalled = (signal: Ending): void => {
    // Asked twice, it is meant.
    if (this.#asked) this.#process.exit(this.#code());
    this.#asked = signal;
    this.#ask(signal);
  };
}
