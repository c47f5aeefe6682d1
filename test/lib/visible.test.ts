import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { painted, visible } from '../../src/lib/visible.ts';
import { anyText } from '../support/anyText.ts';

/** Any code units, with harmful ones much more often than at random. */
const untrusted = fc
  .array(
    fc.oneof(
      anyText({ maxLength: 3 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\x1b',
        '\x1b[31m',
        '\x1b]52;c;x\x07',
        '\x9b',
        '\n',
        '\u202e',
        '\u200d',
        '\u0301',
        '\ud83d',
        '\u0d4e',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('visible', () => {
  test.each([
    ['osd.12 is down', 'osd.12 is down'],
    ['größe 容量 ёмкость', 'größe 容量 ёмкость'],
    ['\x1b[31mred', '␛[31mred'],
    ['\x1b]52;c;aGk=\x07', '␛]52;c;aGk=␇'],
    ['one\r\ntwo\tthree\x7f', 'one␍␤two⇥three␡'],
    ['pool\u202egnp.exe\u2066', 'pool⍰gnp.exe⍰'],
    ['a\u200bb\u00adc\u{e0041}', 'a⍰b⍰c⍰'],
    ['\x01\x1f', '␁␟'],
    ['\u009b2J', '⍰2J'],
    ['half \ud83d pair', 'half ⍰ pair'],
    ['\u0301start', '⍰start'],
    [`e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(8)}⍰`],
    ['e\u0301', 'e\u0301'],
  ])('visible shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test.each([
    ['\x1b[2J\n\t\r\x7f\x00', '^[[2J\\n\\t\\r^?^@'],
    ['é\u202e', '\\u{e9}\\u{202e}'],
    ['\x01\x1f', '^A^_'],
    ['\u009b', '\\u{9b}'],
    ['\u{1f600}', '\\u{1f600}'],
  ])('visible writes %j in ASCII as %j', (text, shown) => {
    expect(visible(text, false)).toBe(shown);
  });

  test('visible leaves nothing that a terminal could execute or hide', () => {
    fc.assert(
      fc.property(untrusted, (text) => {
        expect(visible(text)).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
        expect(visible(text, false)).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });

  test('visible changes nothing when applied twice', () => {
    fc.assert(
      fc.property(untrusted, fc.boolean(), (text, unicode) => {
        const once = visible(text, unicode);
        expect(visible(once, unicode)).toBe(once);
      }),
    );
  });
});

describe('painted', () => {
  test('painted leaves styled text as it is', () => {
    const line = '\u001b[1;38;5;203mosd.7\u001b[22;39m ▏漢 ✓ e\u0301';
    expect(painted(line)).toBe(line);
  });

  test('painted replaces invisible characters and every sequence but styles', () => {
    expect(painted('\u001b[1ma\u2028b\u{E0041}\u001b[2J\uE000\u001b[22m')).toBe(
      '\u001b[1ma?b??[2J?\u001b[22m',
    );
  });

  test('painted changes nothing in text that visible has escaped', () => {
    fc.assert(fc.property(anyText(), (text) => painted(visible(text)) === visible(text)));
  });
});
