import { exact, plainly } from '../../lib/decimal.ts';
import { percent } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import type { Level } from '../../store/answers/level.ts';
import type { FillState } from '../../store/answers/node.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Cell, Column } from '../../widgets/tableLayout.ts';
import { fillRole, quietRole } from '../levels.ts';
import type { SortValue } from './sortRows.ts';

/** A function of a row; from the cockpit it takes what the row does not hold, such as server names and times. */
type CellReading<Row, Value> = (row: Row, cockpit: Known & Shown) => Value;

/** A column of a list as it is declared: its appearance and its sort value. */
export interface ColumnSpec<Row> extends Omit<Column<Row>, 'cell' | 'prefix'> {
  readonly cell: CellReading<Row, Cell>;
  readonly prefix?: CellReading<Row, string>;
  /** The value to sort by; a column without it cannot be sorted. */
  readonly value?: CellReading<Row, SortValue>;
  /** Hides the column while no row has a value in it, because not every service reports it. */
  readonly ifAny?: true;
  /** Additional names of the column in filters, beside its id and its title. */
  readonly aliases?: readonly string[];
  /** Its name on the page of a row; by default the title in lower case. An empty name keeps it off the page. */
  readonly words?: string;
}

/** A column of a list in a cockpit. */
export interface ListColumn<Row> extends Column<Row>, Pick<ColumnSpec<Row>, 'ifAny' | 'aliases' | 'words'> {
  readonly value?: (row: Row) => SortValue;
}

/** The columns of a list in this cockpit. */
export const columnsOf = <Row>(
  columns: readonly ColumnSpec<Row>[],
  cockpit: Known & Shown,
): readonly ListColumn<Row>[] =>
  columns.map(({ cell, prefix, value, ...column }) => ({
    ...column,
    ...(prefix && { prefix: (row) => prefix(row, cockpit) }),
    cell: (row) => cell(row, cockpit),
    ...(value && { value: (row) => value(row, cockpit) }),
  }));

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

type ColumnOptions<Row> = Omit<ColumnSpec<Row>, 'cell' | 'value'>;

const NONE = '--';

/** The fields of a row with such values. */
type FieldOf<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value | undefined ? Name : never;
}[keyof Row];

/** The options of a column that shows the field that its id names. */
type FieldColumn<Row, Value> = ColumnOptions<Row> & { readonly id: FieldOf<Row, Value> };

/** A column of text from the service, sorted by that text; without a reader it shows the field that its id names. */
export function textColumn<Row>(column: FieldColumn<Row, string>): ColumnSpec<Row>;
export function textColumn<Row>(
  column: ColumnOptions<Row>,
  text: CellReading<Row, string | undefined>,
  role?: CellReading<Row, Role | undefined>,
): ColumnSpec<Row>;
export function textColumn<Row>(
  column: ColumnOptions<Row>,
  text: CellReading<Row, string | undefined> = (row) => row[column.id as keyof Row] as string | undefined,
  role?: CellReading<Row, Role | undefined>,
): ColumnSpec<Row> {
  return {
    ...column,
    cell: (row, cockpit) => {
      const painted = role?.(row, cockpit);
      return { text: text(row, cockpit) ?? NONE, ...(painted && { role: painted }) };
    },
    // The order of texts is the same in every locale.
    value: (row, cockpit) => plainly(() => text(row, cockpit)),
  };
}

/** A right-aligned column of numbers, sorted by the number; without a reader it shows the field that its id names. */
export function numberColumn<Row>(column: FieldColumn<Row, number>): ColumnSpec<Row>;
export function numberColumn<Row>(
  column: ColumnOptions<Row>,
  value: CellReading<Row, number | undefined>,
  format?: (value: number) => string,
): ColumnSpec<Row>;
export function numberColumn<Row>(
  column: ColumnOptions<Row>,
  value: CellReading<Row, number | undefined> = (row) => row[column.id as keyof Row] as number | undefined,
  format: (value: number) => string = exact,
): ColumnSpec<Row> {
  return {
    ...column,
    align: 'right',
    cell: (row, cockpit) => {
      const number = value(row, cockpit);
      if (number === undefined) return { text: NONE, role: 'dim' };
      return { text: format(number) };
    },
    value,
  };
}

/** The usage of OSDs, as far as the column `USED` shows it. */
interface ShownUsage {
  readonly usedShare: number | undefined;
  readonly fill: FillState | undefined;
}

/** The column with the used share of a capacity, painted by its state. */
export const usedColumn = <Row>(
  priority: number,
  usage: (row: Row) => ShownUsage | undefined,
): ColumnSpec<Row> => ({
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
export const signColumn = <Row>(level: CellReading<Row, Level>): ColumnSpec<Row> => ({
  id: 'sign',
  title: '',
  width: 1,
  priority: 0,
  cell: (row, cockpit) => {
    const found = level(row, cockpit);
    return { text: cockpit.look.glyphs[found], role: quietRole(found) };
  },
});
