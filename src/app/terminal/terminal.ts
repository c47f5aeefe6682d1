import type { Instance } from 'ink';
import { reasonText } from '../crash/crash.ts';
import { CRASHED } from '../exitCodes.ts';
import type { TerminalSession } from './session.ts';

/** The actions of the terminal's owner when the program must let go of the terminal for a while. */
export type Suspend = () => Promise<{ resume(): Promise<void> }>;

interface Host {
  readonly process: NodeJS.Process;
  readonly terminal: TerminalSession;
  readonly suspend: () => Suspend | undefined;
  /** Resolves when nothing is on its way from the terminal that only this program understands. */
  readonly letGo: () => Promise<void>;
}

interface CrashHost extends Host {
  /** The stream that Ink reads keys from; reading it takes in what is not for Ink. */
  readonly keyboard: NodeJS.ReadStream;
}

/** The terminal guarded. */
export interface Guard extends Disposable {
  /** Resolves when Ink has let go of the terminal; when that was for a failure while it drew, the program ends instead. */
  readonly gone: Promise<unknown>;
}

/** Suspends once `letGo` has resolved. Who asks again meanwhile gets nothing: it is under way. */
export function onceLetGo(release: Suspend, letGo: Host['letGo']): () => Suspend | undefined {
  let underWay = false;
  const suspend: Suspend = async () => {
    underWay = true;
    try {
      await letGo();
      return await release();
    } finally {
      underWay = false;
    }
  };
  return () => (underWay ? undefined : suspend);
}

/**
 * Stops the program as Ctrl-Z does and takes the terminal back when it continues: screen, cursor and modes
 * are the shell's in between. The whole process group stops, so that a wrapper such as npm stops with it.
 */
export async function stopAndResume({ process, suspend }: Host): Promise<void> {
  const release = suspend();
  if (!release) return;
  const suspension = await release();
  process.once('SIGCONT', () => void suspension.resume());
  process.kill(0, 'SIGSTOP');
}

/**
 * Leaves the terminal clean whatever ends the program. Ink restores it on an orderly exit and on the signals
 * that ask for one; this adds the ways in which a program dies without asking: an exception or a rejection
 * that nobody caught, or a frame that could not be drawn. The reason is printed after the terminal is itself again.
 * @param keep keeps a report on what went wrong, and says in a sentence where
 */
export function guardTerminal(instance: Instance, host: CrashHost, keep: (reason: unknown) => string): Guard {
  const { process, terminal } = host;
  let crashed = false;
  const crash = (reason: unknown) => {
    if (crashed) return;
    crashed = true;
    process.exitCode = CRASHED;
    // First of all: what is left of the program may fail as well.
    const report = keep(reason);
    void host
      .letGo()
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
      // Ink reads no more, and what the terminal still answers would be typed into the shell.
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
