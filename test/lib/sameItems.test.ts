import { expect, test } from 'vitest';
import { sameItems } from '../../src/lib/sameItems.ts';

test('lists are the same only with the same items in the same order', () => {
  const item = { id: 1 };
  expect(sameItems([], [])).toBe(true);
  expect(sameItems([item, 2], [item, 2])).toBe(true);
  expect(sameItems([1, 2], [2, 1])).toBe(false);
  expect(sameItems([1], [1, 2])).toBe(false);
  expect(sameItems([item], [{ ...item }])).toBe(false);
});
