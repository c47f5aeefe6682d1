import { expect, it } from 'vitest';
import { type ListColumn, numberColumn, textColumn } from '../../../src/screens/list/columns.ts';

interface Row {
  readonly name?: string;
  readonly size?: number;
}

it('a column without a reader shows the field that its id names, and is sorted by it', () => {
  const name: ListColumn<Row> = textColumn({ id: 'name', title: 'NAME', width: 8, priority: 0 });
  const size: ListColumn<Row> = numberColumn({ id: 'size', title: 'SIZE', width: 6, priority: 1 });
  const row = { name: 'rbd', size: 1.5 };
  expect([name.cell(row), name.value?.(row)]).toEqual([{ text: 'rbd' }, 'rbd']);
  expect([size.cell(row), size.value?.(row)]).toEqual([{ text: '1.5' }, 1.5]);
  expect([name.cell({}), size.cell({})]).toEqual([{ text: '--' }, { text: '--', role: 'dim' }]);
});
