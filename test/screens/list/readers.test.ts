import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactSize, parseBytes } from '../../../src/screens/list/readers.ts';

test.each([
  [0, '0'],
  [1000, '1000'],
  [1536 * 2 ** 20, '1536M'],
  [50 * 2 ** 30, '50G'],
])('a size of %i bytes is offered as %s', (bytes, text) => {
  expect(exactSize(bytes)).toBe(text);
});

test.each([
  ['5Gi', 5 * 2 ** 30],
  ['1.5 TiB', 1.5 * 2 ** 40],
  ['10g', 10 * 2 ** 30],
  ['4096', 4096],
  ['7 B', 7],
  ['5x', undefined],
  ['5i', undefined],
])('a size is read from %s', (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes);
});

test('a size offered in a form is read as exactly the same number', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 40 }), (bytes, zeros) => {
      const even = Math.floor(bytes / 2 ** zeros) * 2 ** zeros;
      expect(parseBytes(exactSize(even))).toBe(even);
    }),
  );
});
