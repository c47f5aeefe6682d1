import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { unstyled } from '../../../src/lib/sgr.ts';
import { historyLines } from '../../../src/screens/figures/historyLines.ts';

const look = createLook({ depth: 'none', unicode: true });
const ascii = createLook({ depth: 'none', unicode: false });

type Figure = Parameters<typeof historyLines>[1][number];

/** A figure with a value a minute. */
const figure = (values: readonly (number | undefined)[], more: Partial<Figure> = {}): Figure => ({
  name: 'load',
  unit: 'PERCENT',
  points: values.map((v, index) => ({ t: index * 60, v })),
  ...more,
});

const lines = (figures: readonly Figure[], columns = 60, shown = look) =>
  historyLines(shown, figures, columns).map(unstyled);

test('a line has the name, the newest value with its unit, the values over time, and the time that they cover', () => {
  expect(lines([figure([0, 25, 50, 75, 100, 50])])).toEqual(['load  50%  ▁▃▅▆█▅  last 6m']);
});

test('the covered time begins with the first known value', () => {
  expect(lines([figure([undefined, undefined, undefined, 50, 100])])).toEqual(['load  100%     ▅█  last 2m']);
});

test('a whole day is not shown as a few minutes less, because the current minutes are not complete', () => {
  const day = figure([]);
  const points = Array.from({ length: 287 }, (_, index) => ({ t: index * 300, v: 1 }));
  expect(lines([{ ...day, points }])[0]).toMatch(/last 1d$/);
  expect(lines([{ ...day, points: points.slice(0, 20) }])[0]).toMatch(/last 1h40m$/);
});

test('a gap is blank, and a value that ended a while ago is not shown as the newest', () => {
  expect(lines([figure([100, undefined, 100, 50])])).toEqual(['load  50%  █ █▅  last 4m']);
  expect(lines([figure([100, 50, undefined, undefined])])).toEqual(['load  --  █▅    last 4m']);
});

test('an amount says how much it changed, and that it did not', () => {
  const amount = { name: 'stored', unit: 'BYTES', isAmount: true };
  const gib = 2 ** 30;
  expect(lines([figure([3 * gib, 4 * gib], amount)])[0]).toMatch(
    /stored {2}4\.0 GiB {2}.. {2}\+1\.0 GiB in 2m$/,
  );
  expect(lines([figure([4 * gib, 3 * gib], amount)])[0]).toMatch(/-1\.0 GiB in 2m$/);
  expect(lines([figure([gib, gib], amount)])[0]).toMatch(/unchanged in 2m$/);
});

test('a figure that is known less than twice has no line, and without lines there is no block', () => {
  expect(lines([figure([undefined, 5])])).toEqual([]);
  expect(lines([figure([])])).toEqual([]);
});

test('the lines are aligned, and shorter than the screen however narrow it is', () => {
  const figures = [
    figure(Array.from({ length: 60 }, (_, index) => index)),
    figure([1, 2], { name: 'read throughput', unit: 'BYTES_PER_SECOND' }),
  ];
  for (const columns of [20, 40, 58, 78, 158]) {
    const shown = lines(figures, columns);
    expect(shown.every((line) => line.length <= columns)).toBe(true);
  }
  const [first = '', second = ''] = lines(figures, 78);
  expect(first.indexOf('last')).toBe(second.indexOf('last'));
});

test('only a figure that varies has a colour', () => {
  const coloured = createLook({ depth: '256', unicode: true, theme: 'dark' });
  const isColoured = (values: readonly number[]) =>
    historyLines(coloured, [figure(values)], 60)[0]?.includes(coloured.paint('accent', '▁').slice(0, 8));
  expect(isColoured([10, 40, 90])).toBe(true);
  expect(isColoured([50, 51, 52])).toBe(false);
  expect(isColoured([0, 0, 0])).toBe(false);
});

test('the lines are drawn with ASCII characters only, if the terminal has no others', () => {
  expect(lines([figure([0, 50, 100])], 60, ascii)[0]).toMatch(/^[\x20-\x7E]+$/);
});

test('an amount that was not known at first has changed since it was, and a percentage is never a change', () => {
  const amount = { name: 'stored', unit: 'BYTES', isAmount: true };
  expect(lines([figure([undefined, 2048, 1024, undefined], amount)])[0]).toMatch(/-1\.0 KiB in 3m$/);
  expect(lines([figure([1, 2], { isAmount: true })])[0]).toMatch(/last 2m$/);
});

test('a sparkline has six columns at least, and sixty at most, and each is the mean of as many points', () => {
  const many = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 0 : 100));
  const spark = (columns: number) => /% {2}(\S*) {2}last/.exec(lines([figure(many)], columns)[0] ?? '')?.[1];
  const words = 'load'.length + '100%'.length + 'last 1h40m'.length + 6;
  expect(spark(words + 61)).toHaveLength(60);
  expect(spark(words + 50)).toBe('▅'.repeat(50));
  expect(spark(words + 6)).toHaveLength(6);
  expect(lines([figure(many)], words + 5)).toEqual(['load  100%  last 1h40m']);
});

test.each([
  [179, 'last 2h59m'],
  [181, 'last 3h'],
  [60, 'last 1h'],
  [59, 'last 59m'],
])('%i minutes are named %s', (minutes, words) => {
  const values = Array.from({ length: minutes }, () => 1);
  expect(lines([figure(values)], 90)[0]).toMatch(new RegExp(`${words}$`));
});
