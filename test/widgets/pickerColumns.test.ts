import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { besideItem, columnLines, itemColumns } from '../../src/widgets/pickerColumns.ts';
import { ascii } from './looks.ts';

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
