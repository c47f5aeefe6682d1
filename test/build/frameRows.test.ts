import { describe, expect, test } from 'vitest';
import { columnsOf, isWhole, joined, keyOf } from '../../scripts/build/patches/frameRows.mjs';

const red = (text: string) => `\u001B[31m${text}\u001B[39m`;
const at = (x: number, line: string, raw = false) => ({ x, line, raw });

test('the width of a text is known without measuring if each character takes one column', () => {
  expect(columnsOf(red('osd.1 ✓ │ ▆'))).toBe(11);
  expect(columnsOf('漢')).toBe(-1);
  expect(columnsOf('e\u0301')).toBe(-1);
  expect(columnsOf('two\nlines')).toBe(-1);
});

test('a text is self-contained if it ends the styles that it starts', () => {
  expect(isWhole(`\u001B[1;7m${red('osd.1')}\u001B[22;27m`)).toBe(true);
  expect(isWhole('\u001B[31mosd.1\u001B[m')).toBe(true);
  expect(isWhole('\u001B[31mosd.1')).toBe(false);
});

describe('row of a frame', () => {
  test('a row differs from one with another text, place, width or order of sequences', () => {
    const rows = [[at(0, 'osd.1')], [at(1, 'osd.1')], [at(0, 'osd.2')], [at(0, 'osd.1', true)], []];
    expect(new Set([...rows.map((row) => keyOf(row, 20)), keyOf([at(0, 'osd.1')], 21)]).size).toBe(6);
  });

  test('a row joins its texts with spaces, in the order of their columns', () => {
    expect(joined([at(6, red('right')), at(1, 'left')], 20)).toBe(` left ${red('right')}`);
  });

  test('a row has no trailing spaces', () => {
    expect(joined([at(0, 'osd.1   ')], 20)).toBe('osd.1');
  });

  test.each([
    ['overlap', [at(0, 'osd.1'), at(4, 'osd.2')]],
    ['begin left of the screen', [at(-1, 'osd.1')]],
    ['reach beyond the row', [at(16, 'osd.1')]],
    ['contain wide characters', [at(0, '漢字')]],
    ['are not in order yet', [at(0, 'osd.1', true)]],
    ['touch with two styles', [at(0, red('osd')), at(3, red('.1'))]],
  ])('texts that %s are not joined into a row', (_, writes) => {
    expect(joined(writes, 20)).toBeUndefined();
  });
});
