import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { neverBlock } from './screenOutput.ts';

/** The terminal before the process's streams for it are loaded: its size, a keyboard without echo, and a way to write. */
export interface EarlyTerminal {
  /** Tells whether standard input and standard output are terminals. */
  readonly isTerminal: boolean;
  /** Zero where the terminal does not know: a serial line often does not. */
  readonly size: { readonly columns: number; readonly rows: number };
  /** From here on nothing that is typed is echoed. */
  raw(): void;
  /** Never waits for the terminal. */
  write(text: string): void;
  /** Leaves the terminal to the process's own streams, raw. */
  handOver(): void;
}

/** The terminal by the process's own streams. */
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
      neverBlock(stdout);
      stdout.write(text);
    },
    handOver: () => undefined,
  };
}

/** A terminal of libuv, which Node's own streams stand on. Numbers returned are errors, 0 is none. */
interface Handle {
  getWindowSize(size: [columns: number, rows: number]): number;
  setRawMode(raw: boolean): number;
  close(): void;
}

interface Binding {
  readonly TTY: new (descriptor: number, failure: { code?: string }) => Handle;
  isTTY(descriptor: number): boolean;
}

/** Writes as much as the terminal takes at once, by a way to it of our own: what a shell shares may wait. Returns the rest. */
function writeAtOnce(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let file: number | undefined;
  let written = 0;
  try {
    file = openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    written = writeSync(file, bytes);
  } catch {
    // Not ours to open, as after su, or full: the stream takes it.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return bytes.subarray(written);
}

/**
 * The terminal without the process's streams for it. To load those takes 3 of the 24 ms in which the first lines are
 * on the screen, so they are left for afterwards; with libuv's handle alone it takes a tenth of that. The binding is
 * Node's own and deprecated in its documentation (DEP0111): undefined where it is not what is expected here.
 */
function bareTerminal(process: NodeJS.Process): EarlyTerminal | undefined {
  const size: [number, number] = [0, 0];
  try {
    const tty = (process as unknown as { binding(name: 'tty_wrap'): Binding }).binding('tty_wrap');
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
        neverBlock(process.stdout);
        process.stdout.write(rest);
      },
      handOver() {
        const { stdin } = process;
        // Who sets raw mode keeps the mode that was before, for the end: the stream must find the shell's. And libuv
        // restores it when the handle that was raw first is closed.
        keyboard.setRawMode(false);
        for (const handle of [keyboard, screen]) handle.close();
        stdin.setRawMode(true);
      },
    };
  } catch {
    return undefined;
  }
}

/** The terminal that the program was started in, by the shortest way there is. */
export const earlyTerminal = (process: NodeJS.Process): EarlyTerminal =>
  bareTerminal(process) ?? streamTerminal(process);
