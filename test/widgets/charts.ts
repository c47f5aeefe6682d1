import type { ChartData } from '../../src/widgets/chartData.ts';

/** Values at intervals of ten seconds from the epoch on. */
export const points = (...values: (number | undefined)[]) => values.map((v, index) => ({ t: index * 10, v }));

/** A chart of five values, with given changes. */
export const chart = (change: Partial<ChartData> = {}): ChartData => ({
  title: 'load',
  series: [{ name: 'read', points: points(0, 25, 50, 75, 100) }],
  from: 0,
  to: 40,
  format: (value) => `${value} op/s`,
  offset: 0,
  ...change,
});
