import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSet } from '../../../src/store/log/lineSet.ts';

const number = fc.integer({ min: -9000, max: 9000 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ add: number }) },
  { weight: 2, arbitrary: fc.record({ from: number, length: fc.nat(6000) }) },
  { weight: 1, arbitrary: fc.record({ dropBelow: number }) },
);

test('a line set behaves as a sorted list of unique numbers', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.array(number, { maxLength: 20 }), (steps, asked) => {
      const set = new LineSet();
      const model = new Set<number>();
      for (const one of steps) {
        if ('add' in one) {
          set.add(one.add);
          model.add(one.add);
        } else if ('from' in one) {
          set.add(one.from, one.from + one.length);
          for (let added = one.from; added < one.from + one.length; added++) model.add(added);
        } else {
          set.dropBelow(one.dropBelow);
          for (const held of model) if (held < one.dropBelow) model.delete(held);
        }
      }
      const list = [...model].sort((a, b) => a - b);
      expect(set.length).toBe(list.length);
      expect(Array.from({ length: set.length }, (_, index) => set.at(index))).toEqual(list);
      expect([set.at(-1), set.at(list.length), set.at(-list.length - 1)]).toEqual([
        list.at(-1),
        undefined,
        undefined,
      ]);
      for (const wanted of asked) {
        expect(set.indexFrom(wanted)).toBe(list.filter((one) => one < wanted).length);
        expect(set.nearest(wanted, 1)).toBe(list.find((one) => one >= wanted));
        expect(set.nearest(wanted, -1)).toBe(list.findLast((one) => one <= wanted));
      }
      expect(set.pages.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
    }),
  );
});

test('a changed page of a line set is noticed by its version', () => {
  const set = new LineSet();
  set.add(5);
  const [page] = set.pages;
  const before = page?.version;
  set.add(6);
  expect(set.pages[0]).toBe(page);
  expect(page?.version).not.toBe(before);
});
