import { expect, test } from 'vitest';
import { fields, list, number, share, sum, text } from '../../src/lib/untyped.ts';

test('what is read of an answer of open shape is what fits, and nothing else', () => {
  expect(fields({ a: 1 })).toEqual({ a: 1 });
  expect([fields([1]), fields(null), fields('x')]).toEqual([undefined, undefined, undefined]);
  expect([list([1]), list({ length: 1 }), list(undefined)]).toEqual([[1], [], []]);
  expect([number(3), number('3'), number(Infinity), number(Number.NaN)]).toEqual([
    3,
    undefined,
    undefined,
    undefined,
  ]);
  expect([text('a'), text(1)]).toEqual(['a', undefined]);
});

test('a sum counts the known numbers, and is not known where none is', () => {
  expect(sum([1, undefined, '2', 3])).toBe(4);
  expect(sum([undefined, 'x'])).toBeUndefined();
});

test('a share of nothing, or of what is not known, is not known', () => {
  expect(share(1, 4)).toBe(0.25);
  expect([share(1, 0), share(undefined, 4), share(1, undefined)]).toEqual([undefined, undefined, undefined]);
});
