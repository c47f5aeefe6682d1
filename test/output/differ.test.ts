import { describe, expect, test } from 'vitest';
import { abilitiesOf } from '../../src/output/abilities.ts';
import { Differ } from '../../src/output/differ.ts';

const SIZE = { columns: 40, rows: 12 };

/** The sequence that moves the cursor to its waiting position. */
const REST = /\x1b\[12H(?=(?:\x1b\[m)?$)/;

/** The bytes between two frames, without the marks around them and the final cursor movement. */
function between(before: readonly string[], after: readonly string[], term = 'xterm-256color'): string {
  const differ = new Differ(abilitiesOf(term));
  differ.update(before.join('\n'), SIZE);
  const bytes = differ.update(after.join('\n'), SIZE);
  return bytes.replace('\x1b[?2026h', '').replace('\x1b[?2026l', '').replace(REST, '');
}

describe('Differ', () => {
  test.each([
    ['nothing', 'the same', 'the same', ''],
    ['one cell', 'osd.17  up', 'osd.18  up', '\x1b[1;6H8'],
    ['two places', '17 something else 17', '18 something else 18', '\x1b[1;2H8\x1b[17C8'],
    ['two places close to each other', '17 17', '18 18', '\x1b[1;2H8 18'],
    ['a colour', 'a \x1b[31mup\x1b[39m b', 'a \x1b[32mup\x1b[39m b', '\x1b[1;3H\x1b[32mup\x1b[m'],
    ['the end, which is erased', 'a long line', 'a', '\x1b[1;2H\x1b[K'],
    ['an end of two cells', 'abc', 'a', '\x1b[1;2H  '],
    ['half of a wide character, whose other half goes as well', '漢b', 'a b', '\x1b[Ha '],
    ['a blank in another colour, which looks the same', '\x1b[31ma \x1b[39mb', '\x1b[31ma\x1b[39m b', ''],
  ])('the differ writes only what has changed: %s', (_, before, after, bytes) => {
    expect(between([before], [after])).toBe(bytes);
  });

  test('the differ repaints a whole line that has a character of two UTF-16 code units', () => {
    expect(between(['e\u0301 17'], ['e\u0301 18'])).toBe('\x1b[H\x1b[2K\x1b[?7le\u0301 18\x1b[?7h');
  });

  test('the differ erases the rows below the last line of a frame', () => {
    expect(between(['a', 'b', 'c'], ['a'])).toBe('\x1b[2H \r\n ');
  });
});

describe('rows that moved', () => {
  const rows = (from: number) =>
    Array.from({ length: 10 }, (_, n) => `row ${from + n} of many, many of them`);
  const before = ['head', ...rows(10), 'foot'];
  const after = ['head', ...rows(12), 'foot'];

  test('rows that moved are scrolled inside the rows that did not', () => {
    const bytes = between(before, after);
    expect(bytes.startsWith('\x1b[2;11r\x1b[2S\x1b[r')).toBe(true);
    expect(bytes.length).toBeLessThan(100);
    expect(between(after, before).startsWith('\x1b[2;11r\x1b[2T\x1b[r')).toBe(true);
  });

  test.each(['linux', 'vt100', ''])('rows that moved are written again with TERM=%j', (term) => {
    expect(between(before, after, term)).not.toMatch(/\x1b\[[\d;]*[rST]/);
  });
});

test('a VT100 gets no sequence that it does not support', () => {
  const before = ['\x1b[1;31m17 something else entirely 17\x1b[22;39m'];
  const after = ['\x1b[31m18 something else entirely 18\x1b[39m'];
  expect(between(before, after, 'vt100')).not.toMatch(/\x1b\[\d*G|\x1b\[(?:\d+;)*2[2-9]/);
});

test('after a reset the differ paints the whole frame and erases the rest of the screen', () => {
  const differ = new Differ(abilitiesOf('xterm'));
  differ.update('a\nb', { columns: 10, rows: 2 });
  differ.forget();
  expect(differ.update('a\nb', { columns: 10, rows: 2 })).toBe(
    '\x1b[?2026h\x1b[m\x1b[Ha\x1b[K\r\nb\x1b[K\r\x1b[?2026l',
  );
});
