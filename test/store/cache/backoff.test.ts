import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs, MAX_BACKOFF_MS } from '../../../src/store/cache/backoff.ts';

test('the wait after a failure doubles each time up to a minute', () => {
  expect([1, 2, 3, 20].map((failures) => backoffMs(failures, 1000, 0))).toEqual([500, 1000, 2000, 30_000]);
});

test('the wait after a failure is never longer than the limit, nor shorter than half of its nominal length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, chance) => {
        const wait = backoffMs(failures, 2000, chance);
        expect(wait).toBeLessThanOrEqual(MAX_BACKOFF_MS);
        expect(wait).toBeGreaterThanOrEqual(Math.min(MAX_BACKOFF_MS, 2000 * 2 ** (failures - 1)) / 2);
      },
    ),
  );
});
