import { expect, test } from 'vitest';
import { styled, applySgr, unstyled } from '../../src/lib/sgr.ts';

/** The active attributes after these sequences. */
const activeAfter = (...sequences: string[]) => {
  const active = new Map<string, string>();
  for (const parameters of sequences) applySgr(active, parameters);
  return [...active.values()];
};

test('style attributes accumulate, and a new one replaces an older one of the same kind', () => {
  expect(activeAfter('1', '31')).toEqual(['1', '31']);
  expect(activeAfter('31', '32')).toEqual(['32']);
  expect(activeAfter('38;5;203;1')).toEqual(['38;5;203', '1']);
});

test('style attributes are ended by their own code, and all of them by 0 or an empty sequence', () => {
  expect(activeAfter('1;31', '39')).toEqual(['1']);
  expect(activeAfter('1;31', '22')).toEqual(['31']);
  expect(activeAfter('1;31', '0')).toEqual([]);
  expect(activeAfter('1;31', '')).toEqual([]);
  expect(activeAfter('1', '0;31')).toEqual(['31']);
});

test('a styled text begins and ends each of its styles exactly once', () => {
  expect(styled('1;31', 'a')).toBe('\x1b[1;31ma\x1b[22;39m');
  expect(styled('1;2', 'a')).toBe('\x1b[1;2ma\x1b[22m');
  expect(styled('', 'a')).toBe('a');
  expect(styled('1', '')).toBe('');
  expect(unstyled(styled('1;31', 'a'))).toBe('a');
});
