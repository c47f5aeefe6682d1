import { expect, test } from 'vitest';
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
