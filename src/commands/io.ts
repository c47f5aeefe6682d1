import { text } from 'node:stream/consumers';
import type { Clock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import { readsUtf8 } from '../lib/look.ts';
import { visible } from '../lib/visible.ts';

/** True for each standard stream that is a terminal, and the terminal's size. */
export interface TerminalState {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** The process as seen by a command: streams, environment, clock, end. */
export interface CommandIo {
  /** Writes to standard output; resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** Writes to standard error. */
  err(text: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  /** Absent if there is no terminal. */
  readonly terminal?: TerminalState;
  /** True if the output may be UTF-8; otherwise all untrusted text is written in ASCII (`visible`, `safeJson`). */
  readonly unicode: boolean;
  readonly env: Environment;
  readonly clock: Clock;
  /** Aborted when the program is asked to end, or when its output is no longer read. */
  readonly stopped: AbortSignal;
  /** Runs long synchronous work. A signal ends the process immediately, as it could not be handled before the end. */
  interruptible<T>(work: () => T): T;
}

/** Writes an error message, which may come from a service, to standard error. */
export const reportError = (io: Pick<CommandIo, 'err' | 'unicode'>, message: string): void =>
  io.err(`storedeck: ${visible(message, io.unicode)}\n`);

/** Signals that ask the program to end. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The `CommandIo` of a real process. The first signal asks the command to end; a second one kills the process. */
export function processIo(process: NodeJS.Process, clock: Clock): CommandIo {
  const stop = new AbortController();
  const end = () => stop.abort();
  const handleSignals = () => ENDING.forEach((signal) => process.once(signal, end));
  const ignoreSignals = () => ENDING.forEach((signal) => process.off(signal, end));
  handleSignals();
  // The reader of a pipe, such as head, may close it at any time.
  process.stdout.on('error', end);
  process.stderr.on('error', end);
  return {
    out: (chunk) =>
      new Promise((resolve) => {
        if (stop.signal.aborted && !process.stdout.writable) resolve();
        else process.stdout.write(chunk, () => resolve());
      }),
    err: (chunk) => void process.stderr.write(chunk),
    input: () => text(process.stdin),
    terminal: {
      stdin: process.stdin.isTTY,
      stdout: process.stdout.isTTY,
      columns: process.stdout.columns,
      rows: process.stdout.rows,
    },
    unicode: readsUtf8(process.env),
    env: process.env,
    clock,
    stopped: stop.signal,
    interruptible(work) {
      // A handler would only run after the synchronous work; without one, a signal ends the process.
      ignoreSignals();
      try {
        return work();
      } finally {
        if (!stop.signal.aborted) handleSignals();
      }
    },
  };
}
