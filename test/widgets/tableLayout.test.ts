import { describe, expect, test } from 'vitest';
import { rowLines } from '../../src/widgets/table.ts';
import {
  type Column,
  columnAt,
  cutsText,
  layoutColumns,
  redistribute,
  usedWidth,
} from '../../src/widgets/tableLayout.ts';
import { plain } from './looks.ts';

const quiet = { selected: false };

describe('widening of cut columns', () => {
  const fixed = (id: string, least: number, text: string): Column<object> => ({
    id,
    title: '',
    width: least,
    cell: () => ({ text }),
  });
  const widthsOf = (some: readonly Column<object>[], room: number) => {
    const layout = layoutColumns(some, room);
    rowLines(layout, {}, quiet, plain);
    return redistribute(layout).columns.map((placed) => placed.width);
  };

  test('a cut column gets the unused width of another one, and the others keep theirs', () => {
    expect(widthsOf([fixed('a', 9, 'long'), fixed('b', 4, 'longer'), fixed('c', 6, 'four')], 22)).toEqual([
      7, 6, 6,
    ]);
  });

  test('a cut column gets the blank at the right edge first', () => {
    expect(widthsOf([fixed('a', 9, 'long'), fixed('b', 4, 'longer')], 30)).toEqual([9, 6]);
  });

  test('if the width is not enough for all, the column that lacks the least gets its full width', () => {
    expect(
      widthsOf([fixed('a', 7, 'long'), fixed('b', 3, 'much longer'), fixed('c', 3, 'five!')], 16),
    ).toEqual([4, 4, 5]);
  });

  test('a column of fixed width gets its full width at the cost of a longer text in a flexible one', () => {
    const text = 'a text much longer than there is room for';
    const growing: Column<object> = { id: 'b', title: '', flex: 1, min: 4, cell: () => ({ text }) };
    expect(widthsOf([fixed('a', 7, 'FINISHED'), growing, fixed('c', 4, 'four')], 30)).toEqual([8, 15, 4]);
  });

  test('a flexible column keeps little more than it needs, and no less than its minimum width', () => {
    const growing = (id: string, min: number): Column<object> => ({
      id,
      title: '',
      flex: 1,
      min,
      cell: () => ({ text: 'four' }),
    });
    expect(widthsOf([growing('a', 5), growing('b', 20), fixed('c', 9, 'long')], 90)).toEqual([12, 20, 9]);
  });

  const name = (text: string): Column<object> => ({
    id: 'name',
    title: '',
    flex: 1,
    min: 4,
    name: true,
    cell: () => ({ text }),
  });
  const text: Column<object> = {
    id: 'text',
    title: '',
    flex: 4,
    min: 6,
    priority: 1,
    cell: () => ({ text: 'a text that is longer than all else' }),
  };

  test('a name gets its full width at the cost of longer texts, also of several', () => {
    expect(widthsOf([name('storefs-metadata'), text, { ...text, id: 'more' }], 40)).toEqual([16, 6, 15]);
  });

  test('less important columns are dropped rather than a name cut', () => {
    const others = [fixed('a', 8, '8 letter'), { ...fixed('b', 6, 'longer'), priority: 2 }];
    expect(widthsOf([name('storefs-metadata'), ...others], 32)).toEqual([16, 8]);
  });

  test('no column is dropped if the slack of others is enough for a name', () => {
    const others = [fixed('a', 8, 'four'), { ...fixed('b', 6, 'longer'), priority: 2 }];
    expect(widthsOf([name('storefs-metadata'), ...others], 32)).toEqual([16, 7, 6]);
  });

  test('no column is dropped for a text in the name column that needs more than half of the table', () => {
    const others = [fixed('a', 6, 'longer'), { ...fixed('b', 6, 'longer'), priority: 2 }];
    expect(widthsOf([name('a/very/long/name/of/an/object'), ...others], 32)).toEqual([17, 6, 6]);
  });

  test('nothing changes if no column was cut', () => {
    const layout = layoutColumns([fixed('a', 9, 'long')], 30);
    rowLines(layout, {}, quiet, plain);
    expect(cutsText(layout)).toBe(false);
    expect(redistribute(layout)).toBe(layout);
  });
});

describe('layout of columns before anything is painted', () => {
  const column = (id: string, more: Partial<Column<object>>): Column<object> => ({
    id,
    title: '',
    cell: () => ({ text: '' }),
    ...more,
  });
  const laidOut = (room: number, ...columns: readonly Column<object>[]) =>
    layoutColumns(columns, room).columns.map(({ column: { id }, width }) => `${id} ${width}`);
  const a = column('a', { flex: 1, min: 1 });
  const b = column('b', { flex: 2, min: 1 });

  test('growing columns share the room by their weights, up to their greatest width', () => {
    expect(laidOut(10, a, b)).toEqual(['a 3', 'b 5']);
    expect(laidOut(10, a, { ...b, max: 4 })).toEqual(['a 4', 'b 4']);
    expect(laidOut(10, { ...a, max: 2 }, { ...b, max: 4 })).toEqual(['a 2', 'b 4']);
    expect(laidOut(5, a, b)).toEqual(['a 2', 'b 1']);
    expect(laidOut(4, a, b)).toEqual(['a 1', 'b 1']);
  });

  test('the last of the least important columns is dropped if there is no room for all', () => {
    const [x, y, z] = ['x', 'y', 'z'].map((id, index) =>
      column(id, { width: 3, ...(index > 0 && { priority: 1 }) }),
    ) as [Column<object>, Column<object>, Column<object>];
    expect(laidOut(12, x, y, z)).toEqual(['x 3', 'y 3', 'z 3']);
    expect(laidOut(11, x, y, z)).toEqual(['x 3', 'y 3']);
    expect(laidOut(11, y, z, x)).toEqual(['y 3', 'x 3']);
    expect(laidOut(3, x, y, z)).toEqual(['x 2']);
    expect(laidOut(0, x)).toEqual(['x 0']);
  });

  test('a column reaches from its left edge over the gap after it', () => {
    const layout = layoutColumns([a, b], 10);
    expect(usedWidth(layout)).toBe(10);
    expect([0, 1, 4, 5, 10, 11].map((x) => columnAt(layout, x)?.id)).toEqual([
      undefined,
      'a',
      'a',
      'b',
      'b',
      undefined,
    ]);
  });
});
