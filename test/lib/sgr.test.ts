import { expect, test } from 'vitest';
import { styled, applySgr, unstyled } from '../../src/lib/sgr.ts';

/** The attributes in force after these sequences. */
const inForce = (...sequences: string[]) => {
  const active = new Map<string, string>();
  for (const parameters of sequences) applySgr(active, parameters);
  return [...active.values()];
};

test('attributes add up, and one of the same kind takes the place of the other', () => {
  expect(inForce('1', '31')).toEqual(['1', '31']);
  expect(inForce('31', '32')).toEqual(['32']);
  expect(inForce('38;5;203;1')).toEqual(['38;5;203', '1']);
});

test('attributes end by what ends each, and all of them by 0 or by nothing', () => {
  expect(inForce('1;31', '39')).toEqual(['1']);
  expect(inForce('1;31', '22')).toEqual(['31']);
  expect(inForce('1;31', '0')).toEqual([]);
  expect(inForce('1;31', '')).toEqual([]);
  expect(inForce('1', '0;31')).toEqual(['31']);
});

test('a styled text ends what it begins, each once, and loses it again', () => {
  expect(styled('1;31', 'a')).toBe('\x1b[1;31ma\x1b[22;39m');
  expect(styled('1;2', 'a')).toBe('\x1b[1;2ma\x1b[22m');
  expect(styled('', 'a')).toBe('a');
  expect(styled('1', '')).toBe('');
  expect(unstyled(styled('1;31', 'a'))).toBe('a');
});
