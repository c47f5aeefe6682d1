import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Stream } from './output.ts';
import { killProcessTree, MARK } from './processTree.ts';

/** The way in which a process ended. It is `unstarted`, with the error code, if the system could not start it. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'unstarted'; readonly error: string };

/** A program to start. */
export interface Program {
  readonly file: string;
  readonly directory: string;
  /** The whole environment, except for the mark by which its child processes are found. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Listener {
  /** Receives output as it comes. */
  readonly output: (stream: Stream, chunk: Uint8Array) => void;
  /** Called once, after the last output, and not before `Launch` has returned. */
  readonly ended: (ending: Ending) => void;
}

/** Starts a program without a shell; `kill` kills it and all processes that it has started. */
export type Launch = (program: Program, listener: Listener) => { kill(): void };

/** Time to wait for more output after the process has exited, in milliseconds: its children may hold the pipes open. */
const GRACE_MS = 500;

/**
 * Starts programs on this machine, each as the leader of its own process group, without standard input. When a
 * program exits, all processes that it has started are killed: a hook leaves nothing running.
 */
export const launcher =
  (clock: Clock): Launch =>
  ({ file, directory, environment }, { output, ended }) => {
    const mark = randomUUID();
    const child = spawn(file, [], {
      cwd: directory,
      env: { ...environment, [MARK]: mark },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => {
      if (child.pid !== undefined) killProcessTree(child.pid, mark);
    };
    let hasEnded = false;
    const end = (ending: Ending) => {
      if (!hasEnded) ended(ending);
      hasEnded = true;
    };
    // Against their types, the streams are missing if there are no free file descriptors.
    child.stdout?.on('data', (chunk: Uint8Array) => output('output', chunk));
    child.stderr?.on('data', (chunk: Uint8Array) => output('error', chunk));
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      end({ kind: 'unstarted', error: code ?? message }),
    );
    child.once('exit', () => {
      kill();
      // A process that could not be found or killed can still hold the pipes open.
      const late = clock.after(GRACE_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      child.once('close', () => late[Symbol.dispose]());
    });
    child.once('close', (code: number | null, signal: string | null) =>
      end(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal }),
    );
    return { kill };
  };
