import type { OperationId } from '../api/contract/index.ts';
import { unstyled } from '../lib/sgr.ts';
import type { ListColumn } from './listRows.ts';

/** A row as text, and as it is. */
export interface TableRow {
  readonly id: string;
  /** One text for each column, clean and without colours. */
  readonly cells: readonly string[];
  readonly raw: unknown;
}

/** What a pane or a screen shows, to be copied, exported or searched. */
export interface TableText {
  readonly title: string;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** All columns that there are, with those that are hidden and can be shown; none where they cannot be chosen. */
  readonly choices: readonly { readonly id: string; readonly title: string; readonly name?: boolean }[];
  /** How many rows there are, without making them. */
  readonly count: () => number;
  /** All rows that pass the filter, in their order. */
  readonly rows: () => readonly TableRow[];
  /** The row under the cursor. */
  readonly selected: () => TableRow | undefined;
  /** The operations that the rows were read with. */
  readonly operations: readonly OperationId[];
}

/** The text of a list with these columns. */
export function tableText<Row>(
  about: Pick<TableText, 'title' | 'operations'>,
  list: {
    readonly columns: readonly ListColumn<Row>[];
    readonly rows: readonly Row[];
    readonly rowId: (row: Row) => string;
    readonly selected: Row | undefined;
    /** All columns, where the operator chooses among them. */
    readonly all?: readonly ListColumn<Row>[];
    readonly raw?: ((row: Row) => unknown) | undefined;
  },
): TableText {
  const { columns, rows, rowId, selected, raw, all = [] } = list;
  const textOf = (row: Row): TableRow => ({
    id: rowId(row),
    cells: columns.map((column) => unstyled(column.cell(row).text).trim()),
    raw: raw === undefined ? row : raw(row),
  });
  return {
    ...about,
    columns: columns.map(({ id, title }) => ({ id, title })),
    choices: all,
    count: () => rows.length,
    rows: () => rows.map(textOf),
    selected: () => (selected === undefined ? undefined : textOf(selected)),
  };
}
