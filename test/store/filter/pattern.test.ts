import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFuzzy, compilePattern, mergeRanges } from '../../../src/store/filter/pattern.ts';
import { anyText } from '../../support/anyText.ts';

const found = (pattern: ReturnType<typeof compilePattern>, text: string) =>
  pattern.ranges(text).map(([start, end]) => text.slice(start, end));

describe('pattern', () => {
  test.each([
    ['osd', 'OSD.12 is down', true],
    ['OSD', 'osd.12 is down', false],
    ['OSD', 'OSD.12 is down', true],
    ['\\S+\\.12', 'OSD.12 is down', true],
    ['osd\\.(1|2)$', 'osd.2', true],
    ['osd\\.(1|2)$', 'osd.3', false],
    ['(unclosed', 'an (UNCLOSED bracket', true],
    ['a[', 'a[1]', true],
    ['*', 'no star', false],
  ])('the pattern %s matches "%s": %s', (pattern, text, matches) => {
    expect(compilePattern(pattern).matches(text)).toBe(matches);
  });

  test('a pattern gives the same answer each time', () => {
    const pattern = compilePattern('osd');
    expect([1, 2, 3].map(() => pattern.matches('osd'))).toEqual([true, true, true]);
  });

  test('a pattern finds all of its matches', () => {
    expect(found(compilePattern('osd\\.\\d+'), 'osd.1 and osd.22')).toEqual(['osd.1', 'osd.22']);
  });

  test('a pattern finds all of its matches after a test for one', () => {
    const pattern = compilePattern('osd');
    expect(pattern.matches('osd.1 and osd.2')).toBe(true);
    expect(found(pattern, 'osd.1 and osd.2')).toEqual(['osd', 'osd']);
  });

  test('a pattern that matches only the empty text highlights nothing and ends', () => {
    expect(compilePattern('x*').ranges('abc')).toEqual([]);
    expect(found(compilePattern('x*'), 'axxb')).toEqual(['xx']);
  });

  test('a pattern highlights a bounded number of matches', () => {
    expect(compilePattern('a').ranges('a'.repeat(100_000)).length).toBeLessThan(1000);
  });

  test('an invalid regular expression matches its own text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (wanted, before, after) => {
        // The slashes around it are not part of the search.
        fc.pre(!isExpression(wanted) && !/^\/.+\/$/.test(wanted));
        const pattern = compilePattern(wanted);
        const text = before + wanted + after;
        expect(pattern.matches(text)).toBe(true);
        expect(found(pattern, text).every((part) => part.toLowerCase() === wanted.toLowerCase())).toBe(true);
      }),
    );
  });

  test('a pattern never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), anyText({ maxLength: 20 }), (wanted, text) => {
        expect(() => [
          compilePattern(wanted).matches(text),
          compilePattern(wanted).ranges(text),
        ]).not.toThrow();
      }),
    );
  });
});

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

describe('fuzzy pattern', () => {
  test.each([
    ['s7', 'stor-07', true],
    ['7s', 'stor-07', false],
    ['o d 1', 'osd.12', true],
    ['O', 'osd', false],
    ['.', 'osd', false],
  ])('the fuzzy pattern %s matches "%s": %s', (letters, text, matches) => {
    expect(compileFuzzy(letters).matches(text)).toBe(matches);
  });

  test('a fuzzy pattern gives the letters it found', () => {
    expect(found(compileFuzzy('s7'), 'stor-07')).toEqual(['s', '7']);
  });

  test('a fuzzy pattern finds letters in order, with anything between them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.stringMatching(/^[xyz-]*$/)), { minLength: 1 }),
        (parts) => {
          const letters = parts.map(([letter]) => letter).join('');
          const text = parts.map(([letter, filler]) => letter + filler).join('');
          expect(found(compileFuzzy(letters), text).join('')).toBe(letters);
        },
      ),
    );
  });
});

test('merged ranges are in order and never overlap', () => {
  expect(
    mergeRanges([
      [5, 7],
      [0, 2],
      [1, 3],
      [3, 4],
    ]),
  ).toEqual([
    [0, 4],
    [5, 7],
  ]);
});
