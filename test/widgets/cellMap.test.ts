import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellAt, type CellGroup, type CellMotion, layoutCells, moveCell } from '../../src/widgets/cellMap.ts';

const name = fc.string({ maxLength: 12 });
const groups: fc.Arbitrary<readonly CellGroup[]> = fc.array(
  fc.record({
    name,
    blocks: fc.array(fc.record({ name, cells: fc.integer({ min: 1, max: 30 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
  }),
  { minLength: 1, maxLength: 5 },
);
const box = fc.record({
  width: fc.integer({ min: 20, max: 220 }),
  height: fc.integer({ min: 1, max: 60 }),
});

const cellsOf = (all: readonly CellGroup[]) =>
  all.reduce((sum, { blocks }) => sum + blocks.reduce((cells, block) => cells + block.cells, 0), 0);

describe('layout of cells', () => {
  test('every cell has a unique position within the width, and is found there', () => {
    fc.assert(
      fc.property(groups, box, (all, room) => {
        const map = layoutCells(all, room);
        expect(map.positions).toHaveLength(cellsOf(all));
        expect(new Set(map.positions.map(({ line, column }) => `${line}.${column}`)).size).toBe(cellsOf(all));
        for (const [index, { line, column }] of map.positions.entries()) {
          expect(column).toBeLessThan(room.width);
          expect(cellAt(map, line, column)).toBe(index);
        }
      }),
    );
  });

  test('cells are arranged in order, left to right within a block', () => {
    fc.assert(
      fc.property(groups, box, (all, room) => {
        const runs = layoutCells(all, room).lines.flatMap(({ blocks }) =>
          blocks.flatMap(({ run }) => (run === undefined ? [] : [run])),
        );
        const covered = runs.flatMap(({ first, count }) =>
          Array.from({ length: count }, (_, at) => first + at),
        );
        expect(covered.toSorted((a, b) => a - b)).toEqual([...covered.keys()]);
      }),
    );
  });

  test('cells are separated by blanks if all of them still fit', () => {
    const racks = [{ name: 'rack1', blocks: [{ name: 'stor-01', cells: 5 }] }];
    expect(layoutCells(racks, { width: 60, height: 10 }).stride).toBe(2);
    const many = [{ name: 'rack1', blocks: [{ name: 'stor-01', cells: 500 }] }];
    expect(layoutCells(many, { width: 60, height: 10 }).stride).toBe(1);
  });
});

/** The lines of a map, with the names in position and a `#` for each cell. */
function sketch(all: readonly CellGroup[], columns: number, height: number): string[] {
  const map = layoutCells(all, { width: columns, height });
  return map.lines.map(({ group, blocks }, line) => {
    const signs = Array.from({ length: columns }, () => ' ');
    const put = (column: number, text: string) => void signs.splice(column, text.length, ...Array.from(text));
    for (const label of [group, ...blocks.map(({ name: of }) => of)])
      if (label) put(label.column, label.text.slice(0, label.columns));
    for (const { line: at, column } of map.positions) if (at === line) put(column, '#');
    return signs.join('').trimEnd();
  });
}

test('blocks are arranged beside each other if there is room, and a long block continues below its name', () => {
  const block = (of: string, cells: number) => ({ name: of, cells });
  const racks = [
    { name: 'r1', blocks: [block('a', 3), block('bb', 7), block('c', 1)] },
    { name: 'r2', blocks: [block('d', 2)] },
  ];
  const apart = ['r1 a  # # #', '   bb # # # # # # #', '   c  #', '', 'r2 d  # #'];
  expect(sketch(racks, 30, 10)).toEqual(apart);
  expect(sketch(racks, 16, 10)).toEqual(['r1 a  # # #', '   bb # # # # #', '      # #', ...apart.slice(2)]);
  const beside = ['r1 a  # # #          bb # # # # # # #', '   c  #', '', 'r2 d  # #'];
  expect(sketch(racks, 40, 10)).toEqual(beside);
  expect(sketch(racks, 60, 10)).toEqual([`${beside[0]}  c  #`, ...beside.slice(2)]);
  // To keep all cells in view, the line between groups is dropped first, then the blanks between cells.
  const close = ['r1 a  # # #', '   bb # # # # #', '      # #', '   c  #', 'r2 d  # #'];
  expect(sketch(racks, 16, 5)).toEqual(close);
  expect(sketch(racks, 16, 4)).toEqual(['r1 a  ###', '   bb #######', '   c  #', 'r2 d  ##']);
  expect(sketch([{ name: '', blocks: [block('', 2)] }], 9, 5)).toEqual(['# #']);
});

describe('moves among cells', () => {
  const MOTIONS: readonly CellMotion[] = [
    'left',
    'right',
    'up',
    'down',
    'pageUp',
    'pageDown',
    'first',
    'last',
  ];

  test('a move never leaves the cells', () => {
    fc.assert(
      fc.property(groups, box, fc.nat(), fc.constantFrom(...MOTIONS), (all, room, from, motion) => {
        const map = layoutCells(all, room);
        const to = moveCell(map, from % map.positions.length, motion, room.height);
        expect(map.positions[to]).toBeDefined();
      }),
    );
  });

  test('down and up lead to another line, if there is one', () => {
    fc.assert(
      fc.property(groups, box, fc.nat(), (all, room, seed) => {
        const map = layoutCells(all, room);
        const from = seed % map.positions.length;
        const line = (index: number) => map.positions[index]?.line ?? -1;
        const last = Math.max(...map.positions.map((position) => position.line));
        const down = moveCell(map, from, 'down', room.height);
        if (line(from) < last) expect(line(down)).toBeGreaterThan(line(from));
        else expect(down).toBe(from);
        const up = moveCell(map, from, 'up', room.height);
        if (line(from) > 0) expect(line(up)).toBeLessThan(line(from));
        else expect(up).toBe(from);
      }),
    );
  });

  test('repeated moves to the right visit all cells', () => {
    const map = layoutCells(
      [
        { name: 'a', blocks: [{ name: 'x', cells: 3 }] },
        { name: 'b', blocks: [{ name: 'y', cells: 2 }] },
      ],
      { width: 40, height: 5 },
    );
    const seen = [0];
    for (let step = 0; step < 6; step++) seen.push(moveCell(map, seen.at(-1) ?? 0, 'right', 5));
    expect(seen).toEqual([0, 1, 2, 3, 4, 4, 4]);
  });
});
