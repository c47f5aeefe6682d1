import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { guardTerminal, onceLetGo } from '../../../src/app/terminal/terminal.ts';

test('a second Ctrl-Z during the first one does nothing', async () => {
  const answered = Promise.withResolvers<void>();
  let released = 0;
  const resume = () => Promise.resolve();
  const suspend = onceLetGo(
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

/** A guarded terminal of a program that may die; what happens is noted. */
function guarded() {
  const happened: string[] = [];
  const note = (text: string) => void happened.push(text);
  const process = Object.assign(new EventEmitter(), {
    exitCode: 0,
    stderr: { write: (text: string) => note(`told: ${text}`) },
    exit: (code: number) => note(`exit ${code}`),
  });
  const instance = { unmount: () => note('unmounted'), waitUntilExit: () => new Promise(() => undefined) };
  const host = {
    process,
    keyboard: { read: () => null },
    terminal: { written: async () => note('written') },
    suspend: () => undefined,
    letGo: async () => note('let go'),
  };
  const guard = guardTerminal(instance as never, host as never, (reason) => {
    note(`kept: ${(reason as Error).message}`);
    return 'A report is kept.';
  });
  return { process, happened, guard };
}

test.each(['uncaughtException', 'unhandledRejection'])(
  'after an %s a report is kept, the terminal is restored, the reason told, and the program ends',
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

test('only the first of several failures is told', async () => {
  const { process, happened } = guarded();
  process.emit('uncaughtException', new Error('first'));
  process.emit('uncaughtException', new Error('second'));
  await expect.poll(() => happened.at(-1)).toMatch(/^exit /);
  expect(happened.join('\n')).not.toContain('second');
});

test('a guard that is disposed listens for failures no more', () => {
  const { process, guard } = guarded();
  guard[Symbol.dispose]();
  expect(process.eventNames()).toEqual([]);
});
