import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromNotation, toNotation } from '../../../src/service/values/mode.ts';

test('a mode is written in octal digits', () => {
  expect(toNotation(0o755)).toBe(755);
  expect(fromNotation(2755)).toBe(0o2755);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0o7777 }), (bits) => fromNotation(toNotation(bits)) === bits),
  );
});

test.each([8, 79, 10_000, -1, 6.5])('%d is not a valid mode', (mode) =>
  expect(() => fromNotation(mode)).toThrow(expect.objectContaining({ status: 400 })),
);
