import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { Refusal } from '../../engine.ts';
import type { StorageCall } from '../client/storage.ts';

/** The result of a program: its exit status and its output. */
export interface RanProgram {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a program without a shell.
 * @throws Refusal 503 when it is not installed, or does not end in time
 */
export type RunProgram = (argv: readonly [string, ...string[]], timeoutMs: number) => Promise<RanProgram>;

/** True if this process may run the program at a path. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Debian packages of programs whose package has another name. */
const PACKAGES: Readonly<Record<string, string>> = { 'radosgw-admin': 'ceph-common', sfdisk: 'fdisk' };

/** Refusal: a program is not installed. `where` is its machine, in words. */
export function missingProgram(program: string, where: string): Refusal {
  const from = PACKAGES[program];
  return new Refusal(
    503,
    `${program} is required but not installed ${where}${from ? ` (Debian: ${from})` : ''}`,
  );
}
/** Matches the programs that need answers of the cluster. */
const ASKS_CLUSTER = /^(?:ceph|rados|rbd)/;
const timedOut = (program: string, timeoutMs: number) =>
  new Refusal(
    503,
    `${program} did not finish within ${timeoutMs / 1000} s${ASKS_CLUSTER.test(program) ? ': check that the cluster answers' : ''}`,
  );

/** Runs a program on this machine. */
export const runHere: RunProgram = ([program, ...args], timeout) =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout }, (error, out, err) => {
      if (error === null) resolve({ status: 0, out, err });
      else if (error.code === 'ENOENT') reject(missingProgram(program, 'here'));
      else if (typeof error.code === 'number')
        resolve({ status: error.code, out, err: err.trim() === '' ? error.message : err });
      else reject(timedOut(program, timeout));
    });
  });

/** The time beyond the program's timeout for the helper's answer to arrive. */
const ANSWER_MS = 5000;

/**
 * Makes the function that runs a program on the helper's machine.
 * @param where that machine, in words
 */
export const runAtHelper =
  (call: StorageCall, where = 'where the cluster is reached'): RunProgram =>
  (argv, timeoutMs) => {
    const [program] = argv;
    return call(
      'host.run',
      { argv, seconds: timeoutMs / 1000 },
      {
        timeoutMs: timeoutMs + ANSWER_MS,
        called: program,
        meanings: {
          ENOENT: missingProgram(program, where),
          ETIMEDOUT: timedOut(program, timeoutMs),
        },
      },
    );
  };
