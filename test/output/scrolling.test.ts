import { expect, test } from 'vitest';
import { readLine } from '../../src/output/line.ts';
import { findScroll, scrolled } from '../../src/output/scrolling.ts';
import { Styles } from '../../src/output/style.ts';

const styles = new Styles({ endsAttributes: true });
const lines = (...texts: string[]) => texts.map((text) => readLine(text, 20, styles));
const find = (before: readonly string[], after: readonly string[]) =>
  findScroll(lines(...before), lines(...after));

test.each([
  ['up', ['top', 'a', 'b', 'c', 'd', 'e'], ['top', 'b', 'c', 'd', 'e', 'f'], { top: 1, bottom: 5, by: 1 }],
  ['down', ['b', 'c', 'd', 'e', 'f', 'end'], ['a', 'b', 'c', 'd', 'e', 'end'], { top: 0, bottom: 4, by: -1 }],
])('four rows that move %s are scrolled', (_, before, after, scroll) => {
  expect(find(before, after)).toMatchObject(scroll);
});

test('three rows that move are not scrolled', () => {
  expect(find(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'e'])).toBeUndefined();
});

test('rows are not scrolled if it costs more to draw what stands between them again', () => {
  const around = (fixed: string) =>
    find(['a', 'b', fixed, 'c', 'd', 'e', 'f'], ['b', 'z', fixed, 'd', 'e', 'f', 'y']);
  // Without a scroll six rows change by a letter each, 54 bytes; with it the fixed row is drawn twice, and one other.
  expect(around('four')).toMatchObject({ top: 0, bottom: 6, by: 1 });
  expect(around('five+')).toBeUndefined();
});

test('a scroll moves the rows in its range, and leaves blank ones behind', () => {
  const rows = [0, 1, 2, 3, 4, 5];
  expect(scrolled(rows, { top: 1, bottom: 4, by: 2 })).toEqual([0, 3, 4, undefined, undefined, 5]);
  expect(scrolled(rows, { top: 1, bottom: 4, by: -1 })).toEqual([0, undefined, 1, 2, 3, 5]);
});
