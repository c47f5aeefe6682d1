import { describe, expect, test } from 'vitest';
import {
  niceCeiling,
  pointAt,
  spansOf,
  timeTicks,
  unchangedFor,
  type Point,
} from '../../src/widgets/plot.ts';

const every = (step: number, ...values: (number | undefined)[]): Point[] =>
  values.map((v, index) => ({ t: index * step, v }));

describe('pointAt', () => {
  test('the point at a moment is the nearest one, and the earlier of two equally near ones', () => {
    const points = every(10, 1, 2, 3);
    expect(pointAt(points, 14)).toEqual({ t: 10, v: 2 });
    expect(pointAt(points, 15)).toEqual({ t: 10, v: 2 });
    expect(pointAt(points, 16)).toEqual({ t: 20, v: 3 });
    expect(pointAt([], 5)).toBeUndefined();
  });

  test('the point at a moment is no further away than the distance between points, or a second', () => {
    const points = every(10, 1, 2, 3);
    expect(pointAt(points, 30)).toEqual({ t: 20, v: 3 });
    expect(pointAt(points, 31)).toBeUndefined();
    // A single point has no distance to another.
    expect(pointAt([{ t: 5, v: 7 }], 6)).toEqual({ t: 5, v: 7 });
    expect(pointAt([{ t: 5, v: 7 }], 6.5)).toBeUndefined();
  });

  test('the usual distance between points is the middle one, without points of the same time', () => {
    const at = (...times: number[]) => times.map((t) => ({ t, v: 1 }));
    expect(pointAt(at(0, 1, 11, 21), 31)).toEqual({ t: 21, v: 1 });
    expect(pointAt(at(0, 0, 0, 10), 20)).toEqual({ t: 10, v: 1 });
    expect(pointAt(at(0, 0, 0, 10), 21)).toBeUndefined();
  });
});

describe('unchanged values', () => {
  const at = (...times: number[]): Point[] => times.map((t) => ({ t, v: 5 }));
  test.each<[string, Point[], number, number, number | undefined]>([
    ['known over the whole range count for all of it', at(0, 10, 20), 0, 20, 20],
    ['that began before the range too', at(-10, 0, 10, 20), 0, 20, 20],
    ['at its edges suffice', every(10, 1, 5, 5, 9), 10, 20, 10],
    ['that changed are none', every(10, 5, 6, 5), 0, 20, undefined],
    ['known once are none', every(10, undefined, 5, undefined), 0, 20, undefined],
    ['never known are none', every(10, undefined, undefined), 0, 10, undefined],
    ['may be unknown at first and at last', every(10, undefined, 5, 5, undefined), 0, 30, 30],
    ['may not be unknown in between', every(10, 5, undefined, 5), 0, 20, undefined],
    ['may miss up to three steps', at(0, 10, 20, 50, 60), 0, 60, 60],
    ['may not miss more', at(0, 10, 20, 51, 60), 0, 60, undefined],
    ['may end three steps before the range', at(0, 10, 20), 0, 50, 50],
    ['may not end earlier', at(0, 10, 20), 0, 51, undefined],
    ['may begin three steps after the range', at(30, 40, 50), 0, 50, 50],
    ['count from their beginning if that is later', at(31, 40, 49, 58), 0, 58, 27],
    ['count in any period', at(1000, 1010, 1020), 970, 1020, 50],
  ])('values %s', (_, points, from, to, seconds) => {
    expect(unchangedFor(points, { from, to })).toBe(seconds);
  });
});

