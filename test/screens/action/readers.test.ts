import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainly, setLocale } from '../../../src/lib/decimal.ts';
import { exactSize, parseBytes, parseCount, sizeField } from '../../../src/screens/fields/readers.ts';
import { readSetting, typedText } from '../../../src/screens/settings/value.ts';

test.each([
  [0, '0'],
  [1000, '1000'],
  [1536 * 2 ** 20, '1536M'],
  [50 * 2 ** 30, '50G'],
])('a size of %i bytes is offered as %s', (bytes, text) => {
  expect(exactSize(bytes)).toBe(text);
});

test.each([
  ['5Gi', 5 * 2 ** 30],
  ['1.5 TiB', 1.5 * 2 ** 40],
  ['10g', 10 * 2 ** 30],
  ['4096', 4096],
  ['7 B', 7],
  ['5x', undefined],
  ['5i', undefined],
])('a size is read from %s', (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes);
});

test.each([
  ['500', 500],
  ['10k', 10_000],
  ['1.1M', 1_100_000],
  [' 2 G ', 2_000_000_000],
  ['0', 0],
  ['1.5', undefined],
  ['-1', undefined],
  ['1,000', undefined],
  ['10Ki', undefined],
  ['9000E', undefined],
])('a number of objects is read from %j', (text, count) => {
  expect(parseCount(text)).toBe(count);
});

test('a size offered in a form is read as exactly the same number', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 40 }), (bytes, zeros) => {
      const even = Math.floor(bytes / 2 ** zeros) * 2 ** zeros;
      expect(parseBytes(exactSize(even))).toBe(even);
    }),
  );
});

describe('in a locale with a decimal comma', () => {
  beforeEach(() => setLocale({ LC_ALL: 'de_DE.UTF-8' }));
  afterEach(() => setLocale({}));

  test('a size is read with a comma and with a point', () => {
    expect([parseBytes('1,5T'), parseBytes('1.5 TiB')]).toEqual([1.5 * 2 ** 40, 1.5 * 2 ** 40]);
    expect(['1,2,3', '1.000,5G', ',5T', '1,G', '1,5x'].map(parseBytes)).toEqual(Array(5).fill(undefined));
    expect(sizeField('size').read('1,,5')).toEqual({ problem: 'Type a size, such as 10G or 1.5 TiB.' });
  });

  test('the offered text of a size is the same in every locale, and is read as exactly the same number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 40 }), (bytes, zeros) => {
        const even = Math.floor(bytes / 2 ** zeros) * 2 ** zeros;
        expect(exactSize(even)).toBe(plainly(() => exactSize(even)));
        expect(parseBytes(exactSize(even))).toBe(even);
      }),
    );
  });

  test('the offered value of a setting is read as exactly the same number', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    fc.assert(
      fc.property(double, (value) => {
        const typed = typedText({ type: 'DOUBLE', value });
        expect(typed).not.toContain(',');
        expect(readSetting({ value: { type: 'DOUBLE', value } }, typed)).toEqual({
          value: { type: 'DOUBLE', value },
        });
      }),
    );
  });
});
