import { expect, test } from 'vitest';
import { median } from '../../src/lib/median.ts';

test('the median is the middle of the sorted numbers, the higher one of two, and undefined for none', () => {
  expect(median([3, 10, 2])).toBe(3);
  expect(median([10, 2])).toBe(10);
  expect(median([])).toBeUndefined();
});
