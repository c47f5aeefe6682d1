import { expect, test } from 'vitest';
import { keyHints } from '../../src/widgets/keyHints.ts';
import { mono, plain } from './looks.ts';

const hints = [
  { key: '?', label: 'help' },
  { key: 'a', label: 'act' },
  { key: '↑↓', label: 'move' },
];

test.each([
  [26, '? help  a act  ↑↓ move    '],
  [21, '? help  a act        '],
  [6, '? help'],
  [5, '     '],
  [0, ''],
])('in %i columns the most important ones stay', (columns, line) => {
  expect(keyHints(hints, columns, plain)).toBe(line);
});

test('sets the keys apart without colour', () => {
  expect(keyHints(hints.slice(0, 1), 7, mono)).toBe('\x1b[1m?\x1b[22m help ');
});
