import { exact, plainly } from '../../lib/decimal.ts';
import { percent } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import type { Level } from '../../store/answers/level.ts';
import type { FillState } from '../../store/answers/node.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Column } from '../../widgets/tableLayout.ts';
import { fillRole, quietRole } from '../levels.ts';
import type { SortValue } from './sortRows.ts';

/** A column of a list: its appearance and its sort value. */
export interface ListColumn<Row> extends Column<Row> {
  /** The value to sort by; a column without it cannot be sorted. */
  readonly value?: (row: Row) => SortValue;
  /** Hides the column while no row has a value in it, because not every service reports it. */
  readonly ifAny?: true;
  /** Additional names of the column in filters, beside its id and its title. */
  readonly aliases?: readonly string[];
  /** Its name on the page of a row; by default the title in lower case. An empty name keeps it off the page. */
  readonly words?: string;
}

/** The columns of a list; a function if they need the cockpit, for example for server names or times. */
export type ListColumns<Row> =
  | readonly ListColumn<Row>[]
  | ((cockpit: Known & Shown) => readonly ListColumn<Row>[]);

/** The columns of a list in this cockpit. */
export const columnsOf = <Row>(
  { columns }: { readonly columns: ListColumns<Row> },
  cockpit: Known & Shown,
): readonly ListColumn<Row>[] => (typeof columns === 'function' ? columns(cockpit) : columns);

/** The columns that are neither hidden nor empty; the name column is always included. */
export function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  hidden: readonly string[] = [],
  empty: readonly string[] = [],
): readonly ListColumn<Row>[] {
  const isShown = (id: string) => !hidden.includes(id) && !empty.includes(id);
  const shown = columns.filter(({ id, name }) => name === true || isShown(id));
  return shown.length > 0 ? shown : columns;
}

/** Ids of `ifAny` columns in which no row has a value. */
export const emptyColumns = <Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): readonly string[] =>
  columns
    .filter(({ ifAny, value }) => ifAny === true && rows.every((row) => value?.(row) === undefined))
    .map(({ id }) => id);

type ColumnOptions<Row> = Omit<ListColumn<Row>, 'cell' | 'value'>;

const NONE = '--';

/** The fields of a row with such values. */
type FieldOf<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value | undefined ? Name : never;
}[keyof Row];

/** The options of a column that shows the field that its id names. */
type FieldColumn<Row, Value> = ColumnOptions<Row> & { readonly id: FieldOf<Row, Value> };

/** A column of text from the service, sorted by that text; without a reader it shows the field that its id names. */
export function textColumn<Row>(column: FieldColumn<Row, string>): ListColumn<Row>;
export function textColumn<Row>(
  column: ColumnOptions<Row>,
  text: (row: Row) => string | undefined,
  role?: (row: Row) => Role | undefined,
): ListColumn<Row>;
export function textColumn<Row>(
  column: ColumnOptions<Row>,
  text = (row: Row) => row[column.id as keyof Row] as string | undefined,
  role?: (row: Row) => Role | undefined,
): ListColumn<Row> {
  return {
    ...column,
    cell: (row) => {
      const painted = role?.(row);
      return { text: text(row) ?? NONE, ...(painted && { role: painted }) };
    },
    // The order of texts is the same in every locale.
    value: (row) => plainly(() => text(row)),
  };
}

/** A right-aligned column of numbers, sorted by the number; without a reader it shows the field that its id names. */
export function numberColumn<Row>(column: FieldColumn<Row, number>): ListColumn<Row>;
export function numberColumn<Row>(
  column: ColumnOptions<Row>,
  value: (row: Row) => number | undefined,
  format?: (value: number) => string,
): ListColumn<Row>;
export function numberColumn<Row>(
  column: ColumnOptions<Row>,
  value = (row: Row) => row[column.id as keyof Row] as number | undefined,
  format: (value: number) => string = exact,
): ListColumn<Row> {
  return {
    ...column,
    align: 'right',
    cell: (row) => {
      const number = value(row);
      if (number === undefined) return { text: NONE, role: 'dim' };
      return { text: format(number) };
    },
    value,
  };
}

/** The usage of OSDs, as far as the column `USED` shows it. */
interface Usage {
  readonly usedShare: number | undefined;
  readonly fill: FillState | undefined;
}

/** The column with the used share of a capacity, painted by its state. */
export const usedColumn = <Row>(
  priority: number,
  usage: (row: Row) => Usage | undefined,
): ListColumn<Row> => ({
  id: 'used',
  title: 'USED',
  width: 5,
  priority,
  align: 'right',
  cell(row) {
    const { usedShare, fill } = usage(row) ?? {};
    return { text: percent(usedShare), role: fillRole(usedShare, fill) };
  },
  value: (row) => usage(row)?.usedShare,
});

/** The column with each row's level as a sign, so that the level is not shown by colour alone. */
export const signColumn = <Row>({ look }: Shown, level: (row: Row) => Level): ListColumn<Row> => ({
  id: 'sign',
  title: '',
  width: 1,
  priority: 0,
  cell: (row) => {
    const found = level(row);
    return { text: look.glyphs[found], role: quietRole(found) };
  },
});
