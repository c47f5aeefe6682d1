import { expect, test } from 'vitest';
import { comparisonIn, withColon } from '../../../src/store/filter/comparison.ts';

const found = (text: string) => {
  const comparison = comparisonIn(text);
  if (comparison === undefined || 'problem' in comparison) throw new Error(`${text} is no comparison`);
  return comparison;
};

test.each([
  ['>36%', '37%', true],
  ['>36%', '36%', false],
  ['>=36%', '36%', true],
  ['=>36%', '36%', true],
  ['<=36%', '36%', true],
  ['=<36%', '37%', false],
  ['<36%', '36%', false],
  ['<36%', ' 35.5% ', true],
  ['>0%', '<1%', true],
  ['>0.4%', '<1%', true],
  ['>0.5%', '<1%', false],
  ['>=1%', '<1%', false],
  ['>0.5KiB', '513 B', true],
  ['>0.5KiB', '512 B', false],
  ['>1.5TiB', '1.6 TiB', true],
  ['>1.5TiB', '1600 GiB', true],
  ['>1MB', '1 MiB/s', false],
  ['>20k', '20.1k', true],
  ['>20k', '20000', false],
  ['>999', '1k', true],
  ['>4m', '4m12s', true],
  ['>4m12s', '4m12s', false],
  ['>=4m12s', '252 s', true],
  ['>1s', '999 ms', false],
  ['>23h', '1d', true],
  ['>2d', '1d23h', false],
  ['<1s', 'now', true],
  ['>=0s', 'now', true],
  ['>0s', 'now', false],
  ['<30m', 'now', true],
])('the comparison %s holds for the cell %j: %s', (text, cell, holds) => {
  const { pattern, compares } = found(text);
  expect(pattern.matches(cell)).toBe(holds);
  expect(pattern.ranges(cell)).toEqual(holds ? [[0, cell.length]] : []);
  expect(compares(cell)).toBe(true);
});

test.each([
  ['>36%', '3 TiB'],
  ['>36%', '4m'],
  ['>3TiB', '4%'],
  ['>2h', '3 TiB'],
  ['>2', 'up'],
  ['>2', ''],
  ['>2', '3 4'],
  ['>2m', '1.5 TiB 3 GiB'],
])('the comparison %s says nothing of the cell %j, which shows nothing of the kind', (text, cell) => {
  const { pattern, compares } = found(text);
  expect([compares(cell), pattern.matches(cell)]).toEqual([false, false]);
});

test.each(['36%', 'used', '>', '> used', '=3', '>>3'])('the text %j is no comparison', (text) => {
  expect(comparisonIn(text)).toBeUndefined();
});

test.each(['>3x', '>1.2.3', '>3 apples', '>4m12x'])(
  'the comparison %s names a value that is no number',
  (text) => {
    expect(comparisonIn(text)).toEqual({
      problem: `"${text.slice(1)}" is not a number: type it as in >36%, >1.5TiB, >20k or >2h`,
    });
  },
);

test.each([
  ['used>36%', 'used:>36%'],
  ['used>=.5', 'used:>=.5'],
  ['used:>36%', 'used:>36%'],
  ['a>b', 'a>b'],
  ['>36%', '>36%'],
  ['plain', 'plain'],
])('a column before a comparison needs no colon: %s is %s', (word, expected) => {
  expect(withColon(word)).toBe(expected);
});
