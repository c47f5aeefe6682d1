import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { visible, width } from '../../src/lib/text.ts';
import { headerLine, rowLines } from '../../src/widgets/table.ts';
import { type Column, columnAt, layoutColumns, redistribute } from '../../src/widgets/tableLayout.ts';
import { cachedRowLine, paintTable } from '../../src/widgets/tableLines.ts';
import { ascii, colour, LOOKS, mono, plain } from './looks.ts';

interface Osd {
  readonly id: string;
  readonly state: string;
  readonly host: string;
  readonly used: string;
}

const columns: readonly Column<Osd>[] = [
  { id: 'id', title: 'OSD', width: 6, name: true, cell: (osd) => ({ text: osd.id }) },
  { id: 'state', title: 'STATE', width: 7, priority: 1, cell: (osd) => ({ text: osd.state, role: 'error' }) },
  { id: 'host', title: 'HOST', flex: 1, min: 6, max: 12, priority: 2, cell: (osd) => ({ text: osd.host }) },
  { id: 'used', title: 'USED', width: 5, align: 'right', cell: (osd) => ({ text: osd.used }) },
];
const osd: Osd = { id: 'osd.12', state: 'DOWN in', host: 'stor-07.example.org', used: '84%' };
const quiet = { selected: false };

/** A row in one line. */
const rowLine = <Row>(...of: Parameters<typeof rowLines<Row>>): string => rowLines(...of)[0] ?? '';

describe('layoutColumns', () => {
  test.each([
    [40, ' OSD    STATE   HOST          USED       ', ' osd.12 DOWN in stor-07.exa…   84%       '],
    [30, ' OSD    STATE   HOST      USED', ' osd.12 DOWN in stor-07…   84%'],
    [24, ' OSD    STATE    USED    ', ' osd.12 DOWN in   84%    '],
    [14, ' OSD     USED ', ' osd.12   84% '],
    [6, ' OSD  ', ' osd.…'],
    [1, ' ', ' '],
  ])('the columns of a table fit into %i columns of the screen', (room, header, row) => {
    const layout = layoutColumns(columns, room);
    expect([headerLine(layout, {}, plain), rowLine(layout, osd, quiet, plain)]).toEqual([
      header.slice(0, room),
      row.slice(0, room),
    ]);
  });

  test('flexible columns share the room by their weight', () => {
    const growing = [
      { id: 'a', title: 'A', flex: 1, cell: () => ({ text: '' }) },
      { id: 'b', title: 'B', flex: 3, cell: () => ({ text: '' }) },
    ];
    expect(layoutColumns(growing, 42).columns.map((placed) => placed.width)).toEqual([11, 29]);
  });

  test('of equally important columns the last one is dropped first', () => {
    const equal = ['A', 'B', 'C'].map((title) => ({
      id: title,
      title,
      width: 4,
      cell: () => ({ text: '' }),
    }));
    expect(layoutColumns(equal, 10).columns.map((placed) => placed.column.id)).toEqual(['A', 'B']);
  });
});

test('a click on a line belongs to the column there, including the space after it', () => {
  const layout = layoutColumns(columns, 30);
  const header = headerLine(layout, {}, plain);
  const at = (text: string) => columnAt(layout, header.indexOf(text))?.id;
  expect(['OSD', 'STATE', 'HOST', 'USED'].map(at)).toEqual(['id', 'state', 'host', 'used']);
  expect([0, 1, 7, 8, 31].map((x) => columnAt(layout, x)?.id)).toEqual([
    undefined,
    'id',
    'id',
    'state',
    undefined,
  ]);
});

