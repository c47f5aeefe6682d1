import type { Suspend } from './terminal.ts';

interface Host {
  readonly process: NodeJS.Process;
  readonly suspend: () => Suspend | undefined;
}

const HINT = '\n\n(storedeck goes on behind this; Enter shows it again)\n';

/** Resolves when something was typed, and takes it away: it is for what is shown now only. */
function lineRead(stdin: NodeJS.ReadStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    stdin.off('readable', look);
    stdin.off('end', done);
    resolve();
  };
  const look = () => {
    if (stdin.read() !== null) done();
  };
  stdin.on('readable', look);
  stdin.on('end', done);
  return promise;
}

/** Prints a text on the shell's own screen, where the terminal can select it, and comes back when Enter is pressed. */
export async function printPlain({ process, suspend }: Host, text: string): Promise<void> {
  const release = suspend();
  if (!release) return;
  const { stdin, stdout } = process;
  const suspension = await release();
  stdout.write(`\n${text}${HINT}`);
  stdin.ref();
  await lineRead(stdin);
  await suspension.resume();
}
