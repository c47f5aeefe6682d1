import { width as columnsOf } from '../lib/text.ts';

/** A named block of adjacent cells; only their number matters for the layout. */
export interface CellBlock {
  readonly name: string;
  readonly cells: number;
}

/** A named group of blocks. */
export interface CellGroup {
  readonly name: string;
  readonly blocks: readonly CellBlock[];
}

/** A name in a line of the map, with its start column and its maximum width. */
export interface CellName {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
}

/** Consecutive cells in a line, by the index of the first one. */
export interface CellRun {
  readonly column: number;
  readonly first: number;
  readonly count: number;
}

/** A line of the map, with its parts in the order of columns. */
export interface CellLine {
  readonly group: CellName | undefined;
  readonly blocks: readonly { readonly name: CellName | undefined; readonly run: CellRun | undefined }[];
}

/** The layout of a map: its lines, and the line and column of every cell. */
export interface CellMap {
  readonly lines: readonly CellLine[];
  readonly positions: readonly { readonly line: number; readonly column: number }[];
  /** The distance in columns from one cell to the next. */
  readonly stride: number;
}

/** The maximum width of the names of groups and blocks, in columns and as a share of the width. */
const MAX_NAME = 20;
const NAME_SHARE = 0.3;
/** Columns between two blocks. */
const GAP = 2;

interface BlockColumns {
  readonly group: number;
  readonly block: number;
  /** The number of cells of a block in a line, and of blocks side by side. */
  readonly per: number;
  readonly across: number;
  readonly stride: number;
}

/** The division of the width, for cells that are `stride` columns apart. */
function columnsFor(groups: readonly CellGroup[], width: number, stride: number): BlockColumns {
  const blocks = groups.flatMap((group) => group.blocks);
  const most = Math.max(1, Math.min(MAX_NAME, Math.floor(width * NAME_SHARE)));
  const widest = (names: readonly { readonly name: string }[]) =>
    names.reduce((sum, { name }) => Math.max(sum, columnsOf(name)), 0);
  const name = (columns: number) => (columns === 0 ? 0 : Math.min(columns, most) + 1);
  const [group, block] = [name(widest(groups)), name(widest(blocks))];
  const room = Math.max(1, width - group - block);
  const longest = blocks.reduce((sum, { cells }) => Math.max(sum, cells), 1);
  const per = Math.max(1, Math.min(longest, Math.floor((room + stride - 1) / stride)));
  const each = block + (per - 1) * stride + 1;
  const across = Math.max(1, Math.floor((width - group + GAP) / (each + GAP)));
  return { group, block, per, across, stride };
}

/** The lines of a group. `first` is the index of its first cell. */
function groupLines(group: CellGroup, first: number, columns: BlockColumns): CellLine[] {
  const { per, across, stride } = columns;
  const each = columns.block + (per - 1) * stride + 1 + GAP;
  const lines: CellLine[] = [];
  let next = first;
  for (let start = 0; start < group.blocks.length; start += across) {
    const beside = group.blocks.slice(start, start + across).map((block) => {
      const from = next;
      next += block.cells;
      return { ...block, from };
    });
    const height = Math.max(1, ...beside.map(({ cells }) => Math.ceil(cells / per)));
    for (let row = 0; row < height; row++)
      lines.push({
        group:
          start === 0 && row === 0 && columns.group > 0
            ? { column: 0, columns: columns.group - 1, text: group.name }
            : undefined,
        blocks: beside.map(({ name, cells, from }, index) => {
          const column = columns.group + index * each;
          const count = Math.min(per, cells - row * per);
          return {
            name:
              row === 0 && columns.block > 0 ? { column, columns: columns.block - 1, text: name } : undefined,
            run: count > 0 ? { column: column + columns.block, first: from + row * per, count } : undefined,
          };
        }),
      });
  }
  return lines;
}

/** A line between two groups. */
const NO_CELLS: CellLine = { group: undefined, blocks: [] };

function laidOut(groups: readonly CellGroup[], width: number, stride: number, isSpaced: boolean): CellMap {
  const columns = columnsFor(groups, width, stride);
  let first = 0;
  const lines = groups.flatMap((group, index) => {
    const from = first;
    first += group.blocks.reduce((sum, { cells }) => sum + cells, 0);
    return [...(isSpaced && index > 0 ? [NO_CELLS] : []), ...groupLines(group, from, columns)];
  });
  const positions: { line: number; column: number }[] = [];
  for (const [line, { blocks }] of lines.entries())
    for (const { run } of blocks) {
      if (run === undefined) continue;
      for (let index = 0; index < run.count; index++)
        positions[run.first + index] = { line, column: run.column + index * stride };
    }
  return { lines, positions, stride };
}

/**
 * Lays out groups of cells in a box. If all cells are visible that way, there are gaps between cells and blank lines between
 * groups; else these are omitted.
 */
export function layoutCells(
  groups: readonly CellGroup[],
  { width, height }: { readonly width: number; readonly height: number },
): CellMap {
  for (const isSpaced of [true, false]) {
    const wide = laidOut(groups, width, 2, isSpaced);
    if (wide.lines.length <= height) return wide;
  }
  return laidOut(groups, width, 1, false);
}

/** Cursor motions on the map. */
export type CellMotion = 'left' | 'right' | 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** The index of the nearest cell in the closest line that is at least `least` lines away, or else in the last line. */
function vertical({ positions }: CellMap, from: number, down: boolean, least: number): number {
  const here = positions[from];
  if (here === undefined) return from;
  const away = (line: number) => (down ? line - here.line : here.line - line);
  const distances = positions.map(({ line }) => away(line)).filter((lines) => lines > 0);
  if (distances.length === 0) return from;
  const farthest = distances.reduce((most, lines) => Math.max(most, lines), 0);
  const target = distances.reduce(
    (best, lines) => (lines >= Math.min(least, farthest) && lines < best ? lines : best),
    farthest,
  );
  let best = from;
  let nearest = Infinity;
  for (const [index, { line, column }] of positions.entries()) {
    if (away(line) !== target) continue;
    const off = Math.abs(column - here.column);
    if (off < nearest) [best, nearest] = [index, off];
  }
  return best;
}

/** The index of the cell that a motion leads to; `page` is the number of visible lines. */
export function moveCell(map: CellMap, from: number, motion: CellMotion, page: number): number {
  const last = Math.max(0, map.positions.length - 1);
  switch (motion) {
    case 'left':
      return Math.max(0, from - 1);
    case 'right':
      return Math.min(last, from + 1);
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'up':
    case 'down':
      return vertical(map, from, motion === 'down', 1);
    case 'pageUp':
    case 'pageDown':
      return vertical(map, from, motion === 'pageDown', Math.max(1, page));
  }
}

/** The index of the cell at a position, or undefined if there is none. */
export function cellAt({ lines, stride }: CellMap, line: number, column: number): number | undefined {
  for (const { run } of lines[line]?.blocks ?? []) {
    if (run === undefined) continue;
    const index = Math.floor((column - run.column) / stride);
    if (column >= run.column && index < run.count) return run.first + index;
  }
  return undefined;
}
