import { text } from 'node:stream/consumers';
import type { Environment } from '../config/load.ts';
import type { Clock } from '../lib/clock.ts';
import { readsUtf8 } from '../lib/look.ts';
import { visible } from '../lib/visible.ts';

/** The terminal at standard input and output, and its size. */
export interface TerminalState {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** The process as a command sees it: streams, environment, clock, end. */
export interface CommandIo {
  /** Writes to standard output; resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** Writes to standard error. */
  err(text: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  /** Absent where there is none. */
  readonly terminal?: TerminalState;
  /** True where the reader of the output reads UTF-8; otherwise all untrusted text is written in ASCII (`visible`, `safeJson`). */
  readonly unicode: boolean;
  readonly env: Environment;
  readonly clock: Clock;
  /** Aborted when the program is asked to end, or when nobody reads its output any more. */
  readonly stopped: AbortSignal;
  /** Does what lets nothing else run until it is done. A signal ends the program in the middle of it. */
  interruptible<T>(work: () => T): T;
}

/** Writes to standard error what went wrong, which may be in the words of a service. */
export const reportError = (io: Pick<CommandIo, 'err' | 'unicode'>, message: string): void =>
  io.err(`storedeck: ${visible(message, io.unicode)}\n`);

/** Signals that ask the program to end. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The world of a real process. A signal that asks the program to end is taken once; the second one kills it. */
export function processIo(process: NodeJS.Process, clock: Clock): CommandIo {
  const stop = new AbortController();
  const end = () => stop.abort();
  const take = () => ENDING.forEach((signal) => process.once(signal, end));
  const leave = () => ENDING.forEach((signal) => process.off(signal, end));
  take();
  // The reader of a pipe, such as head, may leave at any time.
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
      // A signal that is taken is only heard of when nothing else runs; one that is not ends the process.
      leave();
      try {
        return work();
      } finally {
        if (!stop.signal.aborted) take();
      }
    },
  };
}
