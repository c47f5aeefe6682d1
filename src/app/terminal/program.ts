import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ApiError } from '../../api/failure.ts';
import type { Clock } from '../../lib/clock.ts';
import { bytes } from '../../lib/format.ts';
import type { ProgramEnd } from '../../store/action/plan.ts';

/** The time after which a program is killed, in milliseconds. */
const LONGEST_MS = 120_000;
/** The output kept of each stream, in bytes; the rest is cut. */
const MAX_OUTPUT = 1024 * 1024;

/** Reads a stream to its end, so that the program never blocks, and keeps the first `MAX_OUTPUT` bytes. */
function collect(stream: Readable): () => string {
  const pieces: Buffer[] = [];
  let room = MAX_OUTPUT;
  let wasCut = false;
  stream.on('data', (piece: Buffer) => {
    if (piece.length > room) wasCut = true;
    if (room > 0) pieces.push(piece.subarray(0, room));
    room = Math.max(0, room - piece.length);
  });
  const cutNote = `\nThe rest was cut: it printed more than ${bytes(MAX_OUTPUT)}.`;
  return () => Buffer.concat(pieces).toString('utf8') + (wasCut ? cutNote : '');
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
 * Runs a program without a shell and without standard input, for two minutes at most. Rejects with ApiError: `refused` if
 * it could not be started, `timeout` or `cancelled` (outcome unknown) if it was killed.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  clock: Clock,
): Promise<ProgramEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  const child = start(program, args);
  const texts = [collect(child.stdout), collect(child.stderr)];
  using _ = clock.after(LONGEST_MS, () => {
    const message = `${program} ran for ${LONGEST_MS / 1000} s without an end, and was stopped.`;
    reject(new ApiError({ kind: 'timeout', message, afterMs: LONGEST_MS }));
    child.kill();
    // Its child processes may keep the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  });
  child.once('error', (error) => reject(refused(program, error)));
  child.once('close', (code, signal) => {
    if (code !== null) resolve({ code, text: texts.map((text) => text()).join('') });
    else reject(new ApiError({ kind: 'cancelled', message: `${program} was killed by ${signal}.` }));
  });
  return await promise;
}
