import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { makeNonBlocking } from './screenOutput.ts';

/** The terminal before the process's streams for it are created: its size, raw mode, and writing. */
export interface EarlyTerminal {
  /** True if standard input and standard output are terminals. */
  readonly isTerminal: boolean;
  /** Zero if the terminal does not know its size, as is common on a serial line. */
  readonly size: { readonly columns: number; readonly rows: number };
  /** Enters raw mode: from now on input is not echoed. */
  raw(): void;
  /** Writes without blocking. */
  write(text: string): void;
  /** Hands the terminal, in raw mode, to the process's own streams. */
  handOver(): void;
}

/** The terminal accessed through the process's own streams. */
export function streamTerminal({ stdin, stdout }: NodeJS.Process): EarlyTerminal {
  return {
    get isTerminal() {
      return stdin.isTTY && stdout.isTTY;
    },
    get size() {
      return { columns: stdout.columns, rows: stdout.rows };
    },
    raw: () => void stdin.setRawMode(true),
    write(text) {
      makeNonBlocking(stdout);
      stdout.write(text);
    },
    handOver: () => undefined,
  };
}

/** A libuv TTY handle, on which Node's own streams are built. The returned numbers are error codes, 0 for success. */
interface TtyHandle {
  getWindowSize(size: [columns: number, rows: number]): number;
  setRawMode(raw: boolean): number;
  close(): void;
}

interface TtyBinding {
  readonly TTY: new (descriptor: number, failure: { code?: string }) => TtyHandle;
  isTTY(descriptor: number): boolean;
}

/**
 * Writes as much as the terminal accepts without blocking, and returns the rest. It opens the terminal anew, because the
 * descriptor inherited from the shell may be in blocking mode, which must not be changed for the shell.
 */
function writeAtOnce(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let file: number | undefined;
  let written = 0;
  try {
    file = openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    written = writeSync(file, bytes);
  } catch {
    // No permission to open it, as after su, or its buffer is full: the caller writes the rest to the stream.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return bytes.subarray(written);
}

/**
 * The terminal accessed without the process's streams. Loading those takes 3 of the 24 ms until the first lines are on the
 * screen, so it is deferred; libuv's handle alone takes a tenth of that. The binding is internal to Node and deprecated in
 * its documentation (DEP0111): returns undefined if it does not behave as expected.
 */
function bareTerminal(process: NodeJS.Process): EarlyTerminal | undefined {
  const size: [number, number] = [0, 0];
  try {
    const tty = (process as unknown as { binding(name: 'tty_wrap'): TtyBinding }).binding('tty_wrap');
    if (!tty.isTTY(0) || !tty.isTTY(1)) return undefined;
    const [keyboard, screen] = [new tty.TTY(0, {}), new tty.TTY(1, {})];
    if (screen.getWindowSize(size) !== 0) return undefined;
    return {
      isTerminal: true,
      size: { columns: size[0], rows: size[1] },
      raw: () => void keyboard.setRawMode(true),
      write(text) {
        const rest = writeAtOnce(text);
        if (rest.length === 0) return;
        makeNonBlocking(process.stdout);
        process.stdout.write(rest);
      },
      handOver() {
        const { stdin } = process;
        // A handle that enters raw mode saves the previous mode to restore it at the end, and the stream must save the
        // shell's mode. libuv also restores the mode when the first raw handle is closed.
        keyboard.setRawMode(false);
        for (const handle of [keyboard, screen]) handle.close();
        stdin.setRawMode(true);
      },
    };
  } catch {
    return undefined;
  }
}

/** The terminal that the program was started in, accessed in the fastest way available. */
export const earlyTerminal = (process: NodeJS.Process): EarlyTerminal =>
  bareTerminal(process) ?? streamTerminal(process);
