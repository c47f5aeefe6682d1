import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InkKey, pressesOf, printed } from '../../src/keys/press.ts';

const none: InkKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
};

describe('pressesOf', () => {
  it('reads a chunk from a slow link as one press for each character, none of them alone', () => {
    expect(pressesOf('jjj', none)).toEqual([
      { name: 'j', alone: false },
      { name: 'j', alone: false },
      { name: 'j', alone: false },
    ]);
  });

  it.each([
    ['upArrow', 'up'],
    ['downArrow', 'down'],
    ['leftArrow', 'left'],
    ['rightArrow', 'right'],
    ['pageUp', 'pageup'],
    ['pageDown', 'pagedown'],
    ['home', 'home'],
    ['end', 'end'],
    ['return', 'enter'],
    ['backspace', 'backspace'],
    ['delete', 'delete'],
    ['tab', 'tab'],
    ['escape', 'esc'],
  ] as const)('calls the key that Ink has as %s %s, and it is alone', (flag, name) => {
    expect(pressesOf('', { ...none, [flag]: true })).toEqual([{ name, alone: true }]);
  });

  it('reads blanks, tabs and line ends in a chunk as the keys that they are', () => {
    expect(pressesOf(' \t\n\r\b', none).map(({ name }) => name)).toEqual([
      'space',
      'tab',
      'enter',
      'enter',
      'backspace',
    ]);
    expect(pressesOf(' ', none)).toEqual([{ name: 'space', alone: true }]);
    expect(pressesOf('', { ...none, ctrl: true })).toEqual([]);
    expect(pressesOf('D', { ...none, ctrl: true })).toEqual([{ name: 'ctrl-d', alone: true }]);
  });

  it('marks Enter inside a chunk as not alone, so that it can confirm nothing', () => {
    expect(pressesOf('yes\r', none).at(-1)).toEqual({ name: 'enter', alone: false });
    expect(pressesOf('', { ...none, return: true })).toEqual([{ name: 'enter', alone: true }]);
  });

  it('tells Tab from Shift-Tab and names control chords', () => {
    expect(pressesOf('', { ...none, tab: true, shift: true })[0]?.name).toBe('shift-tab');
    expect(pressesOf('d', { ...none, ctrl: true })[0]?.name).toBe('ctrl-d');
  });

  it("ignores letters with Alt and control characters that are no letter's", () => {
    expect(pressesOf('a', { ...none, meta: true })).toEqual([]);
    expect(pressesOf('\u001C', none)).toEqual([]);
  });

  it('reads the control keys in a chunk of a slow link', () => {
    const names = pressesOf('ab\u0015c\u007F', none).map(({ name }) => name);
    expect(names.join(' ')).toBe('a b ctrl-u c backspace');
  });

  it('writes back what was typed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        expect(pressesOf(text, none).map(printed).join('')).toBe(text);
      }),
    );
  });
});
