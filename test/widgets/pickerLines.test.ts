import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import { pickerLines } from '../../src/widgets/pickerLines.ts';

const look = createLook({ depth: 'none', unicode: false });
const items = [
  { group: 'Pools', label: 'Create', hint: 'c', help: 'makes one' },
  { group: 'Pools', label: 'Delete', hint: 'D', help: 'for good', disabled: 'read-only' },
  { group: 'OSDs', label: 'Mark out' },
];
const view = { columns: 40, words: [], selected: 1, grouped: true };
const texts = (more: Partial<typeof view> = {}) =>
  pickerLines(items, { ...view, ...more }, look).map(({ text, item }) => [
    stripVTControlCharacters(text).trimEnd(),
    item,
  ]);

describe('pickerLines', () => {
  test('a searchable list shows each group once as a heading that cannot be selected, and a mark before the selected item', () =>
    expect(texts()).toEqual([
      ['Pools', undefined],
      [' Create    c  makes one', 0],
      [`${look.glyphs.cursor}Delete    D  read-only`, 1],
      ['OSDs', undefined],
      [' Mark out', 2],
    ]));

  test('a searchable list shows the group of each item if there are no headings', () =>
    expect(texts({ grouped: false, selected: 0 })).toEqual([
      [`${look.glyphs.cursor}Create    Pools  c  makes one`, 0],
      [' Delete    Pools  D  read-only', 1],
      [' Mark out  OSDs', 2],
    ]));

  test('a searchable list has lines of the given width, and cuts long labels at half of it', () => {
    const long = [{ group: 'g', label: 'x'.repeat(50), hint: 'hint' }];
    const [, line] = pickerLines(long, { ...view, columns: 60 }, look);
    expect(line!.text).toHaveLength(60);
    expect(line!.text).toMatch(/^ x{27,29}\S+ {2}hint +$/);
  });
});
