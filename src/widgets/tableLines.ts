import type { Look } from '../lib/look.ts';
import { fit, wrap } from '../lib/text.ts';
import { headerLine, type Layout, type RowState, rowLine, type TableHeader } from './table.ts';

/** Draws a row as one painted line. */
export type RowLine<Row> = (layout: Layout<Row>, row: Row, state: RowState) => string;

/**
 * `rowLine` with a memory: a row object that was drawn before with the same layout is not formatted again.
 * A row that changes must therefore be a new object.
 */
export function cachedRowLine<Row extends object>(look: Look): RowLine<Row> {
  const known = new WeakMap<Row, { layout: Layout<Row>; lines: (string | undefined)[] }>();
  return (layout, row, state) => {
    let entry = known.get(row);
    if (entry?.layout !== layout) {
      entry = { layout, lines: [] };
      known.set(row, entry);
    }
    const variant = (state.selected ? 1 : 0) + (state.marked ? 2 : 0);
    return (entry.lines[variant] ??= rowLine(layout, row, state, look));
  };
}

/** The rows of a table, and which of them are in sight. */
export interface TableView<Row> extends TableHeader {
  readonly layout: Layout<Row>;
  readonly rows: readonly Row[];
  /** Index of the first row shown, and of the selected one. */
  readonly top: number;
  readonly selected: number;
  readonly isMarked?: (row: Row) => boolean;
  /** Said where there are no rows. */
  readonly empty: string;
  /** Rows of the screen, header included. */
  readonly height: number;
}

/** The header and the rows in sight: at most `height` lines, each exactly as wide as the layout. */
export function tableLines<Row>(table: TableView<Row>, line: RowLine<Row>, look: Look): string[] {
  const { layout, rows, top, height } = table;
  if (height <= 0) return [];
  const header = headerLine(layout, table, look);
  if (rows.length === 0) {
    const empty = wrap(table.empty, Math.max(1, layout.width - 2));
    const lines = empty.map((text) => look.paint('dim', fit(` ${text}`, layout.width)));
    return [header, ...lines].slice(0, height);
  }
  const shown = rows.slice(top, top + height - 1).map((row, index) =>
    line(layout, row, {
      selected: top + index === table.selected,
      marked: table.isMarked?.(row) ?? false,
    }),
  );
  return [header, ...shown];
}
