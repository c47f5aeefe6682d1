import type { Role } from '../../lib/look.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Level } from '../../store/facts/level.ts';
import { quietRole } from '../levels.ts';
import type { ListColumn } from './rows.ts';

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
