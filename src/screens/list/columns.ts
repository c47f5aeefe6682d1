import type { Role } from '../../lib/look.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Level } from '../../store/facts/level.ts';
import type { Column } from '../../widgets/tableLayout.ts';
import { quietRole } from '../levels.ts';
import type { SortValue } from './sortRows.ts';

/** A column of a list pane: how it is drawn, and what it sorts by. */
export interface ListColumn<Row> extends Column<Row> {
  /** The value that the column sorts by; without it the column cannot be sorted. */
  readonly value?: (row: Row) => SortValue;
  /** Left out while no row has a value in it: not every service tells it. */
  readonly ifAny?: true;
  /** Other words that a filter may call it by, beside its id and its title. */
  readonly aliases?: readonly string[];
  /** Its name on the page of a row, which an empty one keeps it off; the title in small letters, unless said. */
  readonly words?: string;
}

/** The columns of a list; made for a cockpit where they name servers or tell times as that one does. */
export type ListColumns<Row> =
  | readonly ListColumn<Row>[]
  | ((cockpit: Known & Shown) => readonly ListColumn<Row>[]);

/** The columns of a list as it is shown in this cockpit. */
export const columnsOf = <Row>(
  { columns }: { readonly columns: ListColumns<Row> },
  cockpit: Known & Shown,
): readonly ListColumn<Row>[] => (typeof columns === 'function' ? columns(cockpit) : columns);

type Placed<Row> = Omit<ListColumn<Row>, 'cell' | 'value'>;

const NONE = '--';

/** A column of text that came from the service. It sorts by the text. */
export const textColumn = <Row>(
  column: Placed<Row>,
  text: (row: Row) => string | undefined,
  role?: (row: Row) => Role | undefined,
): ListColumn<Row> => ({
  ...column,
  cell: (row) => {
    const painted = role?.(row);
    return { text: text(row) ?? NONE, ...(painted && { role: painted }) };
  },
  value: text,
});

/** A column of numbers, at the right. It sorts by the number. */
export const numberColumn = <Row>(
  column: Omit<Placed<Row>, 'align'>,
  value: (row: Row) => number | undefined,
  format: (value: number) => string = String,
): ListColumn<Row> => ({
  ...column,
  align: 'right',
  cell: (row) => {
    const number = value(row);
    return {
      text: number === undefined ? NONE : format(number),
      ...(number === undefined && { role: 'dim' }),
    };
  },
  value,
});

/** The column of signs before the names: how bad each row is, not told by colour alone. */
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
