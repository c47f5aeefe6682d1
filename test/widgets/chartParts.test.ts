import { describe, expect, test } from 'vitest';
import { chartLines, chartTitle, frameOf } from '../../src/widgets/chart.ts';
import type { ChartData } from '../../src/widgets/chartData.ts';
import { chart, points } from './charts.ts';
import { colour, plain } from './looks.ts';

const LIMITS = [{ at: 50, role: 'warn', word: 'nearfull' }] as const;
const of = (values: readonly (number | undefined)[], more: Partial<ChartData> = {}) =>
  frameOf(chart({ series: [{ name: 'x', points: points(...values) }], ...more }));

describe('range of the values of a chart', () => {
  test.each<[string, readonly (number | undefined)[], Partial<ChartData>, number, number]>([
    ['it ends above the highest value', [5, 31], {}, 0, 40],
    ['values outside the shown time do not count', [500, 5, 6, -500], { from: 10, to: 20 }, 0, 6],
    ['values that are unknown or endless do not count', [undefined, NaN, Infinity, 5], {}, 0, 5],
    ['it is never empty', [0, 0], {}, 0, 1],
    ['it begins below zero for negative values only', [-3, -2], {}, -3, 1],
    ['negative bytes have round units', [-1025, 0], { binary: true }, -1536, 1],
    ['bytes have round units', [0, 1025], { binary: true }, 0, 1536],
    ['it does not end above the greatest possible value', [97, 98], { most: 99 }, 0, 99],
    ['it may end below that', [20, 30], { most: 100 }, 0, 30],
    ['with limits it ends at the greatest possible value', [20, 30], { most: 100, limits: LIMITS }, 0, 100],
    ['a list of no limits does not matter', [20, 30], { most: 100, limits: [] }, 0, 30],
    ['the greatest possible value may be reached', [100], { most: 100, limits: LIMITS }, 0, 100],
    ['a value above what should be possible is shown', [140], { most: 100, limits: LIMITS }, 0, 150],
  ])('%s', (_, values, more, low, high) => {
    expect(of(values, more)).toMatchObject({ low, high });
  });
});

describe('parts of a chart', () => {
  const { paint, glyphs } = colour;
  const lines = (change: Partial<ChartData> = {}, width = 30, height = 9) =>
    chartLines(chart(change), { width, height }, colour);

  test('a title is cut to its room, and has the colour and the sign of the selected one', () => {
    expect(chartTitle(chart({ title: 'throughput' }), 8, plain)).toBe('  throu…');
    expect(chartTitle(chart({ selected: true }), 8, colour)).toBe(
      `${paint('accent', glyphs.focus)} ${paint('title', 'load')}`,
    );
    expect(chartTitle(chart(), 8, colour)).toBe(`  ${paint('text', 'load')}`);
  });

  test('the legend shows the newest value that is known', () => {
    const series = [{ name: 'read', points: points(1, 7, undefined) }];
    expect(lines({ series })[1]).toContain(paint('strong', '7 op/s'));
  });

  test('the axes are inconspicuous, and a note is a warning', () => {
    const all = lines();
    expect(all[2]).toMatch(/^\S* *100 op\/s/);
    expect(all[2]?.startsWith(`${paint('dim', ' 100 op/s')}${paint('rule', glyphs.vertical)}`)).toBe(true);
    expect(all[3]?.startsWith(`${paint('dim', ' '.repeat(9))}${paint('rule', glyphs.vertical)}`)).toBe(true);
    expect(all[7]).toContain(paint('rule', glyphs.bottomLeft).slice(0, -5));
    expect(all[8]?.startsWith(paint('dim', 'x').split('x')[0] ?? '?')).toBe(true);
    expect(lines({ note: 'no data' })[1]).toContain(paint('warn', 'no data'));
  });

  test('the cursor is drawn in its column, also where the series has a gap', () => {
    const selected = paint('selected', 'x').split('x')[0] ?? '?';
    const columnOf = (line = '') =>
      line.indexOf(selected) < 0
        ? -1
        : line.slice(0, line.indexOf(selected)).replaceAll(/\x1b\[[\d;]*m/g, '').length;
    // The plot begins behind nine columns of labels, and the axis.
    const columns = (change: Partial<ChartData>) => lines(change).slice(2, 7).map(columnOf);
    expect(columns({ cursor: 20 })).toEqual(Array(5).fill(20));
    // The labels up to 80 op/s are shorter.
    expect(columns({ cursor: 20, from: 10, to: 30 })).toEqual(Array(5).fill(19));
    expect(columns({ cursor: 0 })).toEqual(Array(5).fill(10));
    expect(columns({ cursor: 40 })).toEqual(Array(5).fill(-1));
    expect(columns({ cursor: 20, series: [] })).toEqual(Array(5).fill(20));
  });

  test('the middle of the axis is labelled from five rows on, also between negative and positive values', () => {
    const labels = (height: number, values: readonly number[]) =>
      chartLines(
        chart({ series: [{ name: 'x', points: points(...values) }] }),
        { width: 40, height },
        plain,
      ).flatMap((line) => /^ *(-?\d+) op\/s│/.exec(line)?.[1] ?? []);
    expect(labels(9, [-100, 100])).toEqual(['100', '0', '-100']);
    expect(labels(8, [-100, 100])).toEqual(['100', '-100']);
    expect(labels(9, [0, 40])).toEqual(['40', '20', '0']);
  });

  test('the labels of the axis take at most a third of the width', () => {
    expect(chartLines(chart(), { width: 24, height: 7 }, plain)[2]).toMatch(/^100 op\/…│|^\S[^│]{7}│/);
    expect(chartLines(chart(), { width: 30, height: 7 }, plain)[2]).toMatch(/^ 100 op\/s│/);
  });

  test('a legend may take more lines in a higher chart', () => {
    const names = ['first', 'second', 'third'].map((name) => ({ name, points: points(1, 2) }));
    const legend = (height: number) =>
      chartLines(chart({ series: names }), { width: 24, height }, plain).findIndex((line) =>
        line.includes('│'),
      ) - 1;
    expect([7, 8, 9, 12].map(legend)).toEqual([1, 2, 3, 3]);
  });
});
