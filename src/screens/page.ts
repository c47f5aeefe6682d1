import type { Description } from '../store/action/action.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { Level } from '../store/facts/level.ts';
import type { Scope } from '../store/session/viewState.ts';
import { cellText } from '../widgets/tableLayout.ts';
import { describeRow } from './describeRow.ts';
import type { ListColumn } from './list/columns.ts';

type Facts = Description['facts'];

/** The page of a row, declared beside its list; what it leaves open is told as the columns of the list tell it. */
export interface Page<Row> {
  /** The word for such a row, `Network`: stands before its name in the title. */
  readonly noun?: string;
  /** The title, where that is not all. */
  readonly title?: (row: Row, cockpit: Known & Shown, scope: Scope) => string;
  /** Its state in a word or two, where it has one; the level of the row says how bad that is. */
  readonly state?: (row: Row) => string | undefined;
  /** In the place of the columns, the most important first. */
  readonly facts?: (row: Row, cockpit: Known & Shown, scope: Scope) => Facts;
  /** Facts that no column tells. */
  readonly more?: (row: Row, cockpit: Known & Shown) => Facts;
  /** Things of one kind that belong to it. */
  readonly table?: (row: Row, cockpit: Known & Shown) => Description['table'];
  /** Longer text below. */
  readonly text?: (row: Row, cockpit: Known & Shown) => Description['text'];
  /** The fields of the row that all this tells, where the others stand below as they came. */
  readonly told?: readonly string[];
  /** The answer that the row is about; the row itself, unless said. */
  readonly of?: (row: Row) => object;
}

/** Titles of columns that are no plain words, as a page says them. */
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

/** The name that a page gives to what a column tells. */
const columnWords = <Row>({ title, words }: ListColumn<Row>): string =>
  words ??
  title
    .split(' ')
    .map((word) => WORDS[word] ?? word.toLowerCase())
    .join(' ');

/** A column's cell as plain text. */
const textOf = <Row>({ look }: Shown, { cell }: ListColumn<Row>, row: Row): string =>
  cellText(cell(row), look.unicode).trim();

/** Facts of a row as the columns of its list tell them; empty cells tell nothing. */
export const columnFacts = <Row>(cockpit: Shown, columns: readonly ListColumn<Row>[], row: Row): Facts =>
  columns
    .map((column) => [columnWords(column), textOf(cockpit, column, row)] as const)
    .filter(([name, text]) => name !== '' && text !== '');

/** A row with all that its page is made of. */
interface PagedRow<Row> {
  readonly row: Row;
  readonly columns: readonly ListColumn<Row>[];
  readonly level: Level;
  /** Its state where the page says none. */
  readonly trouble: string | undefined;
  readonly scope: Scope;
}

/** The description that a page makes of a row. */
export function pageOf<Row extends object>(
  cockpit: Known & Shown,
  page: Page<Row>,
  { row, columns, level, trouble, scope }: PagedRow<Row>,
): Description {
  const { noun = '', told, of = (same) => same } = page;
  const name = columns.find((column) => column.name);
  const title =
    page.title?.(row, cockpit, scope) ?? `${noun} ${name ? textOf(cockpit, name, row) : ''}`.trim();
  const others = page.title ? columns : columns.filter((column) => column !== name);
  const rest = Object.entries(told === undefined ? {} : of(row)).filter(([field]) => !told?.includes(field));
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

/** The page of one line of a text, which is told whole; `of` names the text. */
export const linePage = (
  of: (cockpit: Known & Shown, scope: Scope) => string,
): Page<{ readonly number: number; readonly text: string }> => ({
  title: ({ number }, cockpit, scope) => `${of(cockpit, scope)}${number > 0 ? `, line ${number}` : ''}`,
  facts: () => [],
  text: ({ text }) => [text.trim() === '' ? { text: 'The line is empty.', role: 'dim' } : text],
});
