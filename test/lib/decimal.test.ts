import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { decimal, exact, inLocale, plainly, setLocale, withPoint } from '../../src/lib/decimal.ts';
import { bytes, count, percent, plainBytes, rate } from '../../src/lib/format.ts';

const GERMAN = { LC_ALL: 'de_DE.UTF-8' };

afterEach(() => setLocale({}));

test.each([
  [{ LC_ALL: 'de_DE.UTF-8' }, '1,5'],
  [{ LC_ALL: 'de_DE' }, '1,5'],
  [{ LC_ALL: 'de' }, '1,5'],
  [{ LANG: 'fr_FR.UTF-8@euro' }, '1,5'],
  [{ LC_NUMERIC: 'pl_PL.UTF-8', LANG: 'C' }, '1,5'],
  [{ LC_ALL: '', LC_NUMERIC: '', LANG: 'sv_SE.UTF-8' }, '1,5'],
  [{ LC_ALL: 'C', LC_NUMERIC: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' }, '1.5'],
  [{ LC_NUMERIC: 'C', LANG: 'de_DE.UTF-8' }, '1.5'],
  [{ LC_CTYPE: 'de_DE.UTF-8' }, '1.5'],
  [{ LC_ALL: 'de_CH.UTF-8' }, '1.5'],
  [{ LC_ALL: 'ja_JP.UTF-8' }, '1.5'],
  [{ LC_ALL: 'ar_EG.UTF-8' }, '1.5'],
  [{ LC_ALL: 'en_US.UTF-8' }, '1.5'],
  [{ LC_ALL: 'en_ZA.UTF-8' }, '1.5'],
  [{ LC_ALL: 'C.UTF-8' }, '1.5'],
  [{ LC_ALL: 'POSIX' }, '1.5'],
  [{ LC_ALL: 'xx_YY.UTF-8' }, '1.5'],
  [{ LC_ALL: 'de_' }, '1.5'],
  [{ LC_ALL: 'german' }, '1.5'],
  [{}, '1.5'],
])('in the environment %o a number is shown as %s', (environment, shown) => {
  setLocale(environment);
  expect(decimal(1.5, 1)).toBe(shown);
});

describe('in a locale with a decimal comma', () => {
  test('sizes, rates, counts and shares are shown with the decimal comma of the locale', () => {
    setLocale(GERMAN);
    expect(bytes(3.2 * 2 ** 40)).toBe('3,2 TiB');
    expect(rate(-5 * 2 ** 20)).toBe('-5,0 MiB/s');
    expect(count(12_400)).toBe('12,4k');
    expect([percent(0.365, 1), percent(0.0001, 1), percent(0.9999, 1)]).toEqual(['36,5%', '<0,1%', '99,9%']);
    expect([exact(0.85), exact(7), exact(1e-7)]).toEqual(['0,85', '7', '1e-7']);
  });

  test('numbers that are not shown to people have a point', () => {
    setLocale(GERMAN);
    expect(plainly(() => bytes(1536))).toBe('1.5 KiB');
    expect(plainBytes(1536)).toBe('1.5 KiB');
    expect(bytes(1536)).toBe('1,5 KiB');
    expect(() =>
      plainly(() => {
        throw new Error('expected');
      }),
    ).toThrow('expected');
    expect(bytes(1536)).toBe('1,5 KiB');
  });

  test('an asynchronous function cannot be called plainly: it does not compile', async () => {
    setLocale(GERMAN);
    // @ts-expect-error its later numbers would have the operator's mark
    const later: Promise<string> = plainly(async () => {
      await Promise.resolve();
      return bytes(1536);
    });
    expect(await later).toBe('1,5 KiB');
  });

  test.each([
    ['osd.3 commits in 1.2k ms', 'osd.3 commits in 1,2k ms'],
    ['the pool rbd grows by 41.0 MiB/s', 'the pool rbd grows by 41,0 MiB/s'],
    ['writes take 3.5 times as long as usual', 'writes take 3,5 times as long as usual'],
    ['10.0.0.1 runs 19.2.3, and pool-1.5k is v1.2 TiB', '10.0.0.1 runs 19.2.3, and pool-1.5k is v1.2 TiB'],
  ])('the sentence "%s" is shown as "%s"', (plain, shown) => {
    expect(inLocale(plain)).toBe(plain);
    setLocale(GERMAN);
    expect(inLocale(plain)).toBe(shown);
  });

  test('a number is read back as the same one, as it is shown and as it is offered in a form', () => {
    setLocale(GERMAN);
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (number) => {
        expect(Number(withPoint(exact(number)))).toBe(Number(String(number)));
        expect(withPoint(String(number))).toBe(String(number));
      }),
    );
  });

  test.each([
    ['1,5T', '1.5T'],
    ['1.5T', '1.5T'],
    ['36,5%', '36.5%'],
    ['1,2,3', '1,2,3'],
    ['1.000,5', '1.000,5'],
    ['1, 5', '1, 5'],
    [',', ','],
  ])('the typed number %s is read as %s', (typed, read) => {
    expect(withPoint(typed)).toBe(typed);
    setLocale(GERMAN);
    expect(withPoint(typed)).toBe(read);
  });
});
