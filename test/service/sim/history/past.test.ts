import { describe, expect, test } from 'vitest';
import {
  GROWTH,
  incident,
  LOAD,
  pastOf,
  STEADY,
  type Past,
} from '../../../../src/service/sim/history/past.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** A Wednesday at noon, in seconds since the epoch. */
const NOW = Date.UTC(2026, 2, 18, 12) / 1000;

/** The value some seconds before a first recorded value of 1000. */
const before = (past: Past, ago: number, seed = 1): number =>
  pastOf(past, seed)!({ at: NOW, value: 1000 }, NOW - ago);
const mean = (past: Past, from: number, to: number): number => {
  const values = Array.from({ length: 200 }, (_, index) => before(past, from + ((to - from) * index) / 200));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

test('series that began after the start of the cluster have no past', () => {
  expect(pastOf(undefined, 1)).toBeUndefined();
});

test.each([
  ['load', LOAD],
  ['growth', GROWTH],
  ['steady', STEADY],
  ['incident', incident(-40)],
])(
  'the generated past of %s joins the first recorded value, and has a gap while the service was not running',
  (_kind, past) => {
    expect(before(past, 0)).toBe(1000);
    for (const [start, seconds] of [
      [3.3, 900],
      [24.1, 5400],
    ] as const) {
      expect(before(past, start * DAY)).toBeNaN();
      expect(before(past, start * DAY - seconds + 1)).toBeNaN();
      expect(before(past, start * DAY - seconds)).not.toBeNaN();
      expect(before(past, start * DAY + 1)).not.toBeNaN();
    }
  },
);

test('a growing value was a third of a per cent lower a day ago, and a tenth lower a month ago', () => {
  expect(before(GROWTH, DAY)).toBeCloseTo(1000 / 1.003, 6);
  expect(before(GROWTH, 30 * DAY) / 1000).toBeCloseTo(0.914, 3);
  expect(before(STEADY, 30 * DAY)).toBe(1000);
});

describe('past incidents', () => {
  test('past incidents change the value for 45 minutes six days ago and three hours twenty days ago, and at no other time', () => {
    for (const [start, seconds] of [
      [6.4, 2700],
      [19.7, 10_800],
    ] as const) {
      for (const ago of [start * DAY, start * DAY - seconds + 1]) {
        expect(Math.abs(before(incident(100), ago) - 1100)).toBeLessThanOrEqual(20);
        expect(Math.abs(before(incident(-100), ago) - 900)).toBeLessThanOrEqual(20);
      }
      expect(before(incident(100), start * DAY - seconds)).toBe(1000);
      expect(before(incident(100), start * DAY + 1)).toBe(1000);
    }
  });

  test('past incidents never make a value negative', () => {
    expect(before(incident(-5000), 6.4 * DAY)).toBe(0);
  });

  test('past incidents do not have a constant value', () => {
    const values = Array.from({ length: 20 }, (_, index) => before(incident(100), 6.4 * DAY - index * 100));
    expect(new Set(values).size).toBeGreaterThan(15);
  });
});

describe('past client load', () => {
  test('past client load peaks in the early afternoon and is half of that at night', () => {
    // At noon the load is 0.35 * cos(30 degrees) above the average, apart from its variation.
    const noon = mean(LOAD, 7 * DAY - HOUR / 2, 7 * DAY + HOUR / 2);
    const night = mean(LOAD, 7 * DAY + 9.5 * HOUR, 7 * DAY + 10.5 * HOUR);
    expect(night / noon).toBeGreaterThan(0.4);
    expect(night / noon).toBeLessThan(0.62);
    const afternoon = mean(LOAD, 7 * DAY - 3 * HOUR, 7 * DAY - HOUR);
    const evening = mean(LOAD, 7 * DAY - 9 * HOUR, 7 * DAY - 7 * HOUR);
    expect(afternoon / evening).toBeGreaterThan(1.1);
  });

  test('past client load is a quarter lower on Saturdays and Sundays than on the days around them', () => {
    const at = (daysAgo: number) => mean(LOAD, daysAgo * DAY - 6 * HOUR, daysAgo * DAY + 6 * HOUR);
    const weekdays = [1, 2, 5, 6, 8, 9].map(at);
    const weekends = [3, 4, 10, 11].map(
      (days) =>
        mean(LOAD, days * DAY - 2 * HOUR, days * DAY + 5 * HOUR) /
        mean(
          LOAD,
          (days === 3 || days === 10 ? days - 1 : days + 1) * DAY - 2 * HOUR,
          (days === 3 || days === 10 ? days - 1 : days + 1) * DAY + 5 * HOUR,
        ),
    );
    expect(Math.max(...weekdays) / Math.min(...weekdays)).toBeLessThan(1.25);
    for (const share of weekends) {
      expect(share).toBeGreaterThan(0.62);
      expect(share).toBeLessThan(0.9);
    }
  });

  test('past client load varies by at most fifteen per cent, without jumps, and differently for each series', () => {
    const course = Array.from({ length: 2000 }, (_, index) => before(LOAD, DAY + index * 10));
    for (const [index, value] of course.slice(1).entries())
      expect(Math.abs(value / course[index]! - 1)).toBeLessThan(0.01);
    expect(before(LOAD, DAY, 2)).not.toBe(before(LOAD, DAY, 3));
    const shares = Array.from({ length: 300 }, (_, seed) => before(LOAD, 7 * DAY, seed) / 1000);
    expect(Math.min(...shares)).toBeGreaterThan(0.85 / 1.15 - 0.001);
    expect(Math.max(...shares)).toBeLessThan(1.15 / 0.85 + 0.001);
    expect(Math.max(...shares) / Math.min(...shares)).toBeGreaterThan(1.2);
  });
});
