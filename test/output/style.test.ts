import { expect, test } from 'vitest';
import { Links } from '../../src/lib/links.ts';
import { linkAttribute } from '../../src/lib/sgr.ts';
import { PLAIN, Styles } from '../../src/output/style.ts';

const modern = () => new Styles({ endsAttributes: true });
const style = (styles: Styles, parameters: string) => styles.after(PLAIN, parameters);

test('equal styles have the same number, however they were set', () => {
  const styles = modern();
  expect(styles.after(style(styles, '1;31'), '7')).toBe(style(styles, '7;31;1'));
  expect(styles.after(style(styles, '1;38;5;203'), '22;39')).toBe(PLAIN);
  expect(styles.after(style(styles, '48;2;1;2;3'), '')).toBe(PLAIN);
  expect(styles.after(style(styles, '4'), '1;')).toBe(PLAIN);
});

test.each([
  ['7', '', '\x1b[m'],
  ['1;31', '1;32', '\x1b[32m'],
  ['31', '31;1', '\x1b[1m'],
  // Bold and dim have the same end sequence.
  ['1;2;31', '2;31', '\x1b[22;2m'],
  ['1;38;2;10;20;30', '38;2;10;20;30', '\x1b[22m'],
  ['38;5;203', '4;7', '\x1b[0;4;7m'],
])('the change of style from %s to %s is written as %j', (from, to, change) => {
  const styles = modern();
  expect(styles.change(style(styles, from), to === '' ? PLAIN : style(styles, to))).toBe(change);
});

test('an old terminal gets every change of style as a reset and the whole style', () => {
  const styles = new Styles({ endsAttributes: false });
  expect(styles.change(style(styles, '1;31'), style(styles, '31'))).toBe('\x1b[0;31m');
  expect(styles.change(PLAIN, style(styles, '1'))).toBe('\x1b[1m');
});

test('of the style of a blank only the background, the lines and inverse are visible', () => {
  const styles = modern();
  expect(['1', '2', '3', '31', '5'].map((p) => styles.isBare(style(styles, p)))).toEqual(Array(5).fill(true));
  expect(['4', '7', '9', '41', '48;5;3'].map((p) => styles.isBare(style(styles, p)))).toEqual(
    Array(5).fill(false),
  );
});

test.each([
  ['1;2', '22', ''],
  ['3', '23', ''],
  ['4', '24', ''],
  ['5;6', '25', ''],
  ['7', '27', ''],
  ['8', '28', ''],
  ['9', '29', ''],
  ['31', '39', ''],
  ['41', '49', ''],
  ['1;4', '24', '1'],
  ['3;7;31', '27', '3;31'],
  ['1;31;44', '39', '1;44'],
  ['1;31;44', '0;4', '4'],
  ['1', '10', '1'],
  ['1', '99', '1'],
])('the style %s followed by %s is the style %j', (before, after, result) => {
  const styles = modern();
  expect(styles.after(style(styles, before), after)).toBe(style(styles, result));
});

test.each([
  ['7', true],
  ['1;7', false],
  ['7;31', false],
  ['7;41', false],
  ['1', false],
  ['', false],
])('the style %j marks the input focus: %s', (parameters, isMark) => {
  const styles = modern();
  expect(styles.isMark(style(styles, parameters))).toBe(isMark);
});

test('text with a link is no plain blank, and its link starts, changes and ends with an address', () => {
  const links = new Links();
  const styles = new Styles({ endsAttributes: true, links });
  const [a, b] = ['https://a/', 'https://b/'].map((address) =>
    style(styles, linkAttribute(links.numberOf(address) ?? -1)),
  ) as [number, number];
  expect(styles.isBare(a)).toBe(false);
  expect(styles.change(PLAIN, a)).toBe('\x1b]8;id=0;https://a/\x1b\\');
  expect(styles.change(a, b)).toBe('\x1b]8;id=1;https://b/\x1b\\');
  expect(styles.change(b, PLAIN)).toBe('\x1b]8;;\x1b\\');
  expect(styles.after(a, '59')).toBe(PLAIN);
  expect(style(styles, linkAttribute(7))).toBe(PLAIN);
  expect(style(modern(), linkAttribute(0))).toBe(PLAIN);
  expect([styles.reset, modern().reset]).toEqual(['\x1b[m\x1b]8;;\x1b\\', '\x1b[m']);
});

test.each([
  ['1;31', '1;42', '\x1b[39;42m'],
  ['31;42', '31', '\x1b[49m'],
  ['1', '31', '\x1b[0;31m'],
  ['31', '31', ''],
])('the shorter of both ways from the style %s to %s is taken', (from, to, change) => {
  const styles = modern();
  expect(styles.change(style(styles, from), style(styles, to))).toBe(change);
});

test('a style that was never given out is refused', () => {
  expect(() => modern().isBare(3)).toThrow('no style 3');
});
