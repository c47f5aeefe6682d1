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
  it('pressesOf reads a chunk from a slow link as one press per character, none of them alone', () => {
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
  ] as const)('pressesOf names the key %s of Ink %s, and the press is alone', (flag, name) => {
    expect(pressesOf('', { ...none, [flag]: true })).toEqual([{ name, alone: true }]);
  });

  it('pressesOf reads spaces, tabs and line breaks in a chunk as the keys they are', () => {
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

  it('pressesOf marks Enter inside a chunk as not alone, so that it cannot confirm anything', () => {
    expect(pressesOf('yes\r', none).at(-1)).toEqual({ name: 'enter', alone: false });
    expect(pressesOf('', { ...none, return: true })).toEqual([{ name: 'enter', alone: true }]);
  });

  it('pressesOf distinguishes Tab from Shift-Tab and names control chords', () => {
    expect(pressesOf('', { ...none, tab: true, shift: true })[0]?.name).toBe('shift-tab');
    expect(pressesOf('d', { ...none, ctrl: true })[0]?.name).toBe('ctrl-d');
  });

  it('pressesOf ignores Alt with a letter, and control characters that belong to no letter', () => {
    expect(pressesOf('a', { ...none, meta: true })).toEqual([]);
    expect(pressesOf('\u001C', none)).toEqual([]);
  });

  it('pressesOf reads control keys in a chunk from a slow link', () => {
    const names = pressesOf('ab\u0015c\u007F', none).map(({ name }) => name);
    expect(names.join(' ')).toBe('a b ctrl-u c backspace');
  });

  it('the presses of any typed text give the text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        expect(pressesOf(text, none).map(printed).join('')).toBe(text);
      }),
    );
  });
});