describe('headerLine', () => {
  const layout = layoutColumns(columns, 30);

  test('the header has an arrow at the column that the table is sorted by', () => {
    expect(headerLine(layout, { sort: { column: 'used', descending: true } }, plain)).toBe(
      ' OSD    STATE   HOST     USED↓',
    );
    expect(headerLine(layout, { sort: { column: 'id', descending: false } }, ascii)).toBe(
      ' OSD^   STATE   HOST      USED',
    );
  });

  const letters = new Map([
    ['id', 'o'],
    ['state', 't'],
    ['host', 'x'],
  ]);

  test('the header shows the sort key of a column as its only capital letter, without colour too', () => {
    expect(headerLine(layout, { letters }, plain)).toBe(' Osd    sTate   X host    USED');
    expect(headerLine(layout, { letters }, mono)).toMatch(/^\x1b\[1m \x1b\[4mO\x1b\[24msd/);
  });

  test('the header shows the sort key of a column even if its title is cut before that letter', () => {
    const narrow = layoutColumns([{ ...columns[1]!, width: 3 }], 4);
    expect(headerLine(narrow, { letters: new Map([['state', 'e']]) }, ascii)).toBe(' E ~');
  });
});

describe('rowLines', () => {
  const layout = layoutColumns(columns, 22);

  test('a selected row has only a mark and an inverse name', () => {
    expect(rowLine(layout, osd, { selected: true }, colour)).toBe(
      '\x1b[36m▌\x1b[39m\x1b[7mosd.12\x1b[27m \x1b[1;31mDOWN in\x1b[22;39m   84% ',
    );
    expect(rowLine(layout, osd, { selected: true }, ascii)).toBe('>osd.12 DOWN in   84% ');
  });

  test('a row shows its own sign while the cursor is not on it', () => {
    expect(rowLine(layout, osd, { selected: false, sign: '*' }, ascii)).toBe('*osd.12 DOWN in   84% ');
    expect(rowLine(layout, osd, { selected: true, sign: '*' }, ascii)).toBe('>osd.12 DOWN in   84% ');
  });

  test('a selected row keeps the prefix of a cell out of the inverse, and accepts painted cells', () => {
    const tree: Column<Osd>[] = [
      { id: 'name', title: 'NODE', flex: 1, prefix: () => '├─', cell: (row) => ({ text: row.id }) },
      { id: 'bar', title: '', width: 2, cell: () => ({ painted: '\x1b[32m██\x1b[39m' }) },
    ];
    expect(rowLine(layoutColumns(tree, 12), osd, { selected: true }, mono)).toBe(
      '\x1b[1m▌\x1b[22m├─\x1b[7mosd.12\x1b[27m \x1b[32m██\x1b[39m',
    );
  });

  test('a row is always exactly as wide as the table', () => {
    const text = fc.string({ unit: 'grapheme' }).map((part) => visible(part));
    const anyColumns = fc.array(
      fc.record(
        {
          id: text,
          title: text,
          width: fc.integer({ min: 1, max: 12 }),
          priority: fc.nat(4),
          align: fc.constantFrom('left' as const, 'right' as const),
          prefix: text.map((part) => () => part),
          cell: text.map((part) => () => ({ text: part, role: 'warn' as const })),
        },
        { requiredKeys: ['id', 'title', 'cell'] },
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        anyColumns,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        fc.constantFrom(...LOOKS),
        (some, room, selected, look) => {
          const layout = layoutColumns<object>(some, room);
          const state = { selected };
          expect(width(rowLine(layout, {}, state, look))).toBe(room);
          const given = redistribute(layout);
          for (const line of rowLines(given, {}, state, look, 3)) expect(width(line)).toBe(room);
          expect(redistribute(given)).toBe(given);
          const sort = { column: some[0]?.id ?? '', descending: true };
          const letters = new Map(some.map(({ id }) => [id, 'a']));
          expect(width(headerLine(layout, { sort }, look))).toBe(room);
          expect(width(headerLine(layout, { sort, letters }, look))).toBe(room);
        },
      ),
    );
  });
});

describe('paintTable', () => {
  const rows = Array.from({ length: 6 }, (_, index) => ({ ...osd, id: `osd.${index}` }));
  const table = {
    layout: layoutColumns(columns, 14),
    rows,
    top: 2,
    selected: 3,
    empty: 'No OSDs.',
    height: 4,
  };

  test('a table shows its header and the rows in view', () => {
    expect(
      paintTable(
        { ...table, signOf: (row) => (row.id === 'osd.4' ? '*' : undefined) },
        cachedRowLine(ascii),
        ascii,
      ).lines,
    ).toEqual([' OSD     USED ', ' osd.2    84% ', '>osd.3    84% ', '*osd.4    84% ']);
  });

  test('an empty table says why it is empty', () => {
    expect(paintTable({ ...table, rows: [] }, cachedRowLine(plain), plain).lines).toEqual([
      ' OSD     USED ',
      ' No OSDs.     ',
    ]);
  });

  test('a cut text continues in free lines, and a click there belongs to its row', () => {
    const layout = layoutColumns(columns.slice(0, 3), 22);
    const painted = paintTable(
      { layout, rows: rows.slice(0, 2), top: 0, selected: 1, empty: '', height: 7 },
      cachedRowLine(plain),
      plain,
    );
    expect(painted.lines.map((line) => line.trimEnd())).toEqual([
      ' OSD   STATE   HOST',
      ' osd.0 DOWN in stor-07',
      '               .exampl',
      '               e.org',
      '▌osd.1 DOWN in stor-07',
      '               .exampl',
      '               e.org',
    ]);
    expect(painted.at).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test('a text is cut if the rows take all lines', () => {
    const layout = layoutColumns(columns.slice(0, 3), 22);
    const table = { layout, rows: rows.slice(0, 2), top: 0, selected: -1, empty: '', height: 4 };
    const { lines, at } = paintTable(table, cachedRowLine(plain), plain);
    expect(lines.map((line) => line.slice(15).trimEnd())).toEqual(['HOST', 'stor-07', '.examp…', 'stor-0…']);
    expect(at).toEqual([0, 0, 1]);
  });

  test('a table formats a row again only if its object, its state or the layout has changed', () => {
    const cell = vi.fn(() => ({ text: 'x' }));
    const layout = layoutColumns([{ id: 'a', title: 'A', cell }], 10);
    const line = cachedRowLine<object>(plain);
    const row = {};
    for (let time = 0; time < 3; time++) line(layout, row, quiet);
    expect(cell).toHaveBeenCalledTimes(1);
    line(layout, row, { ...quiet, selected: true });
    line(layout, row, quiet);
    expect(cell).toHaveBeenCalledTimes(2);
    line(layout, {}, quiet);
    line({ ...layout }, row, quiet);
    expect(cell).toHaveBeenCalledTimes(4);
  });
});
