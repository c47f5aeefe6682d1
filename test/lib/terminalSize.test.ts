import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST, sizeToDraw } from '../../src/lib/terminalSize.ts';

/** Any value that a terminal, a driver or a missing terminal may report. */
const reported = fc.option(
  fc.oneof(fc.integer({ min: -70_000, max: 70_000 }), fc.double(), fc.constantFrom(0, 1, 65_535)),
  { nil: undefined },
);

test('any size that a terminal reports becomes whole numbers from one cell to the maximum', () => {
  fc.assert(
    fc.property(reported, reported, (columns, rows) => {
      const size = sizeToDraw({ columns, rows });
      for (const name of ['columns', 'rows'] as const) {
        expect(Number.isInteger(size[name])).toBe(true);
        expect(size[name]).toBeGreaterThanOrEqual(1);
        expect(size[name]).toBeLessThanOrEqual(LARGEST[name]);
      }
    }),
  );
});

test('a plausible terminal size is used unchanged', () => {
  const { columns, rows } = LARGEST;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: columns }), fc.integer({ min: 1, max: rows }), (wide, high) => {
      expect(sizeToDraw({ columns: wide, rows: high })).toEqual({ columns: wide, rows: high });
    }),
  );
});

test.each([undefined, 0, -1, Number.NaN])(
  'a terminal size of %s counts as unknown, so 80x24 is used',
  (nothing) => {
    expect(sizeToDraw({ columns: nothing, rows: nothing })).toEqual({ columns: 80, rows: 24 });
  },
);

test('a terminal that reports the largest size of the kernel is drawn with 1000 columns and 300 rows', () => {
  expect(sizeToDraw({ columns: 65_535, rows: 65_535 })).toEqual({ columns: 1000, rows: 300 });
});
