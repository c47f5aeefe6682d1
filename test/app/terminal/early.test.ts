import { expect, test } from 'vitest';
import { earlyTerminal } from '../../../src/app/terminal/early.ts';

/** A process on a terminal, and what is done to its keyboard and its streams. */
function fakeProcess(size: readonly [number, number] | undefined) {
  const done: string[] = [];
  class TTY {
    readonly name: string;
    constructor(descriptor: number) {
      this.name = descriptor === 0 ? 'keyboard' : 'screen';
    }
    getWindowSize(into: number[]) {
      into.splice(0, 2, ...(size ?? []));
      return size === undefined ? -1 : 0;
    }
    setRawMode = (raw: boolean) => done.push(`${this.name} raw ${raw}`);
    close = () => done.push(`${this.name} closed`);
  }
  const stdin = { isTTY: true, setRawMode: (raw: boolean) => done.push(`stdin raw ${raw}`) };
  const fake = {
    binding: () => ({ TTY, isTTY: () => true }),
    stdin,
    stdout: { isTTY: true, columns: 80, rows: 24 },
  };
  return { terminal: earlyTerminal(fake as unknown as NodeJS.Process), done };
}

test('the terminal is used without the streams, which get it in raw mode after the shell’s mode is restored', () => {
  const { terminal, done } = fakeProcess([132, 43]);
  expect([terminal.isTerminal, terminal.size]).toEqual([true, { columns: 132, rows: 43 }]);
  terminal.raw();
  terminal.handOver();
  expect(done).toEqual([
    'keyboard raw true',
    'keyboard raw false',
    'keyboard closed',
    'screen closed',
    'stdin raw true',
  ]);
});

test('the streams are used if the size of the terminal cannot be read without them', () => {
  const { terminal, done } = fakeProcess(undefined);
  expect([terminal.isTerminal, terminal.size]).toEqual([true, { columns: 80, rows: 24 }]);
  terminal.raw();
  terminal.handOver();
  expect(done).toEqual(['stdin raw true']);
});
