import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLUSTER_RESOLUTIONS, PART_RESOLUTIONS, SampleSeries } from '../../../src/service/history/series.ts';
import {
  datapoints,
  levelFor,
  readWindow,
  downsampled,
  type Window,
} from '../../../src/service/history/window.ts';

const NOW = 1_000_000_000;
const MONTH = 30 * 86_400;
const window = (more: Partial<Window>): Window => ({ from: 0, to: 100, now: 100, points: 500, ...more });

/** A series that keeps single values for ten seconds, and averages of ten seconds for a minute. */
const short = () =>
  new SampleSeries([
    { every: 1, for: 10 },
    { every: 10, for: 60 },
  ]);

describe('time range of a graph', () => {
  test('the time range is by default the last hour in 500 points', () =>
    expect(readWindow(NOW, {})).toEqual({ from: NOW - 3600, to: NOW, now: NOW, points: 500 }));

  test('the time range can be given by timestamps or by seconds before now', () => {
    expect(readWindow(NOW, { startTime: NOW - 50, endTime: NOW - 20 })).toMatchObject({
      from: NOW - 50,
      to: NOW - 20,
    });
    expect(readWindow(NOW, { startTime: -50, endTime: -20, maxDataPoints: 7 })).toMatchObject({
      from: NOW - 50,
      to: NOW - 20,
      points: 7,
    });
    expect(readWindow(NOW, { startTime: -1, endTime: 0 })).toMatchObject({ from: NOW - 1, to: NOW });
  });

  test('the time range is limited to the recorded history and the present', () => {
    expect(readWindow(NOW, { startTime: 1, endTime: NOW + 500 })).toMatchObject({
      from: NOW - MONTH,
      to: NOW,
    });
    expect(readWindow(NOW, { startTime: NOW - MONTH + 1 })).toMatchObject({ from: NOW - MONTH + 1 });
  });

  test.each([{ startTime: -10, endTime: -10 }, { startTime: -10, endTime: -11 }, { endTime: -3600 }])(
    'a time range that ends before it begins is refused: %o',
    (query) => expect(() => readWindow(NOW, query)).toThrow(expect.objectContaining({ status: 400 })),
  );
});

test.each([
  [600, 0],
  [601, 1],
  [6 * 3600, 1],
  [6 * 3600 + 1, 2],
  [MONTH, 2],
  [MONTH + 1, 2],
])('values from %i seconds ago are read at resolution %i', (ago, level) =>
  expect(levelFor(CLUSTER_RESOLUTIONS, window({ from: NOW - ago, now: NOW }))).toBe(level),
);

test('the history of a part begins with a resolution of ten seconds', () => {
  expect(levelFor(PART_RESOLUTIONS, window({ from: NOW - 7200, now: NOW }))).toBe(0);
  expect(levelFor(PART_RESOLUTIONS, window({ from: NOW - 7201, now: NOW }))).toBe(1);
});

describe('time series', () => {
  test('a series has no value before the first one, in a gap, and for an incomplete slot', () => {
    const series = short();
    for (const [at, value] of [
      [92, 5],
      [93, Number.NaN],
      [95, 7],
      [100, 9],
    ] as const)
      series.add(at, value);
    expect(datapoints(series, window({ from: 91, to: 100, now: 100 }))).toEqual([
      { t: 91 },
      { t: 92, v: 5 },
      { t: 93 },
      { t: 94 },
      { t: 95, v: 7 },
      { t: 96 },
      { t: 97 },
      { t: 98 },
      { t: 99 },
      { t: 100, v: 9 },
    ]);
    expect(series.first).toEqual({ at: 92, value: 5 });
  });

  test('a series averages the values of a slot, and accepts none for a completed slot', () => {
    const series = short();
    for (const [at, value] of [
      [50, 1],
      [52, 2],
      [59, 6],
      [60, 100],
      [51, 1000],
    ] as const)
      series.add(at, value);
    const [minute] = series.levels.slice(1);
    expect([minute!.at(4), minute!.at(5), minute!.at(6), minute!.at(7)]).toEqual([
      Number.NaN,
      3,
      100,
      Number.NaN,
    ]);
  });

  test('a series drops values that are older than its retention', () => {
    const series = short();
    for (let at = 0; at <= 100; at++) series.add(at, at);
    const [seconds] = series.levels;
    expect(seconds!.at(90)).toBeNaN();
    expect(Array.from({ length: 10 }, (_, index) => seconds!.at(91 + index))).toEqual(
      Array.from({ length: 10 }, (_, index) => 91 + index),
    );
    expect(seconds!.at(101)).toBeNaN();
  });

  test('a series shows no old values after a long gap', () => {
    const series = short();
    series.add(3, 1);
    series.add(1000, 2);
    const [seconds] = series.levels;
    for (let at = 991; at < 1000; at++) expect(seconds!.at(at)).toBeNaN();
    expect(seconds!.at(1000)).toBe(2);
  });

  test('a series keeps every value within its retention, in whatever pattern they come', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 1000 })), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), steps, (start, list) => {
        const series = new SampleSeries([{ every: 1, for: 40 }]);
        const known = new Map<number, number>();
        let at = start;
        for (const [step, value] of list) {
          at += step;
          series.add(at, value);
          known.set(at, value);
        }
        const [level] = series.levels;
        for (let slot = at - 60; slot <= at + 3; slot++)
          expect(level!.at(slot)).toBe(slot > at - 40 ? (known.get(slot) ?? Number.NaN) : Number.NaN);
      }),
      { numRuns: 60 },
    );
  });

  test('a series asks for the values before its first one', () => {
    const series = short();
    series.add(98, 10);
    const points = datapoints(
      series,
      window({ from: 96, to: 99, now: 100 }),
      ({ value, at: first }, at) => value - (first - at),
    );
    expect(points).toEqual([{ t: 96, v: 8 }, { t: 97, v: 9 }, { t: 98, v: 10 }, { t: 99 }]);
  });
});

describe('downsampling', () => {
  const numbers = (slot: number) => slot;

  test('downsampling averages whole slots until the number of points is reached', () => {
    expect(downsampled(numbers, 1, window({ from: 1, to: 6, now: 100, points: 3 }))).toEqual([
      { t: 1, v: 1.5 },
      { t: 3, v: 3.5 },
      { t: 5, v: 5.5 },
    ]);
    expect(downsampled(numbers, 1, window({ from: 1, to: 7, now: 100, points: 3 }))).toEqual([
      { t: 1, v: 2 },
      { t: 4, v: 5 },
      { t: 7, v: 7 },
    ]);
  });

  test('downsampling leaves out the current slot', () => {
    expect(downsampled(numbers, 10, window({ from: 75, to: 100, now: 99 })).map(({ t }) => t)).toEqual([
      80, 90,
    ]);
    expect(downsampled(numbers, 10, window({ from: 75, to: 100, now: 98 })).map(({ t }) => t)).toEqual([80]);
  });

  test('downsampling skips gaps, and returns a point without a value if there is nothing else', () => {
    const gappy = (slot: number) => (slot < 4 ? Number.NaN : slot);
    expect(downsampled(gappy, 1, window({ from: 0, to: 5, now: 100, points: 2 }))).toEqual([
      { t: 0 },
      { t: 3, v: 4.5 },
    ]);
  });

  test('downsampling rounds to six digits', () => {
    expect(downsampled(() => 1 / 3, 1, window({ from: 0, to: 0, now: 100 }))).toEqual([
      { t: 0, v: 0.333333 },
    ]);
  });
});
