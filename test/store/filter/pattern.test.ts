import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFuzzy, compilePattern, mergeRanges } from '../../../src/store/filter/pattern.ts';

const found = (pattern: ReturnType<typeof compilePattern>, text: string) =>
  pattern.ranges(text).map(([start, end]) => text.slice(start, end));

describe('a pattern', () => {
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
  ])('%s in "%s": %s', (pattern, text, matches) => {
    expect(compilePattern(pattern).matches(text)).toBe(matches);
  });

  test('gives the same answer each time it is asked', () => {
    const pattern = compilePattern('osd');
    expect([1, 2, 3].map(() => pattern.matches('osd'))).toEqual([true, true, true]);
  });

  test('tells every place where it matched', () => {
    expect(found(compilePattern('osd\\.\\d+'), 'osd.1 and osd.22')).toEqual(['osd.1', 'osd.22']);
  });

  test('tells all of them after it was asked whether it matches', () => {
    const pattern = compilePattern('osd');
    expect(pattern.matches('osd.1 and osd.2')).toBe(true);
    expect(found(pattern, 'osd.1 and osd.2')).toEqual(['osd', 'osd']);
  });

  test('that can match nothing highlights nothing and ends', () => {
    expect(compilePattern('x*').ranges('abc')).toEqual([]);
    expect(found(compilePattern('x*'), 'axxb')).toEqual(['xx']);
  });

  test('highlights a bounded number of places', () => {
    expect(compilePattern('a').ranges('a'.repeat(100_000)).length).toBeLessThan(1000);
  });

  test('that is no regular expression finds itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (wanted, before, after) => {
        fc.pre(!isExpression(wanted));
        const pattern = compilePattern(wanted);
        const text = before + wanted + after;
        expect(pattern.matches(text)).toBe(true);
        expect(found(pattern, text).every((part) => part.toLowerCase() === wanted.toLowerCase())).toBe(true);
      }),
    );
  });

  test('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary', maxLength: 20 }), (wanted, text) => {
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

describe('a fuzzy pattern', () => {
  test.each([
    ['s7', 'stor-07', true],
    ['7s', 'stor-07', false],
    ['o d 1', 'osd.12', true],
    ['O', 'osd', false],
    ['.', 'osd', false],
  ])('%s in "%s": %s', (letters, text, matches) => {
    expect(compileFuzzy(letters).matches(text)).toBe(matches);
  });

  test('tells which letters it found', () => {
    expect(found(compileFuzzy('s7'), 'stor-07')).toEqual(['s', '7']);
  });

  test('finds letters in their order, with anything between them', () => {
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
