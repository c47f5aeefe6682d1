import { describe, expect, test } from 'vitest';
import { type Column, layoutColumns } from '../../src/widgets/tableLayout.ts';
import { cachedRowLine, paintTable } from '../../src/widgets/tableLines.ts';
import { plain } from './looks.ts';

interface Osd {
  readonly id: string;
  readonly why: string;
}

describe('columns with repeated texts', () => {
  const rowsOf = (...states: readonly string[]) =>
    states.map((why, index): Osd => ({ id: `osd.${index}`, why }));
  const once: readonly Column<Osd>[] = [
    { id: 'id', title: 'OSD', width: 6, name: true, cell: ({ id }) => ({ text: id }) },
    { id: 'why', title: 'WHY', flex: 1, min: 10, once: true, cell: ({ why }) => ({ text: why }) },
  ];
  const painted = (rows: readonly Osd[], width = 20, columns = once) =>
    paintTable(
      {
        layout: layoutColumns(columns, width),
        rows,
        top: 0,
        selected: -1,
        empty: '',
        height: rows.length + 1,
      },
      cachedRowLine(plain),
      plain,
    )
      .lines.slice(1)
      .map((line) => line.trimEnd());

  test('a text continues over the rows that share it, beside a bracket that joins them', () => {
    const why = 'down and still in';
    expect(painted(rowsOf(why, why, why, 'full'), 22)).toEqual([
      ' osd.0 ┌ down and',
      ' osd.1 │ still in',
      ' osd.2 └',
      ' osd.3 full',
    ]);
  });

  test('a text is on one line if another column has room to give', () => {
    const [id, why] = once as [Column<Osd>, Column<Osd>];
    expect(painted(rowsOf('down and in', 'down and in'), 22, [{ ...id, width: 10 }, why])).toEqual([
      ' osd.0     down and in',
      ' osd.1     "',
    ]);
  });

  test('a text that is longer than its rows is cut in the last of them', () => {
    expect(painted(rowsOf('down and still in the map', 'down and still in the map'), 22)).toEqual([
      ' osd.0 ┌ down and',
      ' osd.1 └ still in the…',
    ]);
  });

  test('texts that do not repeat from row to row are shown in their own rows, and empty ones stay empty', () => {
    expect(painted(rowsOf('down', '', '', 'down'))).toEqual([
      ' osd.0  down',
      ' osd.1',
      ' osd.2',
      ' osd.3  down',
    ]);
  });
});
