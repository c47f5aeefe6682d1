import type { Look } from '../lib/look.ts';
import { fit, wrap } from '../lib/text.ts';
import { headerLine, type RowState, rowLines, type TableHeader } from './table.ts';
import { cellText, cutsText, type Layout, redistribute } from './tableLayout.ts';
import { type SharedRun, runsOf } from './tableRuns.ts';

/** Paints a row on `most` lines at most; 1 by default. */
export type RowLine<Row> = (
  layout: Layout<Row>,
  row: Row,
  state: RowState,
  most?: number,
) => readonly string[];

/**
 * `rowLines` with a cache: a row object painted before on one line with the same layout is not formatted again. A changed
 * row must therefore be a new object.
 */
export function cachedRowLine<Row extends object>(look: Look): RowLine<Row> {
  const known = new WeakMap<Row, { layout: Layout<Row>; lines: Map<string, readonly string[]> }>();
  return (layout, row, state, most = 1) => {
    if (most > 1) return rowLines(layout, row, state, look, most);
    let entry = known.get(row);
    if (entry?.layout !== layout) {
      entry = { layout, lines: new Map() };
      known.set(row, entry);
    }
    const { selected, sign = '', run } = state;
    const variant = `${selected} ${sign} ${run ? `${run.index}/${run.length}` : ''}`;
    const lines = entry.lines.get(variant) ?? rowLines(layout, row, state, look);
    entry.lines.set(variant, lines);
    return lines;
  };
}

/** A table with its scroll position and selection. */
export interface TableView<Row> extends TableHeader {
  readonly layout: Layout<Row>;
  readonly rows: readonly Row[];
  /** The indexes of the first visible row and of the selected one. */
  readonly top: number;
  readonly selected: number;
  /** The sign in front of a row. */
  readonly signOf?: ((row: Row) => string | undefined) | undefined;
  /** The text shown if there are no rows. */
  readonly empty: string;
  /** Rows of the screen, header included. */
  readonly height: number;
}

/** A painted table. */
export interface PaintedTable<Row> {
  /** At most `height` lines, the header first, each exactly as wide as the layout. */
  readonly lines: readonly string[];
  /** The index of the row on each line below the header. */
  readonly at: readonly number[];
  /** The layout after it was adapted to the content. */
  readonly layout: Layout<Row>;
}

/** The runs of adjacent rows with equal texts in the `once` column, if there is such a column. */
function sharedBy<Row>({ columns }: Layout<Row>, rows: readonly Row[]): readonly (SharedRun | undefined)[] {
  const column = columns.find((placed) => placed.column.once === true)?.column;
  return column ? runsOf(rows.map((row) => cellText(column.cell(row), true))) : [];
}

/** The visible rows. If lines are free and texts are cut, rows are wrapped into the free lines, from the first row on. */
function rowsOf<Row>(table: TableView<Row>, layout: Layout<Row>, line: RowLine<Row>): readonly string[][] {
  const { rows, top, height } = table;
  const shown = rows.slice(top, top + height - 1);
  let free = cutsText(layout) ? height - 1 - shown.length : 0;
  const runs = sharedBy(layout, shown);
  return shown.map((row, index) => {
    const state = {
      selected: top + index === table.selected,
      sign: table.signOf?.(row),
      run: runs[index],
    };
    const lines = line(layout, row, state, 1 + free);
    free -= lines.length - 1;
    return [...lines];
  });
}

/** Paints the header and the visible rows. The layout is adapted to the painted content, and painted again if it changes. */
export function paintTable<Row>(table: TableView<Row>, line: RowLine<Row>, look: Look): PaintedTable<Row> {
  const { rows, top, height } = table;
  if (height <= 0) return { lines: [], at: [], layout: table.layout };
  const header = headerLine(table.layout, table, look);
  if (rows.length === 0) {
    const empty = wrap(table.empty, Math.max(1, table.layout.width - 2));
    const lines = empty.map((text) => look.paint('dim', fit(` ${text}`, table.layout.width)));
    return { lines: [header, ...lines].slice(0, height), at: [], layout: table.layout };
  }
  const wasCut = cutsText(table.layout);
  let painted = rowsOf(table, table.layout, line);
  const layout = redistribute(table.layout);
  if (layout !== table.layout || (!wasCut && cutsText(layout))) painted = rowsOf(table, layout, line);
  return {
    lines: [layout === table.layout ? header : headerLine(layout, table, look), ...painted.flat()],
    at: painted.flatMap((lines, index) => lines.map(() => top + index)),
    layout,
  };
}
