import { comparisonIn, withColon } from './comparison.ts';
import {
  compileFuzzy,
  compilePattern,
  mergeRanges,
  type Pattern,
  patternProblem,
  type Range,
} from './pattern.ts';

/** A column that a filter can name: by its id, its title, or another word for it, in whatever case. */
export interface FilterColumn {
  readonly id: string;
  readonly title?: string;
  readonly aliases?: readonly string[];
}

/** The plain text of a column of a row. */
export type CellText = (column: string) => string;

/** A compiled table filter. */
export interface TableFilter {
  readonly text: string;
  /** Lets everything through. */
  readonly empty: boolean;
  /** The problem of the text, in words; the filter then lets everything through. */
  readonly error?: string;
  /**
   * Words before a colon that could name a column and name none, which are looked for together with what stands behind
   * the colon, and comparisons. Each with what to say where no row holds that, or nothing that can be compared.
   */
  readonly doubts: readonly { readonly problem: string; matches(cell: CellText): boolean }[];
  /** `cell` gives the plain text of a column of the row. */
  matches(cell: CellText): boolean;
  /** The parts to highlight in a cell of the column. */
  ranges(column: string, text: string): readonly Range[];
}

/** One condition of a filter. */
export interface Term {
  readonly pattern: Pattern;
  /** In cells alone, or in the line that they make, where what it finds may begin in one and end in another. */
  readonly within: 'cells' | 'line' | 'both';
  /** Only this column, or any. */
  readonly column: string | undefined;
  readonly inverse: boolean;
  /** The word before the colon where that is no column, though it reads like one. */
  readonly unknownName?: string | undefined;
  /** Tells of a comparison whether it can be made with a cell. */
  readonly compares?: (cell: string) => boolean;
}

/** The reading of a text. */
interface ParsedFilter {
  /** None where something is wrong. */
  readonly terms: readonly Term[];
  /** Its problem, in words. */
  readonly error?: string;
}

