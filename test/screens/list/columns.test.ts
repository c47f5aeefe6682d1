import { expect, it } from 'vitest';
import { columnsOf, numberColumn, textColumn } from '../../../src/screens/list/columns.ts';

interface Row {
  readonly name?: string;
  readonly size?: number;
}

it('a column without a reader shows the field that its id names, and is sorted by it', () => {
  const [name, size] = columnsOf<Row>(
    [
      textColumn({ id: 'name', title: 'NAME', width: 8, priority: 0 }),
      numberColumn({ id: 'size', title: 'SIZE', width: 6, priority: 1 }),
    ],
    {} as never,
  );
  const row = { name: 'rbd', size: 1.5 };
  expect([name?.cell(row), name?.value?.(row)]).toEqual([{ text: 'rbd' }, 'rbd']);
  expect([size?.cell(row), size?.value?.(row)]).toEqual([{ text: '1.5' }, 1.5]);
  expect([name?.cell({}), size?.cell({})]).toEqual([{ text: '--' }, { text: '--', role: 'dim' }]);
});
