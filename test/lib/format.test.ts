import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  age,
  bytes,
  clockTime,
  count,
  dateTime,
  duration,
  percent,
  rate,
  roughAge,
} from '../../src/lib/format.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1023.4, '1023 B'],
  [1023.5, '1.0 KiB'],
  [1023.7, '1.0 KiB'],
  [1024, '1.0 KiB'],
  [3.2 * 2 ** 40, '3.2 TiB'],
  [2 ** 50, '1.0 PiB'],
  [-1, '-1 B'],
  [99.96 * 2 ** 30, '100 GiB'],
  [2 ** 40 - 1, '1.0 TiB'],
  [-5 * 2 ** 20, '-5.0 MiB'],
  [-0.4, '0 B'],
  [99.94 * 2 ** 30, '99.9 GiB'],
  [99.95 * 2 ** 30, '100 GiB'],
  [2 ** 80, '1048576 EiB'],
  [undefined, '--'],
  [null, '--'],
  [Number.NaN, '--'],
])('bytes(%d) is %s', (value, text) => {
  expect(bytes(value)).toBe(text);
});

test('a formatted number of bytes never takes more than eight columns', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2 ** 69, noNaN: true }), (value) => {
      expect(bytes(value).length).toBeLessThanOrEqual(8);
    }),
  );
});

test('a rate is shown as bytes per second, and an unknown rate as unknown', () => {
  expect(rate(41 * 2 ** 20)).toBe('41.0 MiB/s');
  expect(rate(undefined)).toBe('--');
});

test.each([
  [0, '0'],
  [999, '999'],
  [999.5, '1.0k'],
  [1000, '1.0k'],
  [12_400, '12.4k'],
  [999_999, '1.0M'],
  [3e9, '3.0G'],
  [3e12, '3.0T'],
  [3e15, '3.0P'],
  [-1500, '-1.5k'],
  [undefined, '--'],
])('count(%d) is %s', (value, text) => {
  expect(count(value)).toBe(text);
});

test.each([
  [0, 0, '0%'],
  [0.0004, 0, '<1%'],
  [0.843, 0, '84%'],
  [0.843, 1, '84.3%'],
  [0.9996, 0, '99%'],
  [0.99999, 1, '99.9%'],
  [1, 0, '100%'],
  [0.01, 0, '1%'],
  [0.0099, 0, '<1%'],
  [0.99, 0, '99%'],
  [0.001, 1, '0.1%'],
  [-0.2, 0, '-20%'],
  [1.2, 0, '120%'],
  [undefined, 0, '--'],
])('percent(%d, %d) is %s', (share, digits, text) => {
  expect(percent(share, digits)).toBe(text);
});

test.each([
  [0.4, 'now'],
  [-3, 'now'],
  [42, '42s'],
  [1, '1s'],
  [59.9, '59s'],
  [60, '1m00s'],
  [3599, '59m59s'],
  [3600, '1h00m'],
  [86_399, '23h59m'],
  [86_400, '1d'],
  [252, '4m12s'],
  [3600 * 3 + 7 * 60 + 59, '3h07m'],
  [86_400 * 9 + 3000, '9d'],
  [undefined, '--'],
])('age(%d) is %s', (seconds, text) => {
  expect(age(seconds)).toBe(text);
});

test('a duration of zero is shown as 0s', () => {
  expect(duration(0)).toBe('0s');
});

describe('clockTime', () => {
  const moment = Date.UTC(2026, 10, 20, 14, 22, 7);

  test('a time in UTC is marked with Z', () => {
    expect(clockTime(moment, true)).toBe('14:22:07Z');
    expect(dateTime(moment, true)).toBe('2026-11-20 14:22:07Z');
  });

  test('a local time follows the time zone and has no mark', () => {
    const local = new Date(2026, 0, 2, 3, 4, 5).getTime();
    expect(clockTime(local, false)).toBe('03:04:05');
    expect(dateTime(local, false)).toBe('2026-01-02 03:04:05');
  });

  test('an invalid date is shown as unknown', () => {
    expect(clockTime(9e15, true)).toBe('--');
    expect(dateTime(undefined, true)).toBe('--');
  });
});

test.each([
  [4.9, 5, 'now'],
  [9, 5, '5s'],
  [59, 5, '55s'],
  [59, 60, 'now'],
  [60, 5, '1m'],
  [59, 59, '59s'],
  [60, 60, '1m'],
  [3600, 5, '1h00m'],
  [119, 5, '1m'],
  [119, 60, '1m'],
  [3599, 5, '59m'],
  [3660, 5, '1h01m'],
  [undefined, 5, '--'],
])('roughAge(%d) in steps of %d s is %s', (seconds, step, text) => {
  expect(roughAge(seconds, step)).toBe(text);
});
