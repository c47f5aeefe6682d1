import { expect, test } from 'vitest';
import { lowestFree } from '../../src/service/lowestFree.ts';

test('the lowest free number is the first gap, or follows the taken ones', () => {
  expect(lowestFree(new Set([0, 1, 3]))).toBe(2);
  expect(lowestFree(new Set([0, 1]))).toBe(2);
  expect(lowestFree(new Set([0, undefined]), 1)).toBe(1);
});
