import type { Suspendable } from './terminal.ts';

const HINT = '\n\n(storedeck goes on behind this; Enter shows it again)\n';

/** Waits for a line of input and discards it, so that the console does not act on it. */
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

/** Prints a text on the shell's normal screen, where the terminal can select it; Enter returns to the console. */
export async function printPlain({ process, suspend }: Suspendable, text: string): Promise<void> {
  const release = suspend();
  if (!release) return;
  const { stdin, stdout } = process;
  const suspension = await release();
  stdout.write(`\n${text}${HINT}`);
  stdin.ref();
  await lineRead(stdin);
  await suspension.resume();
}
