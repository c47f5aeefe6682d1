import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { withoutAnswers } from '../../src/output/answers.ts';
import { fakeClock } from '../support/fakeClock.ts';

class Keyboard extends EventEmitter {
  readonly chunks: string[] = [];
  read(): string | null {
    return this.chunks.shift() ?? null;
  }
}

function setup(expected = true) {
  const keyboard = new Keyboard();
  const clock = fakeClock();
  let answers = 0;
  const stdin = withoutAnswers(keyboard as unknown as NodeJS.ReadStream, {
    clock,
    expected: () => expected,
    onAnswer: () => answers++,
  });
  let typed = '';
  stdin.on('readable', () => {
    for (let text: string | null = stdin.read(); text !== null; text = stdin.read()) typed += text;
  });
  const come = (...chunks: string[]) => {
    for (const chunk of chunks) {
      keyboard.chunks.push(chunk);
      keyboard.emit('readable');
    }
  };
  return { clock, come, answers: () => answers, typed: () => typed };
}

test.each([
  [['\x1b[0n'], 1, ''],
  [['j\x1b[0nk'], 1, 'jk'],
  [['\x1b[0n\x1b[0n\x1b[A'], 2, '\x1b[A'],
  [['\x1b', '[0n'], 1, ''],
  [['j\x1b]11;rgb:ffff/ffff/ffff\x07k'], 0, 'jk'],
  [['\x1b]11;rgb:1e/1e', '/2e\x1b', '\\\x1b[0nk'], 1, 'k'],
  [['j\x1b[', '0nk'], 1, 'jk'],
  [['\x1b[0', 'n'], 1, ''],
  [['\x1b[', 'A'], 0, '\x1b[A'],
  [['\x1b[200~a\x1b[0nb\x1b[201~'], 1, '\x1b[200~ab\x1b[201~'],
])('in the input %j, %i parts are answers of the terminal, and the rest are keys', (chunks, count, keys) => {
  const { come, answers, typed } = setup();
  come(...chunks);
  expect([answers(), typed()]).toEqual([count, keys]);
});

test('an Escape is held for a moment while an answer is expected, and then passed on', async () => {
  const { come, clock, typed } = setup();
  come('\x1b');
  expect(typed()).toBe('');
  await clock.advance(50);
  expect(typed()).toBe('\x1b');
  come('j');
  expect(typed()).toBe('\x1bj');
});

test('an Escape is not held without a pending query, and a late answer is still not read as keys', () => {
  const { come, answers, typed } = setup(false);
  come('\x1b', '\x1b[0n');
  expect([answers(), typed()]).toEqual([1, '\x1b']);
});