/** A word, or several in quotes; a quote that is not closed yet reaches to the end. */
const WORD = /(?:[^\s"]|"[^"]*(?:"|$))+/g;

/**
 * The syntax: words that must all match, each anywhere in the row; case counts once an upper-case letter is
 * typed; a word is a regular expression where it compiles, else it stands for itself, unless it is one between
 * slashes; `!word` inverts;
 * `column:word` looks in one column, `column:>36%` compares what it shows; `"two words"` keeps the space; `-f letters`
 * finds letters in order.
 */
export function compileFilter(text: string, columns: readonly FilterColumn[]): TableFilter {
  const { terms, ...parsed } = parseFilter(text, columns, parseCompared);
  return { text, empty: terms.length === 0, ...parsed, ...filterBy(terms, columns) };
}

/** The conditions of a text in that syntax; without comparisons, unless its words are read so. */
export function parseFilter(
  text: string,
  columns: readonly FilterColumn[],
  wordOf: typeof parseWord = parseWord,
): ParsedFilter {
  try {
    return { terms: parse(text.trim(), (word) => wordOf(word, columns)) };
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    return { terms: [], error: error.message };
  }
}

class FilterProblem extends Error {}

function filterBy(
  terms: readonly Term[],
  columns: readonly FilterColumn[],
): Pick<TableFilter, 'matches' | 'ranges' | 'doubts'> {
  const found = ({ pattern, column }: Term, cell: CellText): boolean =>
    column === undefined
      ? columns.some(({ id }) => pattern.matches(cell(id)))
      : pattern.matches(cell(column));
  const shown = terms.filter((term) => !term.inverse);
  return {
    doubts: terms.flatMap((term) => {
      const { unknownName, compares, column = '' } = term;
      if (unknownName !== undefined)
        return [{ problem: unknownColumn(unknownName, columns), matches: (cell) => found(term, cell) }];
      if (!compares) return [];
      return [{ problem: incomparable(column, columns), matches: (cell) => compares(cell(column)) }];
    }),
    matches: (cell) => terms.every((term) => found(term, cell) !== term.inverse),
    ranges: (column, text) =>
      mergeRanges(
        shown
          .filter((term) => term.column === undefined || term.column === column)
          .flatMap((term) => term.pattern.ranges(text)),
      ),
  };
}

/** Letters and digits alone, so that `cloned-from` is the title CLONED FROM. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const namesOf = ({ id, title = '', aliases = [] }: FilterColumn): string[] =>
  [id, title, ...aliases].map(plain).filter(Boolean);

/** From so many letters on, the beginning of a column's name is enough where no other begins so. */
const LEAST_BEGINNING = 3;

/** The column that a word names: by its id before its title before other words, or by how only that one begins. */
function columnNamed(word: string, columns: readonly FilterColumn[]): FilterColumn | undefined {
  const name = plain(word);
  if (name === '') return undefined;
  const [ids, titles] = [columns.map(({ id }) => plain(id)), columns.map(({ title = '' }) => plain(title))];
  const exact =
    columns[ids.indexOf(name)] ??
    columns[titles.indexOf(name)] ??
    columns.find((column) => namesOf(column).includes(name));
  if (exact || name.length < LEAST_BEGINNING) return exact;
  const beginning = columns.filter((column) => namesOf(column).some((one) => one.startsWith(name)));
  return beginning.length === 1 ? beginning[0] : undefined;
}

/** Reads like the name of a column; `stor-04:sda` and `fe80:` do not. */
const LIKE_A_COLUMN = /^(?:\p{L}[\p{L}_]*|"\p{L}[\p{L} _]*")$/u;

/** Columns that are told are those with a title: the others are signs and bars. */
const unknownColumn = (word: string, columns: readonly FilterColumn[]): string =>
  `no column "${word}"; there are: ${columns
    .flatMap(({ id, title = id }) => (title.trim() === '' ? [] : [title.toLowerCase()]))
    .join(', ')}`;

/** A comparison with a column that shows no such number. */
const incomparable = (column: string, columns: readonly FilterColumn[]): string =>
  `nothing in ${(columns.find(({ id }) => id === column)?.title || column).toLowerCase()} can be compared with that`;

function parse(text: string, wordOf: (word: string) => Term): readonly Term[] {
  const fuzzy = /^-f(?:\s+(.*))?$/s.exec(text);
  if (fuzzy === null) return (text.match(WORD) ?? []).map(wordOf);
  const letters = fuzzy[1] ?? '';
  if (letters === '') throw new FilterProblem('Type the letters to find in order after "-f "');
  return [{ pattern: compileFuzzy(letters), within: 'cells', column: undefined, inverse: false }];
}

/** A word without a space in it is found in a cell if anywhere; one that looks at the ends of a cell, there or in the line. */
const withinOf = (wanted: string): Term['within'] =>
  /^[\w.:/-]+$/.test(wanted) ? 'cells' : /[\^$]|\(\?/.test(wanted) ? 'both' : 'line';

/** A word in its parts: `!host:07`. */
function split(word: string, columns: readonly FilterColumn[]) {
  const inverse = word.startsWith('!');
  const rest = inverse ? word.slice(1) : word;
  const colon = rest.indexOf(':');
  const name = rest.slice(0, Math.max(0, colon));
  return { inverse, rest, colon, name, column: columnNamed(name, columns)?.id };
}

/** A word that may compare the numbers of a column: `used:>36%`, `used>36%`. */
function parseCompared(word: string, columns: readonly FilterColumn[]): Term {
  const { inverse, rest, colon, column } = split(withColon(word), columns);
  const comparison = column === undefined ? undefined : comparisonIn(unquoted(rest.slice(colon + 1)));
  if (!comparison) return parseWord(word, columns);
  if ('problem' in comparison) throw new FilterProblem(comparison.problem);
  return { ...comparison, within: 'cells', column, inverse };
}

function parseWord(word: string, columns: readonly FilterColumn[]): Term {
  const { inverse, rest, colon, name, column } = split(word, columns);
  const wanted = unquoted(column === undefined ? rest : rest.slice(colon + 1));
  if (wanted === '') throw new FilterProblem(`Type what to look for after "${word}"`);
  const problem = patternProblem(wanted);
  if (problem !== undefined) throw new FilterProblem(problem);
  const unknownName = column === undefined && LIKE_A_COLUMN.test(name) ? unquoted(name) : undefined;
  return { pattern: compilePattern(wanted), within: withinOf(wanted), column, inverse, unknownName };
}

/** The text without the quotes around it; a quote inside stays. */
const unquoted = (text: string): string => text.replace(/^"([^"]*)"?$/, '$1');
