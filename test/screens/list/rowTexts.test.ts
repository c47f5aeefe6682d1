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

test('cell texts outlive a change of the list if their row was used since the change before', () => {
  const cell = vi.fn(({ name }: Row) => ({ text: name }));
  const texts = new RowTexts<Row>([{ id: 'name', title: 'NAME', width: 8, priority: 0, cell }], true);
  const [used, unused] = [{ name: 'osd.1' }, { name: 'osd.2' }];
  for (const row of [used, unused]) texts.of(row)('name');
  for (let change = 0; change < 2; change++) {
    texts.renew();
    expect(texts.of(used)('name')).toBe('osd.1');
  }
  expect(cell).toHaveBeenCalledTimes(2);
  texts.of(unused)('name');
  expect(cell).toHaveBeenCalledTimes(3);
});
