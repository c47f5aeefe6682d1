import { describe, expect, test } from 'vitest';
import { helpLines } from '../../src/widgets/helpLines.ts';
import { highlight } from '../../src/widgets/highlight.ts';
import { ascii, mono, plain } from './looks.ts';

const match = (text: string) => `\x1b[4m${text}\x1b[24m`;

describe('highlight', () => {
  test('highlight marks every match in any case, the longer word before the shorter', () => {
    expect(highlight('OSD osd.12', ['osd', 'osd.1'], mono)).toBe(`${match('OSD')} ${match('osd.1')}2`);
  });

  test('highlight takes every character of a word literally', () => {
    expect(highlight('a.b a+b', ['a+b', '.'], mono)).toBe(`a${match('.')}b ${match('a+b')}`);
    expect(highlight('[x] (y)', ['[x]', '(', '-'], mono)).toBe(`${match('[x]')} ${match('(')}y)`);
  });

  test('highlight without words marks nothing and paints the text in its role', () => {
    expect(highlight('text', [''], mono, 'strong')).toBe('\x1b[1mtext\x1b[22m');
  });
});

describe('helpLines', () => {
  const items = [
    { layer: 'Health', keys: 'Enter', text: 'Show what the check names' },
    { layer: 'Health', keys: 'd', text: 'Describe', disabled: 'nothing is selected' },
    { layer: 'Everywhere', keys: 'Ctrl-R', text: 'Refresh now' },
  ];

  test('the text of the selected help entry is wrapped instead of cut', () => {
    const lines = helpLines(items, { columns: 24, words: [], selected: 0 }, ascii);
    expect(lines.slice(1, 4)).toEqual([
      { text: '>Enter   Show what the'.padEnd(24), item: 0 },
      { text: '         check names'.padEnd(24), item: 0 },
      { text: ' d       Describe (noth~', item: 1 },
    ]);
  });

  test('the help groups the keys and marks the selected one', () => {
    const lines = helpLines(items, { columns: 40, words: [], selected: 1 }, ascii);
    expect(lines).toEqual([
      { text: 'Health'.padEnd(40) },
      { text: ' Enter   Show what the check names'.padEnd(40), item: 0 },
      { text: '>d       Describe (nothing is selected)'.padEnd(40), item: 1 },
      { text: ''.padEnd(40) },
      { text: 'Everywhere'.padEnd(40) },
      { text: ' Ctrl-R  Refresh now'.padEnd(40), item: 2 },
    ]);
  });

  test('the help marks the matches of the search', () => {
    const [, line] = helpLines(items, { columns: 40, words: ['check'], selected: 2 }, mono);
    expect(line?.text).toContain('\x1b[4mcheck\x1b[24m');
  });

  test('the help escapes texts of a server without painting over earlier marks', () => {
    const hostile = {
      layer: 'a\u001B[8m',
      keys: 'x',
      lead: { role: 'ok', text: 'GET' },
      text: 'b\u202Ec 3',
      disabled: 'used by \u001B[2J',
    } as const;
    const lines = helpLines([hostile], { columns: 60, words: ['3'], selected: 1 }, plain).map(
      ({ text }) => text,
    );
    expect(lines.map((line) => line.trimEnd())).toEqual(['a␛[8m', ' x  GET b⍰c 3 (used by ␛[2J)']);
    const [, painted] = helpLines([hostile], { columns: 60, words: ['3'], selected: 1 }, mono);
    expect(painted?.text).toContain('GET b⍰c \x1b[4m3\x1b[24m');
  });

  test('the help cuts long texts and is empty without entries', () => {
    expect(helpLines(items, { columns: 12, words: [], selected: 1 }, plain)[1]?.text).toBe(' Enter   Sh…');
    expect(helpLines([], { columns: 12, words: [], selected: 0 }, plain)).toEqual([]);
  });
});
