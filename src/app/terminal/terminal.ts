import type { Instance } from 'ink';
import { reasonText } from '../crash/crash.ts';
import { CRASHED } from '../exitCodes.ts';
import type { TerminalSession } from './session.ts';

/** Releases the terminal, as Ink does it; `resume` takes it back. */
export type Suspend = () => Promise<{ resume(): Promise<void> }>;

/** A process whose terminal can be given away; `suspend` returns undefined while that is impossible. */
export interface Suspendable {
  readonly process: NodeJS.Process;
  readonly suspend: () => Suspend | undefined;
}

interface TerminalHost extends Suspendable {
  readonly terminal: TerminalSession;
  /** Stops special input; resolves when the terminal has no replies outstanding that only this program understands. */
  readonly quiesce: () => Promise<void>;
}

interface CrashHost extends TerminalHost {
  /** The stream that Ink reads keys from; reading it consumes the terminal's replies. */
  readonly keyboard: NodeJS.ReadStream;
}

/** The handlers that restore the terminal after a crash. */
export interface Guard extends Disposable {
  /** Resolves when Ink has released the terminal. If it did so because drawing failed, the program crashes instead. */
  readonly gone: Promise<unknown>;
}

/** Makes a release wait for `quiesce`. Returns undefined while another release is under way. */
export function onceQuiesced(release: Suspend, quiesce: TerminalHost['quiesce']): () => Suspend | undefined {
  let underWay = false;
  const suspend: Suspend = async () => {
    underWay = true;
    try {
      await quiesce();
      return await release();
    } finally {
      underWay = false;
    }
  };
  return () => (underWay ? undefined : suspend);
}

/**
 * Stops the program as Ctrl-Z does, and takes the terminal back when it continues. In between the shell has its own screen,
 * cursor and modes. The whole process group is stopped, so that a wrapper such as npm stops too.
 */
export async function stopAndResume({ process, suspend }: TerminalHost): Promise<void> {
  const release = suspend();
  if (!release) return;
  const suspension = await release();
  process.once('SIGCONT', () => void suspension.resume());
  process.kill(0, 'SIGSTOP');
}

/**
 * Restores the terminal however the program ends. Ink restores it on an orderly exit and on the signals that ask for one;
 * this adds uncaught exceptions, unhandled rejections and frames that could not be drawn. The reason is printed after the
 * terminal is restored.
 * @param keep writes a crash report and returns a sentence that says where it is
 */
export function guardTerminal(instance: Instance, host: CrashHost, keep: (reason: unknown) => string): Guard {
  const { process, terminal } = host;
  let crashed = false;
  const crash = (reason: unknown) => {
    if (crashed) return;
    crashed = true;
    process.exitCode = CRASHED;
    // The report comes first: the following steps may fail as well.
    const report = keep(reason);
    void host
      .quiesce()
      .then(() => {
        instance.unmount();
        process.stderr.write(
          `storedeck: crashed, the terminal was restored. Reason:\n${reasonText(reason)}\n${report}\n`,
        );
        return terminal.written();
      })
      .finally(() => process.exit(CRASHED));
  };
  const stop = () => void stopAndResume(host);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('SIGTSTP', stop);
  return {
    gone: instance.waitUntilExit().catch((error: unknown) => {
      // Ink no longer reads; without a reader, the terminal's outstanding replies would end up as input to the shell.
      process.stdin.setRawMode(true);
      process.stdin.on('readable', () => host.keyboard.read());
      crash(error);
      return new Promise<never>(() => undefined);
    }),
    [Symbol.dispose]() {
      process.off('uncaughtException', crash);
      process.off('unhandledRejection', crash);
      process.off('SIGTSTP', stop);
    },
  };
}
