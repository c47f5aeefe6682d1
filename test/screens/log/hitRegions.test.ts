import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrolledLog } from '../../../src/screens/log/hitRegions.ts';

const rowsOf = () => 1;

test('the log scrolls under its cursor, which moves only if it would leave the view', () => {
  const whole = { height: 10, total: 100, rowsOf };
  expect(scrolledLog({ first: 50, at: 55 }, 3, whole)).toEqual({ first: 53, at: 55 });
  expect(scrolledLog({ first: 50, at: 51 }, 3, whole)).toEqual({ first: 53, at: 53 });
  expect(scrolledLog({ first: 50, at: 59 }, -3, whole)).toEqual({ first: 47, at: 56 });
  expect(scrolledLog({ first: 1, at: 1 }, -3, whole)).toEqual({ first: 0, at: 1 });
});

test('the log follows again when the wheel reaches its end, but not if the end was visible before', () => {
  const whole = { height: 10, total: 100, rowsOf };
  expect(scrolledLog({ first: 86, at: 90 }, 3, whole)).toEqual({ first: 89, at: 90 });
  expect(scrolledLog({ first: 87, at: 90 }, 3, whole)).toBeUndefined();
  expect(scrolledLog({ first: 95, at: 99 }, -3, whole)).toEqual({ first: 92, at: 99 });
  expect(scrolledLog({ first: 0, at: 0 }, 3, { ...whole, total: 1 })).toBeUndefined();
});

test('the cursor of the log stays on a line of several rows while all of it is visible or at the top', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(heights, fc.nat(), fc.nat(), fc.integer({ min: -9, max: 9 }), (rows, first, at, by) => {
      const total = rows.length;
      const viewport = { first: first % total, at: at % total };
      const next = scrolledLog(viewport, by, { height: 8, total, rowsOf: (index) => rows[index] ?? 0 });
      if (!next) {
        expect(by).toBeGreaterThan(0);
        return;
      }
      expect(next.first).toBe(Math.max(0, Math.min(total - 1, viewport.first + by)));
      const taken = rows.slice(next.first, next.at + 1).reduce((sum, count) => sum + count, 0);
      expect(next.at === next.first || (next.at > next.first && taken <= 8)).toBe(true);
    }),
  );
});
