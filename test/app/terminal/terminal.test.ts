import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { guardTerminal, onceQuiesced, type Suspend } from '../../../src/app/terminal/terminal.ts';

test('a second Ctrl-Z during the first one does nothing', async () => {
  const answered = Promise.withResolvers<void>();
  let released = 0;
  const resume = () => Promise.resolve();
  const suspend = onceQuiesced(
    () => {
      released++;
      return Promise.resolve({ resume });
    },
    () => answered.promise,
  );
  const first = suspend()?.();
  expect(suspend()).toBeUndefined();
  expect(released).toBe(0);
  answered.resolve();
  expect(await first).toEqual({ resume });
  expect(released).toBe(1);
  await suspend()?.();
  expect(released).toBe(2);
});

/** A guarded terminal of a program that may crash, with a record of everything that happens. */
function guarded(exit: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const happened: string[] = [];
  const note = (text: string) => void happened.push(text);
  const process = Object.assign(new EventEmitter(), {
    exitCode: 0,
    stdin: Object.assign(new EventEmitter(), { setRawMode: (isRaw: boolean) => note(`raw ${isRaw}`) }),
    stderr: { write: (text: string) => note(`told: ${text}`) },
    exit: (code: number) => note(`exit ${code}`),
    kill: (pid: number, signal: string) => note(`kill ${pid} ${signal}`),
  });
  const instance = { unmount: () => note('unmounted'), waitUntilExit: exit };
  const host = {
    process,
    keyboard: { read: () => note('read') },
    terminal: { written: async () => note('written') },
    suspend: (): Suspend | undefined => async () => {
      note('suspended');
      return { resume: async () => note('resumed') };
    },
    quiesce: async () => note('let go'),
  };
  const guard = guardTerminal(instance as never, host as never, (reason) => {
    note(`kept: ${(reason as Error).message}`);
    return 'A report is kept.';
  });
  return { process, happened, guard };
}

test.each(['uncaughtException', 'unhandledRejection'])(
  'after an %s a report is written, the terminal is restored, the reason printed, and the program ends',
  async (event) => {
    const { process, happened } = guarded();
    process.emit(event, new Error('out of luck'));
    await expect.poll(() => happened.at(-1)).toMatch(/^exit /);
    expect(happened).toEqual([
      'kept: out of luck',
      'let go',
      'unmounted',
      expect.stringMatching(/^told: storedeck: crashed[^]*out of luck[^]*A report is kept\./),
      'written',
      `exit ${process.exitCode}`,
    ]);
    expect(process.exitCode).not.toBe(0);
  },
);

test('a frame that cannot be drawn ends the program like any failure, and the answers of the terminal do not reach the shell', async () => {
  const { process, happened } = guarded(() => Promise.reject(new Error('no frame')));
  await expect.poll(() => happened.at(-1)).toMatch(/^exit /);
  expect(happened.slice(0, 2)).toEqual(['raw true', 'kept: no frame']);
  process.stdin.emit('readable');
  expect(happened.at(-1)).toBe('read');
});

test('a stop signal from outside returns the terminal before the program stops, and takes it again afterwards', async () => {
  const { process, happened } = guarded();
  process.emit('SIGTSTP');
  await expect.poll(() => happened).toEqual(['suspended', 'kill 0 SIGSTOP']);
  process.emit('SIGCONT');
  process.emit('SIGCONT');
  await expect.poll(() => happened.slice(2)).toEqual(['resumed']);
});

test('only the first of several failures is reported', async () => {
  const { process, happened } = guarded();
  process.emit('uncaughtException', new Error('first'));
  process.emit('uncaughtException', new Error('second'));
  await expect.poll(() => happened.at(-1)).toMatch(/^exit /);
  expect(happened.join('\n')).not.toContain('second');
});

test('a disposed guard no longer listens for failures', () => {
  const { process, guard } = guarded();
  guard[Symbol.dispose]();
  expect(process.eventNames()).toEqual([]);
});
