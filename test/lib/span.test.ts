import { expect, test } from 'vitest';
import { parseSpan, secondsSince } from '../../src/lib/span.ts';

test.each([
  ['10m', 600],
  ['90', 90],
  ['2h', 7200],
  ['1d', 86_400],
  ['soon', undefined],
  ['-1m', undefined],
])('the time span %s is %s seconds', (typed, seconds) => {
  expect(parseSpan(typed)).toBe(seconds);
});

const NOON = Date.UTC(2026, 10, 28, 12);

test.each([
  ['11:59', 60],
  ['11:59:30', 30],
  ['12:00', 0],
  // Still to come today.
  ['12:01', 86_400 - 60],
  ['9:05', 10_500],
  ['24:00', undefined],
  ['9:60', undefined],
  ['12:00:60', undefined],
  ['1205', undefined],
  ['', undefined],
])('at noon, the time of day %s was %s seconds ago', (typed, seconds) => {
  expect(secondsSince(typed, NOON, true)).toBe(seconds);
});

test('a time of day is local unless UTC is shown', () => {
  const local = new Date(2026, 10, 28, 12).getTime();
  expect(secondsSince('11:00', local, false)).toBe(3600);
  // Still to come today.
  expect(secondsSince('13:00', local, false)).toBe(23 * 3600);
});
