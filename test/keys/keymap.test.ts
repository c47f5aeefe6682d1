import { describe, expect, test } from 'vitest';
import type { Layer } from '../../src/keys/binding.ts';
import { bindingName, isKey, keyConflicts, namesOf, OWN_LAYER, remap } from '../../src/keys/keymap.ts';

const binding = (label: string, ...keys: string[]) => ({ keys, label, help: label, run: () => undefined });
const layers: readonly Layer[] = [
  { title: 'Log', bindings: [binding('next error', 'e'), binding('mark', 'm')] },
  { title: 'Program', bindings: [binding('refresh', 'ctrl-r'), binding('next error', 'x')] },
];
const keysOf = (all: readonly Layer[]) =>
  all.map(({ bindings }) => bindings.map(({ keys }) => keys.join(' ')));

describe('remap', () => {
  test('the keys of the configuration replace the built-in keys of an action', () => {
    expect(keysOf(remap(layers, new Map([['refresh', ['f']]])))).toEqual([
      ['e', 'm'],
      ['f', 'x'],
    ]);
    expect(keysOf(remap(layers, new Map([['next-error', ['E', 'ctrl-e']]])))).toEqual([
      ['E ctrl-e', 'm'],
      ['ctrl-r', 'E ctrl-e'],
    ]);
  });

  test('a key name with the prefix of a layer changes this layer only', () => {
    expect(keysOf(remap(layers, new Map([['log.next-error', ['E']]])))).toEqual([
      ['E', 'm'],
      ['ctrl-r', 'x'],
    ]);
  });

  test('a text layer keeps its keys whatever the configuration says', () => {
    const text: Layer = { title: 'Search', bindings: [binding('close', 'esc')], text: () => undefined };
    expect(keysOf(remap([text], new Map([['close', ['q']]])))).toEqual([['esc']]);
  });

  test('a configured key that already runs another action is reported with the names of both', () => {
    expect(keyConflicts(layers, new Map([['refresh', ['m']]]))).toEqual([
      'the key m is both refresh (Program) and mark (Log)',
    ]);
    expect(keyConflicts(layers, new Map([['refresh', ['f']]]))).toEqual([]);
    expect(keyConflicts(layers, new Map())).toEqual([]);
  });

  test('two actions that swap their keys do not clash', () => {
    const swapped = new Map([
      ['refresh', ['m']],
      ['mark', ['ctrl-r']],
    ]);
    expect(keyConflicts(layers, swapped)).toEqual([]);
  });

  test('the key of a custom action is reported too if it clashes', () => {
    const own: Layer = { title: OWN_LAYER, bindings: [binding('Restart', 'm')] };
    expect(keyConflicts([own, ...layers], new Map())).toEqual([
      'the key m is both restart (Your own) and mark (Log)',
    ]);
  });

  test('the name of an action in the configuration is derived from its label', () => {
    expect(bindingName(binding('Next Error!', 'e'))).toBe('next-error');
    expect(namesOf(layers)).toContain('log.next-error');
  });
});

test.each([
  ['x', true],
  ['ctrl-x', true],
  ['pagedown', true],
  ['é', true],
  ['ctrl-c', false],
  ['ctrl-h', false],
  ['ctrl-i', false],
  ['ctrl-j', false],
  ['ctrl-m', false],
  [' ', false],
  ['\u0007', false],
  ['Ctrl-X', false],
  ['xx', false],
  ['', false],
])('%j is accepted as a key: %s', (key, expected) => {
  expect(isKey(key)).toBe(expected);
});
