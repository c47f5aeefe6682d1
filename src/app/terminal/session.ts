import { constants } from 'node:os';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { EarlyTerminal } from './early.ts';
import { enterSequence, makeNonBlocking, ScreenOutput } from './screenOutput.ts';

/** Signals that ask the program to end. */
const ENDINGS = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;
export type SessionEnd = (typeof ENDINGS)[number];

/** The time limit of an orderly exit, in milliseconds: to flush output and the audit file and to close connections. */
const EXIT_TIMEOUT_MS = 1000;

/** Holds Node's warnings back until it is disposed: printed at once, they would be written over the frame. */
function bufferWarnings(process: NodeJS.Process): Disposable {
  const held: Error[] = [];
  const hold = (warning: Error): void => void held.push(warning);
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', hold);
  return {
    [Symbol.dispose]() {
      process.off('warning', hold);
      for (const listener of listeners) {
        process.on('warning', listener);
        for (const warning of held) listener.call(process, warning);
      }
    },
  };
}

/** The program's ownership of the terminal: raw mode, the alternate screen, and the outline drawn before the rest is loaded. */
export class TerminalSession implements AsyncDisposable {
  /** Resolves when the program must end because of a signal or because the terminal has gone away. */
  readonly ending: Promise<SessionEnd>;
  readonly output: ScreenOutput;
  readonly #process: NodeJS.Process;
  readonly #clock: Clock;
  #asked: SessionEnd | undefined;
  #signals = 0;
  readonly #warnings: Disposable;
  #ask: (ending: SessionEnd) => void;

  /** @param lines the outline, written to `first` before the terminal's streams are created */
  constructor(process: NodeJS.Process, clock: Clock, first: EarlyTerminal, lines: readonly string[]) {
    this.#process = process;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<SessionEnd>();
    this.ending = promise;
    this.#ask = resolve;
    for (const signal of ENDINGS) process.on(signal, this.#signalled);
    this.#warnings = bufferWarnings(process);
    first.raw();
    first.write(enterSequence(lines));
    const { stdin, stdout, stderr } = process;
    this.output = new ScreenOutput(stdout, true);
    first.handOver();
    makeNonBlocking(stderr);
    for (const stream of [stdin, stdout, stderr]) stream.on('error', this.#gone);
    stdin.on('end', this.#gone);
  }

  /** Forces the program to exit after `EXIT_TIMEOUT_MS`, unless the result is disposed before. */
  exitSoon(): Disposable {
    return this.#clock.after(EXIT_TIMEOUT_MS, () => this.#process.exit(this.#code()));
  }

  /** Resolves when all output has been flushed, or after `EXIT_TIMEOUT_MS`. */
  async written(): Promise<void> {
    const { stdout, stderr } = this.#process;
    const all = [stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)));
    await Promise.race([Promise.all(all), sleep(this.#clock, EXIT_TIMEOUT_MS)]);
  }

  /** Restores the terminal. After a signal the process kills itself with the same signal, as its parent expects. */
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

  /** A terminal that goes away also causes SIGHUP, before or after; both count as the same reason to end. */
  readonly #gone = (): void => this.#end('SIGHUP');

  readonly #signalled = (signal: SessionEnd): void => {
    // A second signal ends the program at once.
    if (this.#signals++ > 0) this.#process.exit(this.#code());
    this.#end(signal);
  };
}
