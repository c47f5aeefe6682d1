import type { Known, Shown } from '../../store/cockpit.ts';
import { rowLines } from '../../widgets/table.ts';
import { layoutColumns } from '../../widgets/tableLayout.ts';
import { paintTable } from '../../widgets/tableLines.ts';
import type { Box } from '../view.ts';
import { type ColumnSpec, columnsOf, emptyColumns, visibleColumns } from './columns.ts';

/** The header and the first rows of a list, without a cursor, and a count of the rows that are left out. */
export function firstRowLines<Row extends object>(
  cockpit: Known & Shown,
  list: { readonly columns: readonly ColumnSpec<Row>[] },
  rows: readonly Row[],
  { width, height }: Box,
): readonly string[] {
  const { look } = cockpit;
  const all = columnsOf(list.columns, cockpit);
  const count = rows.length < height ? rows.length : Math.max(0, height - 2);
  const { lines } = paintTable(
    {
      layout: layoutColumns(visibleColumns(all, [], emptyColumns(all, rows)), width),
      rows,
      top: 0,
      selected: -1,
      empty: '',
      height: count + 1,
    },
    (layout, row, state, most) => rowLines(layout, row, state, look, most),
    look,
  );
  return count < rows.length ? [...lines, look.paint('dim', ` ${rows.length - count} more`)] : lines;
}
