import type { Cause } from '../../diagnosis/verdict.ts';
import { type Blame, causeAmong } from '../../store/answers/blame.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Column } from '../../widgets/tableLayout.ts';

/** Maps the rows of a list to parts of the cluster (by `partKey`), so that rows blamed by a cause get a mark. */
export interface BlamedRows<Row> {
  /** The parts that a row itself is. */
  readonly parts: (row: Row) => readonly string[];
  /** Parts that a row represents otherwise, such as those folded into it, with the word for its mark. */
  readonly also?: { readonly word: string; readonly parts: (row: Row) => Iterable<string> };
}

/** The cause that blames a row, and the text of its mark. */
interface BlamedRow {
  readonly cause: Cause;
  readonly word: string;
}

const CERTAINTY = { certain: 'cause', likely: 'likely', unknown: '' } as const;

/** The cause that blames a row or a part that it represents. */
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

/** The blame to mark rows by; undefined if none of the rows is blamed. */
export const blameAmong = <Row>(
  blamed: BlamedRows<Row> | undefined,
  blame: Blame,
  rows: readonly Row[],
): Blame | undefined =>
  blamed && blame.size > 0 && rows.some((row) => blamedRow(blamed, blame, row) !== undefined)
    ? blame
    : undefined;

/** Sorts rows that are blamed themselves to the top, because their symptoms may show on other rows. */
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

/** Columns for the sign and the longest word. */
const WIDTH = 8;

/** Inserts the column of marks after the name column, if any row has a mark. */
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