describe('line of a plot', () => {
  const frame = { from: 0, to: 40, low: 0, high: 10 };
  const grid = { columns: 40, rows: 11 };

  test('a plotted line goes straight from point to point, each dot in its column and row', () => {
    expect(spansOf(every(10, 0, 10), { ...frame, to: 10 }, { columns: 10, rows: 11 })).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
      [7, 7],
      [8, 8],
      [9, 10],
    ]);
  });

  test('a steep plotted line covers all rows between its points', () => {
    const spans = spansOf(every(1, 0, 10), { ...frame, to: 2 }, { columns: 2, rows: 11 });
    expect(spans).toEqual([
      [0, 0],
      [1, 10],
    ]);
  });

  test('a plotted line falls as it rises, whenever it begins', () => {
    const points = [
      { t: 100, v: 10 },
      { t: 101, v: 0 },
    ];
    expect(spansOf(points, { ...frame, from: 100, to: 102 }, { columns: 2, rows: 11 })).toEqual([
      [10, 10],
      [0, 9],
    ]);
    expect(spansOf(points, { ...frame, from: 100, to: 102, low: -10 }, { columns: 2, rows: 11 })).toEqual([
      [10, 10],
      [5, 9],
    ]);
  });

  test('a plotted line may have a single column and row', () => {
    expect(spansOf(every(10, 5, 5), frame, { columns: 1, rows: 1 })).toEqual([[0, 0]]);
  });

  test('a point after the frame is not drawn at its edge', () => {
    expect(spansOf([{ t: 41, v: 5 }], frame, { columns: 2, rows: 11 })).toEqual([undefined, undefined]);
  });

  test('a plotted line bridges gaps of up to three usual steps', () => {
    const at = (...times: number[]) => times.map((t) => ({ t, v: 5 }));
    const holes = (points: Point[]) =>
      spansOf(points, frame, grid)
        .slice(0, 31)
        .filter((span) => span === undefined).length;
    expect(holes(at(0, 5, 10, 25, 30))).toBe(0);
    expect(holes(at(0, 5, 10, 26, 31))).toBe(15);
  });

  test('a plotted line stays within the frame, and is cut off outside', () => {
    const spans = spansOf(
      every(20, -100, 100, 100),
      { ...frame, from: 10, to: 30 },
      { columns: 20, rows: 11 },
    );
    expect(spans[0]).toEqual([0, 0]);
    expect(spans.at(-1)).toEqual([10, 10]);
    expect(
      spansOf(every(10, 5), { ...frame, from: 50, to: 90 }, grid).every((span) => span === undefined),
    ).toBe(true);
    // The last moment belongs to the last column.
    expect(spansOf([{ t: 40, v: 5 }], frame, grid).at(-1)).toEqual([5, 5]);
  });

  test('a plotted line is empty if there is no room for it', () => {
    const points = every(10, 1, 2);
    expect(spansOf(points, { ...frame, to: 0 }, grid).every((span) => span === undefined)).toBe(true);
    expect(spansOf(points, { ...frame, high: 0 }, grid).every((span) => span === undefined)).toBe(true);
    expect(spansOf(points, frame, { columns: 0, rows: 5 })).toEqual([]);
    expect(spansOf(points, frame, { columns: 3, rows: 0 })).toEqual([undefined, undefined, undefined]);
  });
});

test.each([
  [1, false, 1],
  [1.01, false, 1.5],
  [1.6, false, 2],
  [2.2, false, 2.5],
  [2.6, false, 3],
  [3.5, false, 4],
  [4.5, false, 5],
  [5.5, false, 6],
  [7, false, 8],
  [8.5, false, 10],
  [12, false, 15],
  [-5, false, 1],
  [Infinity, false, 1],
  [1000, true, 1000],
  [0.3, true, 0.3],
  [0, true, 1],
  [3.1e6, false, 4e6],
  [1024, true, 1024],
  [3 * 2 ** 20, true, 3 * 2 ** 20],
  [3.1 * 2 ** 20, true, 4 * 2 ** 20],
])(
  'for the largest value %d (in units of 1024: %s) a chart ends at the round number %d',
  (value, binary, ceiling) => {
    expect(niceCeiling(value, binary)).toBeCloseTo(ceiling, 6);
  },
);

test.each([
  [10, 10, 1],
  [10, 5, 2],
  [60, 6, 10],
  [600, 5, 120],
  [3600, 4, 900],
  [86_400, 4, 21_600],
  [864_000, 5, 172_800],
])(
  'the axis for %i seconds with at most %i steps has times that are %i seconds apart',
  (span, count, step) => {
    const ticks = timeTicks(0, span, count, 0);
    expect(ticks).toEqual(Array.from({ length: span / step + 1 }, (_, index) => index * step));
  },
);

test.each([
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  432_000, 864_000, 2_592_000,
])('an axis may have times that are %i seconds apart', (step) => {
  expect(timeTicks(0, 4 * step, 4, 0)).toEqual([0, step, 2 * step, 3 * step, 4 * step]);
});

test('the times on the axis are round in local time', () => {
  expect(timeTicks(0, 7200, 2, 1800)).toEqual([1800, 5400]);
  expect(timeTicks(0, 7200, 2, -1800)).toEqual([1800, 5400]);
  expect(timeTicks(100, 400, 5, 30)).toEqual([150, 210, 270, 330, 390]);
});

test('the axis has no times for an empty span or without room', () => {
  expect([timeTicks(5, 5, 4, 0), timeTicks(0, 10, 0, 0)]).toEqual([[], []]);
  // Longer than any usual step of an axis.
  expect(timeTicks(0, 1e9, 2, 0)).toEqual([0, 5e8, 1e9]);
  expect(timeTicks(1e9, 2e9, 2, 0)).toEqual([1e9, 1.5e9, 2e9]);
});
