import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { besideItem, columnLines, itemColumns } from '../../src/widgets/pickerColumns.ts';
import { ascii, colour } from './looks.ts';

const ITEMS = [
  { group: 'Deck', label: 'Health', hint: '1', help: 'what is wrong' },
  { group: 'Deck', label: 'Log', hint: '4', help: 'what is written' },
  { group: 'Pools', label: 'Pools', hint: ':pools', help: 'pools of the cluster' },
  { group: 'Pools', label: 'Quotas', hint: ':quotas', help: 'their limits' },
];

const lists = fc.array(
  fc.record({
    group: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    label: fc.string({ minLength: 1, maxLength: 24 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const columns = fc.integer({ min: 20, max: 200 });

describe('list in columns', () => {
  test('every item and heading has a unique position within the columns', () => {
    fc.assert(
      fc.property(lists, columns, (items, room) => {
        const { across, lines, positions, headings } = itemColumns(items, room);
        const taken = [...positions, ...headings].map(({ column, line }) => `${column}.${line}`);
        expect(new Set(taken).size).toBe(items.length + new Set(items.map(({ group }) => group)).size);
        for (const { column, line } of positions) {
          expect(column).toBeLessThan(across);
          expect(line).toBeLessThan(lines);
        }
      }),
    );
  });

  test.each([
    [7, '0.1 0.2 0.5 0.6 0.7 0.10 0.13', '0.0 0.4 0.9 0.12', 14],
    [12, '0.1 0.2 1.1 1.2 1.3 2.1 2.4', '0.0 1.0 2.0 2.3', 5],
    [18, '0.1 0.2 1.1 1.2 1.3 2.1 3.1', '0.0 1.0 2.0 3.0', 4],
  ])('in %i columns whole groups fill one column after the other', (room, items, titles, lines) => {
    const grouped = Array.from('aabbbcd', (group, index) => ({ group, label: String(index) }));
    const layout = itemColumns(grouped, room);
    const spots = (all: typeof layout.positions) =>
      all.map(({ column, line }) => `${column}.${line}`).join(' ');
    expect([spots(layout.positions), spots(layout.headings), layout.lines]).toEqual([items, titles, lines]);
  });

  test.each([
    ['names of five columns need three more', 5, 15, 1],
    ['two of them fit exactly', 5, 16, 2],
    ['there are never more than four columns', 5, 400, 4],
    ['one fits even where there is no room', 5, 3, 1],
    ['of a long name 23 columns count', 40, 51, 1],
    ['so that two fit', 40, 52, 2],
  ])('in a list in columns, %s', (_, long, room, across) => {
    const items = [
      { group: 'a', label: 'x'.repeat(long) },
      { group: 'b', label: 'x' },
    ];
    expect(itemColumns(items, room).across).toBe(across);
  });

  test('an empty list in columns has no lines', () => {
    expect(itemColumns([], 40)).toMatchObject({ lines: 0, positions: [], headings: [] });
  });

  test('a sideways move leads to the nearest item, to the upper one of two equally near ones, or nowhere', () => {
    const at = (...spots: readonly (readonly [number, number])[]) => ({
      across: 2,
      lines: 6,
      headings: [],
      positions: spots.map(([column, line]) => ({ column, line })),
    });
    expect(besideItem(at([0, 2], [1, 1], [1, 3]), 0, 1)).toBe(1);
    expect(besideItem(at([0, 4], [1, 1], [1, 3], [1, 5]), 0, 1)).toBe(2);
    expect(besideItem(at([0, 5], [1, 1], [1, 5]), 0, 1)).toBe(2);
    expect(besideItem(at([0, 2], [2, 1]), 0, 1)).toBe(0);
    expect(besideItem(at([0, 2]), 7, 1)).toBe(7);
  });

  test('a sideways move leads to the next column, and back from there', () => {
    const layout = itemColumns(ITEMS, 40);
    expect(layout.across).toBeGreaterThan(1);
    expect(besideItem(layout, 0, 1)).toBe(2);
    expect(besideItem(layout, 3, -1)).toBe(1);
    expect(besideItem(layout, 0, -1)).toBe(0);
    expect(besideItem(layout, 2, 1)).toBe(2);
  });
});

test('names are arranged in columns by group, and only the selected one has a description', () => {
  const lines = columnLines(ITEMS, { columns: 40, height: 8, selected: 2 }, ascii);
  const text = lines.map((line) => line.replaceAll(/\u001B\[[\d;]*m/g, '').trimEnd());
  expect(text[0]).toMatch(/^ Deck +Pools$/);
  expect(text[1]).toMatch(/^ Health +>Pools$/);
  expect(text.join('\n')).toContain(':pools  pools of the cluster');
  expect(text.join('\n')).not.toContain('what is wrong');
  expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(40);
});

test('a list in columns says how many rows are out of sight below', () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    group: 'Deck',
    label: `pane ${at}`,
    help: 'one',
  }));
  const sentence = (selected: number) =>
    columnLines(items, { columns: 40, height: 10, selected }, ascii).at(-1);
  expect(sentence(0)).toMatch(/^ pane 0 {2}one +22 more rows below$/);
  expect(sentence(29)).toBe(' pane 29  one');
});

describe('lines of a list in columns', () => {
  const { paint } = colour;
  const two = [
    { group: 'Deck', label: 'Health', hint: '1' },
    { group: 'Deck', label: 'Log', hint: '22', disabled: 'it is off' },
  ];
  const lines = (items: typeof two, columns: number, height: number, selected = 0) =>
    columnLines(items, { columns, height, selected }, colour).map((line) => line.trimEnd());

  test('the selected name, one that cannot be chosen, and hints differ in their colours', () => {
    expect(lines(two, 24, 9)).toEqual([
      ` ${paint('strong', 'Deck')}`,
      `${paint('accent', colour.glyphs.cursor)}${paint('selected', 'Health')} ${paint('dim', '1')}`,
      ` ${paint('dim', 'Log')} ${paint('dim', '22')}`,
      '',
      ` ${paint('dim', 'Health  1')}`,
    ]);
    expect(lines(two, 24, 9, 1).slice(1)).toEqual([
      ` ${paint('text', 'Health')} ${paint('dim', '1')}`,
      `${paint('accent', colour.glyphs.cursor)}${paint('selected', 'Log')} ${paint('dim', '22')}`,
      '',
      ` ${paint('dim', 'Log  22  it is off')}`,
    ]);
  });

  test('a hint is shown only where it has room beside the name', () => {
    const text = (columns: number) => columnLines(two, { columns, height: 9, selected: 0 }, ascii)[1];
    expect(text(11)).toBe('>Health 1  ');
    expect(text(10)).toBe('>Health   ');
  });

  test('a name that has no room is cut, and shown in full below', () => {
    const long = [{ group: 'Deck', label: 'a name that is much longer than its column' }];
    const shown = columnLines(long, { columns: 20, height: 6, selected: 0 }, ascii);
    expect(shown[1]).toBe('>a name that is mu~ ');
    expect(shown.slice(2)).toEqual(['', ' a name that is', ' much longer than']);
  });

  test('a blank line stands above the sentence only where it has room', () => {
    const shown = (height: number) => columnLines(two, { columns: 24, height, selected: 0 }, ascii);
    expect(shown(5)).toHaveLength(5);
    expect(shown(5)[3]).toBe('');
    expect(shown(4).map((line) => line.trimEnd())).toEqual([' Deck', '>Health 1', ' Log 22', ' Health  1']);
    expect(shown(3).map((line) => line.trimEnd())).toEqual([' Deck', '>Health 1', ' Health  1']);
    expect(columnLines(two, { columns: 24, height: 4, selected: 7 }, ascii)).toHaveLength(4);
  });

  test('the rows out of sight are counted at the end of the last line of the sentence, if it has room there', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      group: 'Deck',
      label: `p${at}`,
      help: 'x'.repeat(at),
    }));
    const last = (columns: number) => columnLines(many, { columns, height: 4, selected: 0 }, ascii).at(-1);
    // Ten rows in all, of which three are in sight; the sentence, the count and the gaps take 22 columns.
    expect(last(22)).toBe(' p0 7 more rows below');
    expect(last(21)).toBe(' p0');
    const wrapped = [{ group: 'Deck', label: 'p', help: `${'word '.repeat(5)}end` }, ...many];
    const lines = columnLines(wrapped, { columns: 28, height: 5, selected: 0 }, ascii);
    expect(lines.slice(-2)).toEqual([' p  word word word word', ' word end 8 more rows below']);
  });
});
