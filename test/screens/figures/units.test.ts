import { expect, test } from 'vitest';
import { formatOf, isBinary } from '../../../src/screens/figures/units.ts';

test.each([
  [undefined, 1.234, '1.23'],
  ['NONE', 9.999, '10.00'],
  [undefined, -9.5, '-9.50'],
  [undefined, 10.5, '11'],
  [undefined, 7, '7'],
  ['SOMETHING', 1500, '1.5k'],
  ['IOPS', 12, '12 IOPS'],
  ['BYTES_PER_SECOND', 2048, '2.0 KiB/s'],
  ['BITS_PER_SECOND', 12, '12bit/s'],
  ['OBJECTS_PER_SECOND', 12, '12 obj/s'],
  ['OBJECTS', 12, '12 obj'],
  ['BYTES', 2048, '2.0 KiB'],
  ['SECONDS', 9.94, '9.9s'],
  ['SECONDS', -9.94, '-9.9s'],
  ['SECONDS', 10, '10s'],
  ['SECONDS', 90, '1m30s'],
  ['MICROSECONDS', 999, '999µs'],
  ['MICROSECONDS', 1000, '1.0ms'],
  ['MICROSECONDS', -1500, '-1.5ms'],
  ['MICROSECONDS', 1e6, '1.0s'],
  ['MICROSECONDS', 2_540_000, '2.5s'],
  ['PERCENT', 9.94, '9.9%'],
  ['PERCENT', 9, '9%'],
  ['PERCENT', 10.4, '10%'],
])('a value of the unit %s is written in it: %d as %s', (unit, value, text) => {
  expect(formatOf(unit, true)(value)).toBe(text);
});

test('microseconds are written without the sign for micro where there is only ASCII', () => {
  expect(formatOf('MICROSECONDS', false)(5)).toBe('5us');
});

test('only bytes have steps of 1024', () => {
  expect(['BYTES', 'BYTES_PER_SECOND', 'BITS_PER_SECOND', 'IOPS', undefined].map(isBinary)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
