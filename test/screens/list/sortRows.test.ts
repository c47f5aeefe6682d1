import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SortValue, sortRows } from '../../../src/screens/list/sortRows.ts';

interface Row {
  readonly place: number;
  readonly value: SortValue;
}

const value = fc.oneof(
  fc.constantFrom(undefined, '', 0, -1, 'osd.9', 'osd.10', 'a', 'B'),
  fc.integer({ min: -5, max: 5 }),
  fc.stringMatching(/^[ab]{0,2}[0-9]{0,2}$/),
);
const rowsOf = (values: readonly SortValue[]): Row[] => values.map((one, place) => ({ place, value: one }));
const sorted = (rows: readonly Row[], descending = false) =>
  sortRows(rows, ({ value: one }) => one, descending);
const isKnown = ({ value: one }: Row) => one !== undefined && one !== '';

describe('sorted rows', () => {
  test('rows are sorted by number, or in natural order by text', () => {
    const values = (of: readonly SortValue[], descending = false) =>
      sorted(rowsOf(of), descending).map((row) => row.value);
    expect(values([10, 9, -1])).toEqual([-1, 9, 10]);
    expect(values(['osd.10', 'osd.9', 'OSD.2'])).toEqual(['OSD.2', 'osd.9', 'osd.10']);
    expect(values(['b', 3, 'a', 1], true)).toEqual(['b', 'a', 3, 1]);
  });

  test('rows without a value come last in either direction', () => {
    fc.assert(
      fc.property(fc.array(value), fc.boolean(), (values, descending) => {
        const known = sorted(rowsOf(values), descending).map(isKnown);
        expect(known).toEqual([...known].sort((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  test('sorting keeps all rows, and the order of equal ones', () => {
    fc.assert(
      fc.property(fc.array(value), fc.boolean(), (values, descending) => {
        const rows = sorted(rowsOf(values), descending);
        expect(rows.map(({ place }) => place).sort((a, b) => a - b)).toEqual(values.map((_, place) => place));
        for (const [index, row] of rows.entries()) {
          const next = rows[index + 1];
          if (next && next.value === row.value) expect(next.place).toBeGreaterThan(row.place);
        }
      }),
    );
  });

  test('reversed sorting reverses the rows, except for equal ones', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), (values) => {
        const rows = rowsOf(values);
        expect(sorted(rows, true)).toEqual(sorted(rows).toReversed());
      }),
    );
  });
});
