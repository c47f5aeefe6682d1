import { expect, test } from 'vitest';
import { Memory, remembered } from '../../../src/store/session/memory.ts';

const lines = remembered<string[]>(() => []);

test('what was remembered is there when it is asked for again', () => {
  const memory = new Memory();
  memory.of(lines).push('one');
  expect(memory.of(lines)).toEqual(['one']);
});

test('two consoles remember nothing of each other', () => {
  new Memory().of(lines).push('one');
  expect(new Memory().of(lines)).toEqual([]);
});

test('things that begin alike are remembered apart, and one that begins with nothing begins once', () => {
  let begun = 0;
  const nothing = remembered(() => void begun++);
  const memory = new Memory();
  memory.of(lines).push('one');
  expect(memory.of(remembered<string[]>(() => []))).toEqual([]);
  memory.of(nothing);
  memory.of(nothing);
  expect(begun).toBe(1);
});
