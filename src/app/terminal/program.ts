import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ApiError } from '../../api/failure.ts';
import type { Clock } from '../../lib/clock.ts';
import { bytes } from '../../lib/format.ts';

/** A program that runs longer than this hangs, in milliseconds. */
const LONGEST_MS = 120_000;
/** More output than this is cut, in bytes. */
const MOST_OUTPUT = 1024 * 1024;

/** The end of a program. */
export interface ProgramEnd {
  readonly code: number;
  /** The text that it printed, the errors behind the rest. */
  readonly text: string;
}

/** Reads all that comes, so that the program need not wait, and keeps as much of it as may be shown. */
function collect(stream: Readable): () => string {
  const pieces: Buffer[] = [];
  let room = MOST_OUTPUT;
  let wasCut = false;
  stream.on('data', (piece: Buffer) => {
    if (piece.length > room) wasCut = true;
    if (room > 0) pieces.push(piece.subarray(0, room));
    room = Math.max(0, room - piece.length);
  });
  const told = `\nThe rest was cut: it printed more than ${bytes(MOST_OUTPUT)}.`;
  return () => Buffer.concat(pieces).toString('utf8') + (wasCut ? told : '');
}

const refused = (program: string, error: NodeJS.ErrnoException): ApiError => {
  const message =
    error.code === 'ENOENT' ? `There is no program ${program}.` : `${program}: ${error.message}`;
  return new ApiError({ kind: 'refused', message });
};

function start(
  program: string,
  args: readonly string[],
): ChildProcess & { stdout: Readable; stderr: Readable } {
  try {
    return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw refused(program, error as NodeJS.ErrnoException);
  }
}

/**
 * Runs a program without a shell and without a keyboard, for two minutes at the most. What it printed is all that is
 * known of it. Rejects with ApiError: `refused` where it could not be started, and with an unknown outcome where it
 * did not come to its own end.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  clock: Clock,
): Promise<ProgramEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  const child = start(program, args);
  const texts = [collect(child.stdout), collect(child.stderr)];
  using _ = clock.after(LONGEST_MS, () => {
    const message = `${program} ran for ${LONGEST_MS / 1000} s without an end, and was ended.`;
    reject(new ApiError({ kind: 'timeout', message, afterMs: LONGEST_MS }));
    child.kill();
    // A program that it has started may hold them open for longer.
    child.stdout.destroy();
    child.stderr.destroy();
  });
  child.once('error', (error) => reject(refused(program, error)));
  child.once('close', (code, signal) => {
    if (code !== null) resolve({ code, text: texts.map((text) => text()).join('') });
    else reject(new ApiError({ kind: 'cancelled', message: `${program} was ended by ${signal}.` }));
  });
  return await promise;
}
