import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import { graphemes, width } from '../../src/lib/text.ts';
import { promptLine } from '../../src/widgets/promptLine.ts';
import { flawsIn } from '../screens/flaws.ts';
import { anyText } from '../support/anyText.ts';

const unicode = createLook({ depth: '16', unicode: true });
const ascii = createLook({ depth: '16', unicode: false });
const cursor = (text: string) => `\x1b[7m${text}\x1b[27m`;

describe('promptLine', () => {
  test('the cursor of a prompt line is at the end unless it was moved', () => {
    expect(promptLine({ text: 'osd' }, 20, unicode)).toBe(`osd${cursor(' ')}`);
    expect(promptLine({ text: 'osd', cursor: 1 }, 20, unicode)).toBe(`o${cursor('s')}d`);
  });

  test('a selected prompt line is inverse as a whole', () => {
    expect(promptLine({ text: 'osd', selected: true }, 20, unicode)).toBe(cursor('osd'));
  });

  test('a prompt line that is too long shows the part around the cursor', () => {
    expect(promptLine({ text: '0123456789abcdef' }, 9, unicode)).toBe(`89abcdef${cursor(' ')}`);
    expect(promptLine({ text: '0123456789abcdef', cursor: 2 }, 9, unicode)).toBe(`01${cursor('2')}345678`);
  });

  test('a prompt line shows a secret as one mark per character', () => {
    expect(promptLine({ text: 'añ👍🏽', mask: '*' }, 20, unicode)).toBe(`***${cursor(' ')}`);
  });

  test('the cursor of a prompt line stays on its character, whatever comes before it', () => {
    const text = '漢👩‍👩‍👧‍👦\u2028x';
    const at = graphemes(text).length - 1;
    expect(promptLine({ text, cursor: at }, 40, unicode)).toContain(cursor('x'));
  });

  test('the cursor of a prompt line is shown on a character that is wider than the line', () => {
    const note = '\u{1D158}\u{1D165}\u{1D16E}';
    expect(width(note)).toBe(3);
    expect(promptLine({ text: note, cursor: 0 }, 2, unicode)).toBe(cursor('…'));
  });

  const anything = fc.oneof(
    anyText(),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          '\u2028',
          '\u{E0041}',
          '\uE000',
          '\u0604',
          '\u202E',
          'e',
          '\uD800',
          '\u001b[2J',
          '漢',
        ),
      )
      .map((parts) => parts.join('')),
    fc.nat(70).map((count) => `e${'\u0301'.repeat(count)}`),
  );

  test.each([
    ['unicode', unicode],
    ['ascii', ascii],
  ] as const)('a prompt line paints any text safely and within its columns, in %s', (name, look) => {
    fc.assert(
      fc.property(
        anything,
        fc.nat(20),
        fc.boolean(),
        fc.integer({ min: 2, max: 60 }),
        (text, at, selected, columns) => {
          const line = promptLine({ text, cursor: at, selected }, columns, look);
          expect(flawsIn('prompt', [line], { columns, rows: 1, ascii: name === 'ascii' })).toEqual([]);
          expect(width(line)).toBeGreaterThan(0);
        },
      ),
    );
  });
});
