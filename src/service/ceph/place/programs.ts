import { execFile } from 'node:child_process';
import { Refusal } from '../../engine.ts';
import type { StorageCall } from '../storage.ts';

/** The end of a program: its status and what it wrote. */
export interface RanProgram {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a program without a shell.
 * @throws Refusal 503 when it is not there, or does not end in time
 */
export type RunProgram = (argv: readonly [string, ...string[]], timeoutMs: number) => Promise<RanProgram>;

/** The Debian packages of the programs that are run. */
const PACKAGES: Readonly<Record<string, string>> = { 'radosgw-admin': 'ceph-common' };

function missing(program: string, where: string): Refusal {
  const from = PACKAGES[program];
  return new Refusal(
    503,
    `${program} is needed and not installed ${where}${from ? ` (Debian: ${from})` : ''}`,
  );
}
const late = (program: string, timeoutMs: number) =>
  new Refusal(503, `${program} did not end within ${timeoutMs / 1000} s: check that the cluster answers`);

/** On this machine. */
export const runHere: RunProgram = ([program, ...args], timeout) =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout }, (error, out, err) => {
      if (error === null) resolve({ status: 0, out, err });
      else if (error.code === 'ENOENT') reject(missing(program, 'here'));
      else if (typeof error.code === 'number')
        resolve({ status: error.code, out, err: err.trim() === '' ? error.message : err });
      else reject(late(program, timeout));
    });
  });

/** The time beyond the program's own for its answer to come here. */
const ON_THE_WAY_MS = 5000;

/** Where the helper runs; `where` are the words for that. */
export const runAtHelper =
  (call: StorageCall, where = 'where the cluster is reached'): RunProgram =>
  (argv, timeoutMs) => {
    const [program] = argv;
    return call(
      'host.run',
      { argv, seconds: timeoutMs / 1000 },
      {
        timeoutMs: timeoutMs + ON_THE_WAY_MS,
        called: program,
        meanings: {
          ENOENT: missing(program, where),
          ETIMEDOUT: late(program, timeoutMs),
        },
      },
    );
  };
