import { plainly } from '../../lib/decimal.ts';
import type { Look } from '../../lib/look.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import { cellText } from '../../widgets/tableLayout.ts';
import type { ListColumn } from './columns.ts';

/** A row as text, with the answers that it was made from. */
export interface TableRow {
  readonly id: string;
  /** One text per column, safe to show, without colours, and with plain numbers. */
  readonly cells: readonly string[];
  /** The service's answers that the row was made from. */
  readonly answers: readonly RowAnswer[];
  /** All known values by name: the fields of the answers, and those derived from them. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/** The table of a pane or screen, for copying, exporting and searching. */
export interface TableText {
  readonly title: string;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** All columns, including hidden ones that can be shown; empty if they cannot be chosen. */
  readonly choices: readonly { readonly id: string; readonly title: string; readonly name?: boolean }[];
  /** The number of rows, without making their texts. */
  readonly count: () => number;
  /** All rows that pass the filter, in their order. */
  readonly rows: () => readonly TableRow[];
  /** The row under the cursor. */
  readonly selected: () => TableRow | undefined;
}

/** Makes the table of a list. */
export function tableText<Row extends object>(
  title: string,
  { unicode }: Pick<Look, 'unicode'>,
  list: {
    readonly columns: readonly ListColumn<Row>[];
    readonly rows: readonly Row[];
    readonly rowId: (row: Row) => string;
    readonly selected: Row | undefined;
    /** All columns, if the operator can choose among them. */
    readonly all?: readonly ListColumn<Row>[];
    readonly answers: (row: Row) => readonly RowAnswer[];
  },
): TableText {
  const { columns, rows, rowId, selected, answers, all = [] } = list;
  const textOf = (row: Row): TableRow => ({
    id: rowId(row),
    cells: plainly(() => columns.map((column) => cellText(column.cell(row), unicode).trim())),
    answers: answers(row),
    fields: () =>
      Object.assign({}, ...answers(row).map(({ value }) => value), row) as Record<string, unknown>,
  });
  return {
    title,
    columns: columns.map(({ id, title }) => ({ id, title })),
    choices: all,
    count: () => rows.length,
    rows: () => rows.map(textOf),
    selected: () => (selected === undefined ? undefined : textOf(selected)),
  };
}
