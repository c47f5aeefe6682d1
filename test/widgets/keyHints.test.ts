import { describe, expect, test } from 'vitest';
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

describe('a key that is out of order', () => {
  const some = [{ key: 'x', label: 'erase', off: true }, ...hints];

  test('has no place on a narrow terminal', () => {
    expect(keyHints(some, 80, mono)).toBe(keyHints(hints, 80, mono));
  });

  test('keeps its place on a wide one, without the looks of a key', () => {
    expect(keyHints(some, 160, mono)).toBe(`x erase  ${keyHints(hints, 151, mono)}`);
  });

  test('has no place where nothing could set it apart', () => {
    expect(keyHints(some, 160, plain)).toBe(keyHints(hints, 160, plain));
  });
});
