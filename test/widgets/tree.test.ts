import { expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { treePrefix } from '../../src/widgets/tree.ts';
import { ascii, colour, plain } from './looks.ts';

const place = (guides: readonly boolean[], last: boolean, expandable = false, expanded = false) => ({
  guides,
  last,
  expandable,
  expanded,
});

/** A tree: root { rack1 { host1, host2 }, rack2 (closed) } and a second root. */
const rows = [
  ['default', place([], false, true, true)],
  ['rack1', place([true], false, true, true)],
  ['host1', place([true, true], false)],
  ['host2', place([true, true], true)],
  ['rack2', place([true], true, true)],
  ['ssd', place([], true)],
] as const;

test('a tree draws guides from parents to children', () => {
  expect(rows.map(([name, row]) => treePrefix(row, plain) + name)).toEqual([
    '▾ default',
    '├─▾ rack1',
    '│ ├─· host1',
    '│ └─· host2',
    '└─▸ rack2',
    '· ssd',
  ]);
});

test('a tree has ASCII guides of the same width', () => {
  expect(rows.map(([name, row]) => treePrefix(row, ascii) + name)).toEqual([
    'v default',
    '|-v rack1',
    '| |-. host1',
    '| `-. host2',
    '`-> rack2',
    '. ssd',
  ]);
});

test('a very deep row of a tree leaves room for its name', () => {
  const deep = place(
    Array.from({ length: 200 }, () => true),
    true,
  );
  expect(width(treePrefix(deep, colour))).toBeLessThan(30);
});
