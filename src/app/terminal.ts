import type { Instance } from 'ink';
import { CRASHED } from './exitCodes.ts';
import type { TakenTerminal } from './takenTerminal.ts';

/** What the terminal's owner does when the program must let go of the terminal for a while. */
export type Suspend = () => Promise<{ resume(): Promise<void> }>;

interface Host {
  readonly process: NodeJS.Process;
  readonly terminal: TakenTerminal;
  readonly suspend: () => Suspend | undefined;
  /** Resolves when nothing is on its way from the terminal that only this program understands. */
  readonly letGo: () => Promise<void>;
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
 * that nobody caught. The reason is printed after the terminal is itself again. Returns what undoes it.
 */
export function guardTerminal(instance: Instance, host: Host): Disposable {
  const { process, terminal } = host;
  let crashed = false;
  const crash = (reason: unknown) => {
    if (crashed) return;
    crashed = true;
    process.exitCode = CRASHED;
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    void host
      .letGo()
      .then(() => {
        instance.unmount();
        process.stderr.write(`storedeck: crashed, the terminal was restored. Reason:\n${text}\n`);
        return terminal.written();
      })
      .finally(() => process.exit(CRASHED));
  };
  const stop = () => void stopAndResume(host);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('SIGTSTP', stop);
  return {
    [Symbol.dispose]() {
      process.off('uncaughtException', crash);
      process.off('unhandledRejection', crash);
      process.off('SIGTSTP', stop);
    },
  };
}
