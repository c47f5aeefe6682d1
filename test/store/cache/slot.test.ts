import { expect, test } from 'vitest';
import { ageMs, isStale, type Slot } from '../../../src/store/cache/slot.ts';

const slot: Slot<string> = { data: 'x', at: 1000, everyMs: 2000, failures: 0 };

test('data is stale once it is older than three of its intervals', () => {
  expect(isStale(slot, 7000)).toBe(false);
  expect(isStale(slot, 7001)).toBe(true);
});

test('a slow service makes its data stale later', () => {
  expect(isStale({ ...slot, everyMs: 10_000 }, 20_000)).toBe(false);
});

test('without data there is neither age nor staleness', () => {
  const empty: Slot<string> = { failures: 3 };
  expect(ageMs(empty, 5)).toBeUndefined();
  expect(isStale(empty, 5)).toBe(false);
});

test('a clock that was set back gives no negative age', () => {
  expect(ageMs(slot, 900)).toBe(0);
});
