import { expect, test } from 'vitest';
import { chartLines } from '../../src/widgets/chart.ts';
import { chart, points } from './charts.ts';
import { ascii, colour, plain } from './looks.ts';

test('a chart without colour fills the areas below its lines with a lighter pattern', () => {
  const two = chart({
    series: [
      { name: 'read', points: points(50, 50, 50, 50, 50) },
      { name: 'write', points: points(100, 100, 100, 100, 100) },
    ],
  });
  const plot = chartLines(two, { width: 40, height: 9 }, ascii).map((line) => line.split('|')[1]);
  expect(plot.filter(Boolean)).toEqual(['+', '.', '#', '.', '.'].map((sign) => sign.repeat(30)));
});

test('the smaller area is drawn in front of the others, in the colour of its series', () => {
  const two = chart({
    series: [
      { name: 'read', points: points(100, 100, 100, 100, 100) },
      { name: 'write', points: points(40, 40, 40, 40, 40) },
    ],
  });
  const lines = chartLines(two, { width: 50, height: 9 }, colour);
  const area = '⣿'.repeat(40);
  expect(lines[2]).toContain(colour.paint('series1', area));
  expect(lines[6]).toContain(colour.paint('series2', area));
});

test('no area is drawn where values are missing', () => {
  const gap = chart({ series: [{ name: 'read', points: points(100, 100, undefined, 100, 100) }] });
  for (const line of chartLines(gap, { width: 50, height: 9 }, plain).slice(2, 7))
    expect(line).toMatch(/│⣿{10}⡇ +⣿{10}$/);
});

test('limits of a chart are labelled lines, up to a maximum number', () => {
  const used = chart({
    series: [{ name: 'used', points: points(50, 50, 50, 50, 50) }],
    format: (value) => `${value}%`,
    most: 100,
    limits: [
      { at: 85, word: 'nearfull', role: 'warn' },
      { at: 95, word: 'full', role: 'error' },
    ],
  });
  const size = { width: 46, height: 13 };
  expect(chartLines(used, size, plain).slice(2, 5)).toEqual([
    ` 100%│${'┄'.repeat(31)} full 95%`.padEnd(46),
    `     │${'┄'.repeat(27)} nearfull 85%`,
    `     │${' '.repeat(40)}`,
  ]);
  expect(chartLines(used, size, ascii)[3]).toBe(`     |${'-'.repeat(27)} nearfull 85%`);
});

test('the limit of a chart is visible inside an area beyond it, and hidden if it is out of range', () => {
  const slow = (at: number) =>
    chartLines(
      chart({
        series: [{ name: 'p99', points: points(80, 80, 80, 80, 80) }],
        limits: [{ at, word: 'slow', role: 'warn' }],
      }),
      { width: 40, height: 11 },
      plain,
    ).join('\n');
  expect(slow(40)).toMatch(/┄{5} slow 40 op\/s/);
  expect(slow(400)).not.toMatch(/┄|slow/);
});
