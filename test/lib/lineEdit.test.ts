import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EditedLine, editLine, hasLines, type LineEdit, oneLine } from '../../src/lib/lineEdit.ts';
import { graphemes, typeable } from '../../src/lib/text.ts';
import { anyText } from '../support/anyText.ts';

const edits = (line: EditedLine, ...steps: readonly (LineEdit['kind'] | { readonly type: string })[]) =>
  steps.reduce<EditedLine>(
    (now, step) =>
      editLine(
        now,
        typeof step === 'string' ? ({ kind: step } as LineEdit) : { kind: 'insert', text: step.type },
      ),
    line,
  );

describe('edits of a line', () => {
  test('typing in a line inserts text at the cursor', () => {
    expect(edits({ text: 'osd' }, 'left', { type: 'x' })).toEqual({ text: 'osxd', cursor: 3 });
    expect(edits({ text: 'osd' }, 'home', { type: 'x' }, 'end', { type: 'y' })).toEqual({ text: 'xosdy' });
  });

  test('the cursor of a line stops at both ends', () => {
    expect(edits({ text: 'ab' }, 'left', 'left', 'left', 'left', { type: 'x' })).toEqual({
      text: 'xab',
      cursor: 1,
    });
    expect(edits({ text: 'ab' }, 'right', 'right', { type: 'x' })).toEqual({ text: 'abx' });
  });

  test('a line is erased before the cursor, after it, by the word or as a whole', () => {
    expect(edits({ text: 'abc' }, 'left', 'backspace')).toEqual({ text: 'ac', cursor: 1 });
    expect(edits({ text: 'abc' }, 'home', 'delete')).toEqual({ text: 'bc', cursor: 0 });
    expect(edits({ text: 'one two ' }, 'erase-word')).toEqual({ text: 'one ' });
    expect(edits({ text: 'one two' }, 'erase')).toEqual({ text: '' });
  });

  test('typing replaces selected text, moving the cursor keeps it, and Backspace erases it', () => {
    const selected = { text: 'vm-disks', selected: true };
    expect(edits(selected, { type: 'b' })).toEqual({ text: 'b' });
    expect(edits(selected, 'right', { type: '2' })).toEqual({ text: 'vm-disks2' });
    expect(edits(selected, 'home', { type: '2' })).toEqual({ text: '2vm-disks', cursor: 1 });
    expect(edits(selected, 'backspace')).toEqual({ text: '' });
    expect(edits(selected, 'delete')).toEqual({ text: '' });
  });

  test('the cursor of a line moves over a letter with combining marks, or a flag, as one character', () => {
    expect(edits({ text: 'e\u0301🇩🇪' }, 'left', 'backspace')).toEqual({ text: '🇩🇪', cursor: 0 });
  });

  test('invisible characters are dropped from typed text and kept in existing text', () => {
    expect(edits({ text: 'a\u2028' }, { type: 'b\u0604\u{E0041}\uE000' })).toEqual({ text: 'a\u2028b' });
  });

  test('editing a line never loses or invents a character and keeps the cursor within the text', () => {
    const kinds = ['left', 'right', 'home', 'end', 'backspace', 'delete', 'erase', 'erase-word'] as const;
    const step = fc.oneof(
      fc.constantFrom(...kinds),
      anyText().map((type) => ({ type })),
    );
    fc.assert(
      fc.property(anyText(), fc.array(step, { maxLength: 12 }), (text, steps) => {
        let line: EditedLine = { text };
        for (const one of steps) {
          const before = line;
          line = edits(line, one);
          expect(line.cursor ?? 0).toBeLessThanOrEqual(graphemes(line.text).length);
          if (typeof one !== 'string')
            expect(line.text.length).toBe(before.text.length + typeable(one.type).length);
          else expect(line.text.length).toBeLessThanOrEqual(before.text.length);
        }
      }),
    );
  });
});

describe('a paste into one line', () => {
  test('a paste into one line loses its last line break, and turns the others into spaces or the given separator', () => {
    expect(oneLine('disk-1\n')).toBe('disk-1');
    expect(oneLine('a\r\nb\tc\n\n')).toBe('a b c');
    expect(oneLine('a\nb\n', ', ')).toBe('a, b');
    // What coloured the text where it was copied from.
    expect(oneLine('\u001B[1;31mosd.3\u001B[0m')).toBe('osd.3');
    expect(oneLine('\u001B]0;title\u0007osd.3')).toBe('osd.3');
  });

  test('a paste has several lines only if text follows a line break', () => {
    expect(hasLines('a\n')).toBe(false);
    expect(hasLines('a\r\nb')).toBe(true);
    expect(hasLines('a\u2028b')).toBe(true);
  });
});
