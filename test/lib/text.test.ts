import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { atMost, cut, fit, visible, width, wrap, wrapParts } from '../../src/lib/text.ts';
import { anyText } from '../support/anyText.ts';

const red = (text: string) => `\x1b[1;31m${text}\x1b[22;39m`;
const bare = (text: string) => text.replace(/\x1b\[[\d;]*m/g, '');
const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

const words = fc.oneof(
  anyText(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', ' ', '容', 'e\u0301', '🇩🇪', '─', '한', '👍') }),
);
const plain = words.map((text) => visible(text));
/** Text as the program makes it: safe pieces, some of them painted. */
const painted = fc
  .array(fc.tuple(plain, fc.boolean()), { maxLength: 4 })
  .map((parts) => parts.map(([text, colour]) => (colour && text !== '' ? red(text) : text)).join(' '));

describe('width', () => {
  test.each([
    ['osd.12', 6],
    ['容量', 4],
    ['e\u0301', 1],
    ['🇩🇪', 2],
    ['┌─┐ ▌ ⣿', 7],
    [red('down'), 4],
  ])('the text %j is %i columns wide', (text, columns) => {
    expect(width(text)).toBe(columns);
  });

  test('width agrees with string-width on each character that its shortcut may cover, alone and between others', () => {
    for (let code = 0x20; code < 0x3000; code++) {
      const character = String.fromCharCode(code);
      const between = `a${character}a`;
      if (width(character) !== stringWidth(character) || width(between) !== stringWidth(between)) {
        expect.fail(`U+${code.toString(16)} is ${width(character)} columns wide`);
      }
    }
  });
});

describe('fit', () => {
  test.each([
    ['osd.12', 8, 'left', 'osd.12  '],
    ['osd.12', 8, 'right', '  osd.12'],
    ['osd.12', 9, 'centre', ' osd.12  '],
    ['osd.12', 4, 'left', 'osd…'],
    ['osd.12', 1, 'left', '…'],
    ['osd.12', 0, 'left', ''],
    ['容量容量', 6, 'left', '容量… '],
    [red('osd.12'), 4, 'left', red('osd…')],
    [`${red('osd')}.12`, 5, 'right', `${red('osd')}.…`],
  ] as const)('%j in %i columns, %s', (text, columns, align, fitted) => {
    expect(fit(text, columns, align)).toBe(fitted);
  });

  test('fit uses the given ellipsis, and none if there is no room for it', () => {
    expect(fit('osd.12', 5, 'left', '~')).toBe('osd.~');
    expect(fit('osd.12', 2, 'left', '...')).toBe('os');
  });

  test('fit returns a text exactly as wide as asked', () => {
    fc.assert(
      fc.property(
        painted,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom('left' as const, 'right' as const, 'centre' as const),
        (text, columns, align) => {
          const fitted = fit(text, columns, align);
          expect(width(fitted)).toBe(columns);
          expect(stringWidth(fitted)).toBe(columns);
        },
      ),
    );
  });
});

describe('cut', () => {
  test('cut never splits a grapheme', () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 20 }), (text, columns) => {
        const shown = cut(text, columns, '');
        expect(graphemes(text).slice(0, graphemes(shown).length)).toEqual(graphemes(shown));
      }),
    );
  });

  test('cut closes every style that it opens', () => {
    fc.assert(
      fc.property(painted, fc.integer({ min: 1, max: 20 }), (text, columns) => {
        const shown = cut(text, columns);
        expect(shown.split('\x1b[1;31m').length).toBe(shown.split('\x1b[22;39m').length);
      }),
    );
  });
});

describe('wrap', () => {
  test('wrap breaks lines at spaces, and inside a word only if it is longer than a line', () => {
    expect(wrap('6 osds are down on stor-07', 10)).toEqual(['6 osds are', 'down on', 'stor-07']);
    expect(wrap('abcdefghijkl mn', 5)).toEqual(['abcde', 'fghij', 'kl mn']);
    expect(wrap('one\ntwo\n\nthree', 10)).toEqual(['one', 'two', '', 'three']);
    expect(wrap('', 10)).toEqual(['']);
  });

  test('wrap breaks a long name between its parts, unless the first one is short', () => {
    expect(wrap('replicated_hdd_rack', 17)).toEqual(['replicated_hdd_', 'rack']);
    expect(wrap('on stor-datacentre-northeast', 12)).toEqual(['on', 'stor-', 'datacentre-', 'northeast']);
    expect(wrap('a.bcdefghijklmnop', 10)).toEqual(['a.bcdefghi', 'jklmnop']);
  });

  test('wrap puts the rest of a text on the last line that it may take, as it is', () => {
    expect(wrap('replicated_hdd_rack of the pool', 12, 2)).toEqual(['replicated_', 'hdd_rack of the pool']);
    expect(wrap('one\ntwo\nthree', 10, 2)).toEqual(['one', 'two three']);
  });

  test('wrap continues a style on the next line', () => {
    expect(wrap(red('down now'), 5)).toEqual([red('down'), red('now')]);
  });

  test('wrap keeps every word, and no line is wider than asked', () => {
    fc.assert(
      fc.property(painted, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns);
        for (const line of lines) {
          if (graphemes(bare(line)).length > 1) expect(width(line)).toBeLessThanOrEqual(columns);
        }
        expect(bare(lines.join('')).replaceAll(' ', '')).toBe(bare(text).replaceAll(' ', ''));
      }),
    );
  });
});

test.each<[readonly string[], readonly string[]]>([
  [['one', 'two'], ['one  two']],
  [
    ['one', 'twos'],
    ['one', 'twos'],
  ],
  [
    ['longer than a line', 'two'],
    ['longer', 'than a', 'line', 'two'],
  ],
  [['', 'two'], ['  two']],
  [[], []],
])('the parts %j are arranged in lines of eight columns as %j', (parts, lines) => {
  expect(wrapParts(parts, 8)).toEqual(lines);
});

test('parts that exceed the maximum number of lines are put in the last line', () => {
  expect(atMost(['a', 'b'], 2)).toEqual(['a', 'b']);
  expect(atMost(['a', 'b', 'c', 'd'], 2)).toEqual(['a', 'b c d']);
});
