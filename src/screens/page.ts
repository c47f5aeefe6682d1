import type { Description, FactPairs } from '../store/action/action.ts';
import type { Level } from '../store/answers/level.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { Scope } from '../store/session/viewState.ts';
import { cellText } from '../widgets/tableLayout.ts';
import { describeRow } from './description/describeRow.ts';
import type { ColumnSpec } from './list/columns.ts';

/** The page of a row, declared beside its list; parts that are left out come from the columns of the list. */
export interface Page<Row> {
  /** The word for such a row, such as `Network`; it precedes the name in the title. */
  readonly noun?: string;
  /** The title, if it is more than noun and name. */
  readonly title?: (row: Row, cockpit: Known & Shown, scope: Scope) => string;
  /** The row's state in a word or two, if it has one; the level of the row says how bad it is. */
  readonly state?: (row: Row) => string | undefined;
  /** The facts that replace those of the columns, the most important first. */
  readonly facts?: (row: Row, cockpit: Known & Shown, scope: Scope) => FactPairs;
  /** Additional facts that no column shows. */
  readonly more?: (row: Row, cockpit: Known & Shown) => FactPairs;
  /** A table of things that belong to the row. */
  readonly table?: (row: Row, cockpit: Known & Shown) => Description['table'];
  /** Longer text below. */
  readonly text?: (row: Row, cockpit: Known & Shown) => Description['text'];
  /** The fields that the page shows already; if given, all other fields are listed below. */
  readonly shownFields?: readonly string[];
  /** The object whose other fields are listed; by default the row itself. */
  readonly of?: (row: Row) => object;
}

/** Column titles that need other words on a page than their lower-case form. */
const WORDS: Readonly<Record<string, string>> = {
  OSD: 'OSD',
  OSDS: 'OSDs',
  PGS: 'placement groups',
  MON: 'monitor',
  SMART: 'SMART',
  NIC: 'NIC',
  LUN: 'LUN',
  WWN: 'WWN',
  SNAPS: 'snapshots',
};

/** The name of a column's fact on a page. */
const columnWords = <Row>({ title, words }: ColumnSpec<Row>): string =>
  words ??
  title
    .split(' ')
    .map((word) => WORDS[word] ?? word.toLowerCase())
    .join(' ');

/** A column's cell as plain text. */
const textOf = <Row>(cockpit: Known & Shown, { cell }: ColumnSpec<Row>, row: Row): string =>
  cellText(cell(row, cockpit), cockpit.look.unicode).trim();

/** The name of a row, as its list shows it; empty if no column of the list shows a name. */
export function nameOf<Row>(cockpit: Known & Shown, columns: readonly ColumnSpec<Row>[], row: Row): string {
  const column = columns.find(({ name }) => name);
  return column ? textOf(cockpit, column, row) : '';
}

/** Facts of a row, from the columns of its list; empty cells are left out. */
export const columnFacts = <Row>(
  cockpit: Known & Shown,
  columns: readonly ColumnSpec<Row>[],
  row: Row,
): FactPairs =>
  columns
    .map((column) => [columnWords(column), textOf(cockpit, column, row)] as const)
    .filter(([name, text]) => name !== '' && text !== '');

/** A row with everything that its page is made from. */
interface PagedRow<Row> {
  readonly row: Row;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly level: Level;
  /** Its state, for a page that declares none. */
  readonly trouble: string | undefined;
  readonly scope: Scope;
}

/** The description that a page makes of a row. */
export function pageOf<Row extends object>(
  cockpit: Known & Shown,
  page: Page<Row>,
  { row, columns, level, trouble, scope }: PagedRow<Row>,
): Description {
  const { noun = '', shownFields, of = (same) => same } = page;
  const name = columns.find((column) => column.name);
  const title = page.title?.(row, cockpit, scope) ?? `${noun} ${nameOf(cockpit, columns, row)}`.trim();
  const others = page.title ? columns : columns.filter((column) => column !== name);
  const rest = Object.entries(shownFields === undefined ? {} : of(row)).filter(
    ([field]) => !shownFields?.includes(field),
  );
  const below = describeRow(cockpit, title, Object.fromEntries(rest));
  const word = page.state ? page.state(row) : level === 'ok' ? undefined : trouble;
  const table = page.table?.(row, cockpit);
  return {
    title,
    ...(word !== undefined && { state: { word, level } }),
    ...(table && { table }),
    facts: [
      ...(page.facts?.(row, cockpit, scope) ?? columnFacts(cockpit, others, row)),
      ...(page.more?.(row, cockpit) ?? []),
      ...below.facts,
    ],
    text: [...(page.text?.(row, cockpit) ?? []), ...below.text],
  };
}

/** A line of a text as a row; number 0 is a heading. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** The page that shows one line of a text in full; `of` names the text. */
export const linePage = (of: (cockpit: Known & Shown, scope: Scope) => string): Page<NumberedLine> => ({
  title: ({ number }, cockpit, scope) => `${of(cockpit, scope)}${number > 0 ? `, line ${number}` : ''}`,
  facts: () => [],
  text: ({ text }) => [text.trim() === '' ? { text: 'The line is empty.', role: 'dim' } : text],
});
