import { spawn } from 'node:child_process';
import type { Clock } from '../../lib/clock.ts';
import type { Stream } from './output.ts';

/** How a process came to its end: `unstarted` when the system refused to start it, with its error code. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'unstarted'; readonly error: string };

/** What is to be started, and in which directory. */
export interface Program {
  readonly file: string;
  readonly directory: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Listener {
  /** What it wrote, as it comes. */
  readonly output: (stream: Stream, chunk: Uint8Array) => void;
  /** Called once, after the last output, and not before `Launch` has returned. */
  readonly ended: (ending: Ending) => void;
}

/** Starts a program without a shell; the result kills it and what it has started. */
export type Launch = (program: Program, listener: Listener) => { kill(): void };

/** How long output is waited for once the process is gone, in milliseconds: what it has left behind may keep it open. */
const GRACE_MS = 500;

/**
 * Starts programs on this machine, each as the leader of a process group of its own, with nothing on its standard
 * input. What is left of the group when its leader ends is killed: a hook leaves nothing running behind it.
 */
export const launcher =
  (clock: Clock): Launch =>
  ({ file, directory, environment }, { output, ended }) => {
    const child = spawn(file, [], {
      cwd: directory,
      env: { ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => killGroup(child.pid);
    let hasEnded = false;
    const end = (ending: Ending) => {
      if (!hasEnded) ended(ending);
      hasEnded = true;
    };
    // Out of file descriptors, there are no streams, against what the types say.
    child.stdout?.on('data', (chunk: Uint8Array) => output('output', chunk));
    child.stderr?.on('data', (chunk: Uint8Array) => output('error', chunk));
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      end({ kind: 'unstarted', error: code ?? message }),
    );
    child.once('exit', () => {
      kill();
      // A process that has left the group can still hold the pipes open.
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

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
