import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { interpreterOf, type StoredScript } from '../values/script.ts';
import { createLineWriter } from './output.ts';
import { launcher, type Ending, type Launch, type Program } from './process.ts';

/** Maximum run time of a script, in milliseconds; a script that runs longer is killed. */
export const TIME_LIMIT_MS = 30_000;
/** Maximum output that is reported, in bytes. */
export const OUTPUT_LIMIT = 64 * 1024;

export interface RunOptions {
  readonly clock: Clock;
  /** Aborting it kills the script. */
  readonly signal: AbortSignal;
  /** Receives the output, line by line as it comes. */
  readonly say: (line: string) => void;
  /** Starts the process; tests replace it. */
  readonly launch?: Launch;
  /** The directory in which the private directory of the run is created. */
  readonly directory?: string;
}

/**
 * Runs a script with the rights of the service: with the interpreter that its first line names, without a shell, with
 * only `environment` (environment.ts) and HOME as its environment, in a private directory that is deleted afterwards.
 * It may run for 30 seconds; its first 64 KiB of output are kept.
 * @returns the reason why it failed, for the operator; undefined if it succeeded. Failures of the script never reject
 */
export async function runScript(
  script: StoredScript,
  environment: Readonly<Record<string, string>>,
  options: RunOptions,
): Promise<string | undefined> {
  // mkdtemp creates it with mode 0700, so that nobody else can read the script and its files.
  const directory = await mkdtemp(join(options.directory ?? tmpdir(), 'storedeck-hook-'));
  try {
    const file = join(directory, script.name);
    await writeFile(file, script.contents, { mode: 0o700 });
    const program = { file, directory, environment: { ...environment, HOME: directory } };
    return reasonOf(await runProgram(program, options), script);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Stop = 'time' | 'request';
export interface ProgramResult {
  readonly ending: Ending;
  /** The reason why the service killed it, if it did. */
  readonly stopped?: Stop | null | undefined;
}

function runProgram(
  program: Program,
  { clock, signal, say, launch = launcher(clock) }: RunOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let stopped: Stop | undefined;
    const writer = createLineWriter(OUTPUT_LIMIT, say);
    const started = launch(program, {
      output: (stream, chunk) => writer.add(stream, chunk),
      ended(ending) {
        timer[Symbol.dispose]();
        signal.removeEventListener('abort', onAbort);
        writer.end();
        resolve({ ending, stopped });
      },
    });
    const stop = (why: Stop) => {
      stopped ??= why;
      started.kill();
    };
    const onAbort = () => stop('request');
    const timer = clock.after(TIME_LIMIT_MS, () => stop('time'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** The reason why a script failed, for the operator; undefined if it succeeded. */
export function reasonOf({ ending, stopped }: ProgramResult, script: StoredScript): string | undefined {
  if (ending.kind === 'unstarted') return unstarted(ending.error, script);
  if (stopped === 'time') return `killed after ${TIME_LIMIT_MS / 1000} s: a hook must end sooner`;
  if (stopped === 'request') return 'killed on request';
  if (ending.kind === 'killed') return `killed by ${ending.signal}`;
  return ending.code === 0 ? undefined : `exit status ${ending.code}`;
}

function unstarted(error: string, script: StoredScript): string {
  if (error === 'ENOENT') return `could not be started: there is no ${interpreterOf(script)} on this server`;
  if (error === 'EACCES') {
    return `could not be started: ${interpreterOf(script)} is not executable, or the temporary directory is mounted noexec (set TMPDIR)`;
  }
  return `could not be started: ${error}`;
}
