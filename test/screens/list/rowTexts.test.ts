import { expect, test, vi } from 'vitest';
import { finishNow } from '../../../src/lib/chunked.ts';
import { RowTexts } from '../../../src/screens/list/rowTexts.ts';

interface Row {
  readonly name: string;
}

test('cell texts prepared in chunks are not made again for a filter', () => {
  const cell = vi.fn(({ name }: Row) => ({ text: name }));
  const texts = new RowTexts<Row>([{ id: 'name', title: 'NAME', width: 8, priority: 0, cell }], true);
  const rows = Array.from({ length: 600 }, (_, index) => ({ name: `osd.${index}` }));
  const work = texts.prepare(rows);
  expect(work.next().done).toBe(false);
  expect(cell.mock.calls.length).toBeLessThan(600);
  finishNow(work);
  expect(rows.map((row) => texts.of(row)('name'))).toEqual(rows.map(({ name }) => name));
  expect(cell).toHaveBeenCalledTimes(600);
});
