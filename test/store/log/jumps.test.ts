import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogBuffer } from '../../../src/store/log/buffer.ts';
import { findError, findMarked, isRare } from '../../../src/store/log/jumps.ts';
import { LineSet } from '../../../src/store/log/lineSet.ts';

function held(priorities: readonly number[]) {
  const buffer = new LogBuffer(100_000);
  for (const [t, p] of priorities.entries()) buffer.append({ c: `${t}`, t, p });
  const numbers = new LineSet();
  numbers.add(0, priorities.length);
  return { lines: buffer.lines(), numbers };
}

test('the next and the previous error are found from a position, or reported as absent', () => {
  const { lines, numbers } = held([3, 6, 2, 6]);
  expect(findError(lines, numbers, 1, 1)).toBe(2);
  expect(findError(lines, numbers, 3, 1)).toBeUndefined();
  expect(findError(lines, numbers, 1, -1)).toBe(0);
  expect(findError(lines, numbers, -1, -1)).toBeUndefined();
});

test('an error is found at any distance, among the lines that pass the filter', () => {
  const errors = fc.uniqueArray(fc.nat(9999), { maxLength: 5 });
  fc.assert(
    fc.property(errors, fc.nat(10_000), fc.constantFrom(1 as const, -1 as const), (at, from, step) => {
      const { lines } = held(Array.from({ length: 10_000 }, (_, t) => (at.includes(t) ? 1 : 6)));
      const shown = new LineSet();
      for (let number = 0; number < 10_000; number++) if (number % 3 !== 0) shown.add(number);
      const passing = at.filter((number) => number % 3 !== 0).toSorted((a, b) => (a - b) * step);
      const wanted = passing.find((number) => (step > 0 ? number >= from : number <= from));
      expect(findError(lines, shown, from, step)).toBe(wanted);
    }),
    { numRuns: 20 },
  );
});

test('a mark is found by its line, not by its time alone', () => {
  const buffer = new LogBuffer(10);
  for (const c of ['a', 'b', 'c']) buffer.append({ c, t: 5 });
  buffer.append({ c: 'untimed' });
  const numbers = new LineSet();
  numbers.add(0, 4);
  const lines = buffer.lines();
  const marks = new Map([
    ['b', 5],
    ['untimed', 0],
  ]);
  expect(findMarked(lines, numbers, { marks, from: 0, step: 1 })).toBe(1);
  expect(findMarked(lines, numbers, { marks, from: 2, step: 1 })).toBe(3);
  expect(findMarked(lines, numbers, { marks, from: 0, step: -1 })).toBeUndefined();
});

test('a line is rare if few lines have its pattern and enough lines are kept, even after others are dropped or inserted', () => {
  const buffer = new LogBuffer(2500);
  const rare = () => {
    const lines = buffer.lines();
    return Array.from({ length: lines.end - lines.first }, (_, index) => lines.first + index).filter(
      (number) => isRare(lines, number),
    );
  };
  buffer.append({ t: 0, m: 'disk 7 lost' });
  for (let t = 1; t < 999; t++) buffer.append({ t, m: `renewed ${t}` });
  expect(rare()).toEqual([]);
  for (let t = 999; t < 1200; t++) buffer.append({ t, m: `renewed ${t}` });
  expect(rare()).toEqual([0]);
  buffer.merge([{ t: 10.5, m: 'disk 8 lost' }]);
  expect(rare()).toEqual([]);
  for (let t = 1200; t < 2100; t++) buffer.append({ t, m: `renewed ${t}` });
  expect(rare()).toHaveLength(2);
  for (let t = 2100; t < 3300; t++) buffer.append({ t, m: `renewed ${t}` });
  expect(rare()).toEqual([]);
});
