import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDuplicate } from '../../../src/service/rules/firstDuplicate.ts';

test('the first duplicate of a list is the first value that occurred before', () => {
  expect(firstDuplicate(['a', 'b', 'c', 'b', 'a'])).toBe('b');
  expect(firstDuplicate(['a', 'b'])).toBeUndefined();
});

test('a list has a duplicate if and only if a set of its values is smaller', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (values) => {
      expect(firstDuplicate(values) !== undefined).toBe(new Set(values).size < values.length);
    }),
  );
});
