import { expect, test } from 'vitest';
import { keyLabel } from '../../src/keys/names.ts';

test.each([
  ['enter', 'Enter'],
  ['esc', 'Esc'],
  ['tab', 'Tab'],
  ['shift-tab', 'Shift-Tab'],
  ['space', 'Space'],
  ['pageup', 'PgUp'],
  ['pagedown', 'PgDn'],
  ['home', 'Home'],
  ['end', 'End'],
  ['backspace', 'Backspace'],
  ['delete', 'Del'],
  ['ctrl-d', 'Ctrl-D'],
  ['g', 'g'],
  ['G', 'G'],
  ['/', '/'],
])('the key %s is shown as %s', (name, label) => {
  expect([keyLabel(name, true), keyLabel(name, false)]).toEqual([label, label]);
});

test.each([
  ['up', '↑', 'Up'],
  ['down', '↓', 'Down'],
  ['left', '←', 'Left'],
  ['right', '→', 'Right'],
])('the key %s is shown as %s, and as %s without Unicode', (name, arrow, word) => {
  expect([keyLabel(name, true), keyLabel(name, false)]).toEqual([arrow, word]);
});
