import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { histogramLines, type Stack } from '../../src/screens/log/histogram.ts';
import { ascii, colour, LOOKS, plain } from './looks.ts';

const stack = (errors: number, warnings: number, others: number): Stack => ({
  parts: [
    { value: errors, role: 'error' },
    { value: warnings, role: 'warn' },
    { value: others, role: 'ok' },
  ],
});

test('the columns of a histogram are as high as their share of the highest one', () => {
  expect(histogramLines([stack(0, 0, 4), stack(0, 0, 2), stack(0, 0, 0)], 4, plain)).toEqual([
    '▒  ',
    '▒  ',
    '▒▒ ',
    '▒▒ ',
  ]);
});

test('a histogram shows one error among a thousand lines', () => {
  expect(histogramLines([stack(1, 0, 1000)], 4, ascii)[0]).toBe('X');
});

test('a histogram is always as large as asked', () => {
  const count = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(count, count, count), { maxLength: 40 }),
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom(...LOOKS),
      (values, rows, look) => {
        const lines = histogramLines(
          values.map((parts) => stack(...parts)),
          rows,
          look,
        );
        expect(lines.map(width)).toEqual(Array.from({ length: rows }, () => values.length));
      },
    ),
  );
});

test('errors are drawn on top of the other lines of a column', () => {
  expect(histogramLines([stack(1, 1, 2)], 4, plain)).toEqual(['█', '▓', '▒', '▒']);
});

test('the parts of a column are painted by how bad they are, and one that is empty takes no cell', () => {
  const { paint } = colour;
  expect(histogramLines([stack(1, 1, 2)], 4, colour)).toEqual([
    paint('error', '█'),
    paint('warn', '▓'),
    paint('dim', '▒'),
    paint('dim', '▒'),
  ]);
  expect(histogramLines([stack(1, 0, 0)], 2, plain)).toEqual(['█', '█']);
  expect(histogramLines([stack(0, 1, 0), stack(0, 0, 4)], 4, plain)).toEqual([' ▒', ' ▒', ' ▒', '▓▒']);
  expect(histogramLines([], 2, plain)).toEqual(['', '']);
  expect(histogramLines([stack(0, 0, 0)], 2, plain)).toEqual([' ', ' ']);
});
