import { expect, test } from 'vitest';
import { BLANK, readLine, sameCell } from '../../src/output/line.ts';
import { PLAIN, Styles } from '../../src/output/style.ts';

const styles = new Styles({ endsAttributes: true });
const read = (source: string, columns = 10) => readLine(source, columns, styles);
const style = (parameters: string) => styles.after(PLAIN, parameters);

test.each([
  ['each letter has a cell', 'abc', 10, ['a', 'b', 'c'], false],
  ['a letter of two columns has an empty second cell', 'a漢b', 10, ['a', '漢', '', 'b'], false],
  ['letters beyond the width are dropped', 'abcdef', 4, ['a', 'b', 'c', 'd'], false],
  ['a wide letter that would be cut at the edge is dropped with what follows', 'ab漢c', 3, ['a', 'b'], false],
  ['a combining mark is in the cell of its letter', 'xe\u0301y', 10, ['x', 'e\u0301', 'y'], true],
  ['a mark without columns joins the cell before it', 'a\x1b[1m\u200B', 10, ['a\u200B'], true],
  ['a mark without columns and without a cell before it is dropped', '\u200B', 10, [], true],
  ['a mark without columns after a full line is dropped', 'abc\x1b[1m\u200B', 2, ['a', 'b'], true],
  ['a control character has no cell', 'a\tb\x7fc\x00d', 10, ['a', 'b', 'c', 'd'], false],
  ['the first printable character has a cell', ' !', 10, [' ', '!'], false],
  ['a sequence that is no style has no cell', 'a\x1b[2Kb\x1b]8;;x\x07c', 10, ['a', 'b', 'c'], false],
  ['blanks at the end have no cell', ' a  ', 10, [' ', 'a'], false],
  ['a line of blanks has no cell', '   ', 10, [], false],
])('in a line read from a frame, %s', (_, source, columns, texts, doubtful) => {
  expect(read(source, columns)).toMatchObject({ source, texts, doubtful });
});

test('a blank keeps a style that is visible on it, and is plain in any other', () => {
  expect(read('\x1b[1ma b\x1b[41m \x1b[m ').styles).toEqual([style('1'), PLAIN, style('1'), style('1;41')]);
  expect(read('\x1b[31m漢').styles).toEqual([style('31'), style('31')]);
});

test.each([
  ['ab', undefined],
  ['\x1b[7mab\x1b[m', 0],
  ['a\x1b[7mb\x1b[m', 1],
  ['a\x1b[7mbc\x1b[m d', 1],
  ['\x1b[7ma\x1b[mb\x1b[7mcd\x1b[m', 2],
  ['\x1b[1;7ma\x1b[m', undefined],
])('the last mark of the line %j begins at column %s', (source, column) => {
  expect(read(source).mark).toBe(column);
});

test('cells of two lines are the same if text and style are; a missing cell is a plain blank', () => {
  const [plain, bold] = [read('ab'), read('a\x1b[1mb')];
  expect([0, 1, 2].map((column) => sameCell(plain, bold, column))).toEqual([true, false, true]);
  expect(sameCell(read('ab'), read('ac'), 1)).toBe(false);
  expect(sameCell(BLANK, read(' a'), 0)).toBe(true);
  expect(sameCell(BLANK, read('\x1b[41m '), 0)).toBe(false);
  expect(sameCell(read('\x1b[41m '), BLANK, 0)).toBe(false);
  expect(sameCell(BLANK, read('a'), 0)).toBe(false);
  expect(sameCell(read('a'), BLANK, 0)).toBe(false);
});
