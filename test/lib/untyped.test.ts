import { expect, test } from 'vitest';
import { fields, list, number, numberIn, share, sum, text } from '../../src/lib/untyped.ts';

test('values of the expected type are read from an untyped answer, and others are ignored', () => {
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

test('a number is read from a field in snake case, or else in camel case', () => {
  expect(numberIn({ num_up_osds: 4, numUpOsds: 5 }, 'num_up_osds')).toBe(4);
  expect(numberIn({ numUpOsds: 5 }, 'num_up_osds')).toBe(5);
  expect([numberIn({ num_osds: '5' }, 'num_osds'), numberIn(undefined, 'num_osds')]).toEqual([
    undefined,
    undefined,
  ]);
});

test('a sum counts only known numbers, and is unknown if there are none', () => {
  expect(sum([1, undefined, '2', 3])).toBe(4);
  expect(sum([undefined, 'x'])).toBeUndefined();
});

test('a share of zero, or of an unknown total, is unknown', () => {
  expect(share(1, 4)).toBe(0.25);
  expect([share(1, 0), share(undefined, 4), share(1, undefined)]).toEqual([undefined, undefined, undefined]);
});
