import type { Cause } from '../../diagnosis/verdict.ts';
import type { Shown } from '../../store/cockpit.ts';
import { type Blame, causeAmong } from '../../store/facts/blame.ts';
import type { Column } from '../../widgets/tableLayout.ts';

/** The parts of the cluster that the rows of a list are or stand for, by `partKey`: one that a cause blames has a mark. */
export interface BlamedRows<Row> {
  /** The part that a row is. */
  readonly parts: (row: Row) => readonly string[];
  /** Other parts that a row stands for, and in a word how: such as those folded into it. */
  readonly also?: { readonly word: string; readonly parts: (row: Row) => Iterable<string> };
}

/** The cause that blames a row, and the word of its mark. */
interface BlamedRow {
  readonly cause: Cause;
  readonly word: string;
}

const CERTAINTY = { certain: 'cause', likely: 'likely', unknown: '' } as const;

/** The cause that blames a row or what it stands for. */
export function blamedRow<Row>(
  { parts, also }: BlamedRows<Row>,
  blame: Blame,
  row: Row,
): BlamedRow | undefined {
  if (blame.size === 0) return undefined;
  const own = causeAmong(blame, parts(row));
  if (own) return { cause: own, word: CERTAINTY[own.confidence] };
  const other = also && causeAmong(blame, also.parts(row));
  return other && { cause: other, word: also.word };
}

/** The blame by which rows are marked; nothing where none of them is blamed. */
export const blameAmong = <Row>(
  blamed: BlamedRows<Row> | undefined,
  blame: Blame,
  rows: readonly Row[],
): Blame | undefined =>
  blamed && blame.size > 0 && rows.some((row) => blamedRow(blamed, blame, row) !== undefined)
    ? blame
    : undefined;

/** The rows with those that are to blame themselves first: what they are blamed for may be told of others. */
export function blamedFirst<Row>(
  rows: readonly Row[],
  blamed: BlamedRows<Row> | undefined,
  blame: Blame | undefined,
): readonly Row[] {
  if (blamed === undefined || blame === undefined) return rows;
  const { guilty = [], others = [] } = Object.groupBy(rows, (row) =>
    causeAmong(blame, blamed.parts(row)) ? 'guilty' : 'others',
  );
  return [...guilty, ...others];
}

/** Columns of the sign and of the longest word. */
const WIDTH = 8;

/** The columns with that of the marks right behind the name, where a row has one. */
export function withMarks<Row>(
  columns: readonly Column<Row>[],
  blamed: BlamedRows<Row> | undefined,
  blame: Blame | undefined,
  { look }: Shown,
): readonly Column<Row>[] {
  if (blamed === undefined || blame === undefined) return columns;
  const marks: Column<Row> = {
    id: 'cause',
    title: 'CAUSE',
    width: WIDTH,
    priority: 0,
    cell: (row) => {
      const found = blamedRow(blamed, blame, row);
      if (found === undefined) return { text: '' };
      const role = found.cause.confidence === 'certain' ? 'error' : 'warn';
      return { text: `${look.glyphs.blamed} ${found.word}`, role };
    },
  };
  const name = columns.findIndex((column) => column.name === true);
  return columns.toSpliced(name + 1, 0, marks);
}
