import { describe, expect, test } from 'vitest';
import { readTrends } from '../../../src/diagnosis/evidence/trends.ts';

/** A plot of these values. An undefined value is a gap. */
const plot = (...values: readonly (number | undefined)[]) => ({
  datapoints: values.map((v, t) => (v === undefined ? { t } : { t, v })),
});
const usual = (count: number) => Array.from({ length: count }, () => 100);

describe('slowdown of writes', () => {
  const slowdown = (...graphs: ReturnType<typeof plot>[]) =>
    readTrends([{ at: 0, writeLatency: { graphs } }]).writeSlowdown;

  test.each<[string, readonly (number | undefined)[], number | undefined]>([
    [
      'the slowdown is the lower of the two newest values divided by the median of the older ones',
      [...usual(8), 300, 250],
      2.5,
    ],
    ['a single slow value is no slowdown', [...usual(8), 100, 900], 1],
    ['the slowdown is unknown with fewer than eight older values', [...usual(7), 300, 300], undefined],
    ['gaps do not count as older values', [...usual(7), undefined, 300, 300], undefined],
    ['the slowdown is unknown if writes took no time before', [...Array<number>(8).fill(0), 5, 5], undefined],
    [
      'the slowdown is relative to the usual latency, not to earlier peaks',
      [...usual(5), 900, 900, 900, 200, 200],
      2,
    ],
  ])('%s', (_, values, expected) => {
    expect(slowdown(plot(...values))).toBe(expected);
  });

  test('the usual write latency is the median of the plot', () => {
    const [quick, middle, slow] = [1, 2, 3].map((times) => plot(...usual(8), 100 * times, 100 * times));
    expect(slowdown(quick!, middle!, slow!)).toBe(2);
    expect(slowdown()).toBeUndefined();
  });
});

describe('growth of pools', () => {
  const pool = (name: string, bytes?: number) => ({ name, ...(bytes !== undefined && { stats: { bytes } }) });
  const growth = (...snapshots: Parameters<typeof readTrends>[0]) =>
    Object.fromEntries(readTrends(snapshots).poolGrowth);

  test('the growth of a pool is given in bytes per second, from the oldest to the newest snapshot with pools', () => {
    expect(
      growth(
        { at: 0 },
        { at: 5000, pools: [pool('a', 100), pool('b', 900)] },
        { at: 20_000, pools: [pool('a', 5000)] },
        { at: 25_000, pools: [pool('a', 300), pool('b', 500), pool('new', 7)] },
        { at: 30_000 },
      ),
    ).toEqual({ a: 10, b: -20 });
  });

  test('the growth of a pool is unknown unless its size is known at both times', () => {
    const earlier = { at: 0, pools: [pool('a'), pool('b', 1)] };
    expect(growth(earlier, { at: 30_000, pools: [pool('a', 5), pool('b')] })).toEqual({});
    expect(growth(earlier)).toEqual({});
  });
});
