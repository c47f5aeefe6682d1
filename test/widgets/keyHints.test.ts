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
])('in %i columns the most important key hints stay', (columns, line) => {
  expect(keyHints(hints, columns, plain)).toBe(line);
});

test('key hints set the keys apart without colour', () => {
  expect(keyHints(hints.slice(0, 1), 7, mono)).toBe('\x1b[1m?\x1b[22m help ');
});

describe('hint for a disabled key', () => {
  const some = [{ key: 'x', label: 'erase', off: true }, ...hints];

  test('the hint for a disabled key is left out on a narrow terminal', () => {
    expect(keyHints(some, 80, mono)).toBe(keyHints(hints, 80, mono));
  });

  test('the hint for a disabled key stays on a wide terminal, but is not styled as a key', () => {
    expect(keyHints(some, 160, mono)).toBe(`x erase  ${keyHints(hints, 151, mono)}`);
  });

  test('the hint for a disabled key is left out if the terminal cannot set it apart', () => {
    expect(keyHints(some, 160, plain)).toBe(keyHints(hints, 160, plain));
  });
});
