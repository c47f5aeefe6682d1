import { expect, test } from 'vitest';
import { Memory, remembered } from '../../../src/store/session/memory.ts';

const lines = remembered<string[]>(() => []);

test('a remembered value is returned when it is asked for again', () => {
  const memory = new Memory();
  memory.of(lines).push('one');
  expect(memory.of(lines)).toEqual(['one']);
});

test('two consoles share no remembered values', () => {
  new Memory().of(lines).push('one');
  expect(new Memory().of(lines)).toEqual([]);
});

test('values with equal initial values are remembered separately, and an undefined initial value is made once', () => {
  let begun = 0;
  const nothing = remembered(() => void begun++);
  const memory = new Memory();
  memory.of(lines).push('one');
  expect(memory.of(remembered<string[]>(() => []))).toEqual([]);
  memory.of(nothing);
  memory.of(nothing);
  expect(begun).toBe(1);
});
