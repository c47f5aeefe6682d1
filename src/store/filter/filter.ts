import { comparisonIn, withColon } from './comparison.ts';
import {
  compileFuzzy,
  compilePattern,
  mergeRanges,
  type Pattern,
  patternProblem,
  type Range,
} from './pattern.ts';

/** A column that a filter can name, case-insensitively, by its id, its title or an alias. */
export interface FilterColumn {
  readonly id: string;
  readonly title?: string;
  readonly aliases?: readonly string[];
}

/** Returns the plain text of a row's cell by column id. */
export type CellText = (column: string) => string;

/** A compiled table filter. */
export interface TableFilter {
  readonly text: string;
  /** The filter has no conditions and matches every row. */
  readonly empty: boolean;
  /** An error message about the text; the filter then matches every row. */
  readonly error?: string;
  /**
   * Terms that may be mistakes: those of the form `name:word` whose name looks like a column but is none (they are
   * searched for literally, colon included), and comparisons. `problem` is the message for the case that no row matches
   * the former, or shows a number that the latter can be made with.
   */
  readonly doubts: readonly { readonly problem: string; matches(cell: CellText): boolean }[];
  matches(cell: CellText): boolean;
  /** The ranges to highlight in the text of a cell. */
  ranges(column: string, text: string): readonly Range[];
}

/** One condition of a filter. */
export interface Term {
  readonly pattern: Pattern;
  /**
   * The scope of a search that uses this term: single cells, or the joined line of a row, where a match may span cells.
   */
  readonly within: 'cells' | 'line' | 'both';
  /** The only column to search; undefined for all. */
  readonly column: string | undefined;
  readonly inverse: boolean;
  /** The word before the colon, if it looks like a column name but is none. */
  readonly unknownName?: string | undefined;
  /** For a comparison: whether a cell shows a number that can be compared. */
  readonly compares?: (cell: string) => boolean;
}

/** The result of parsing a filter. */
interface ParsedFilter {
  /** Empty if there is an error. */
  readonly terms: readonly Term[];
  /** The error message. */
  readonly error?: string;
}

/** Matches a word, which may contain quoted parts with spaces; an unclosed quote extends to the end of the text. */
const WORD = /(?:[^\s"]|"[^"]*(?:"|$))+/g;

/**
 * Compiles a filter. All words must match, each anywhere in the row. A word is a regular expression if it compiles,
 * else it is searched literally; between slashes it must compile. Matching is case-sensitive if the word has an
 * upper-case letter. `!word` inverts, `column:word` searches one column, `column:>36%` compares its numbers, `"two
 * words"` keeps the space, and `-f letters` is a fuzzy search for letters in order.
 */
export function compileFilter(text: string, columns: readonly FilterColumn[]): TableFilter {
  const { terms, ...parsed } = parseFilter(text, columns, parseCompared);
  return { text, empty: terms.length === 0, ...parsed, ...filterBy(terms, columns) };
}

/** Parses a filter into its terms; `wordOf` reads a single word, by default without comparisons. */
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

/** A column name reduced to letters and digits, so that `cloned-from` matches the title CLONED FROM. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const namesOf = ({ id, title = '', aliases = [] }: FilterColumn): string[] =>
  [id, title, ...aliases].map(plain).filter(Boolean);

/** The minimum length of a prefix that may stand for a column name. */
const MIN_PREFIX = 3;

/** The column that a word names: by id, else by title, else by alias, else by a prefix that only one column has. */
function columnNamed(word: string, columns: readonly FilterColumn[]): FilterColumn | undefined {
  const name = plain(word);
  if (name === '') return undefined;
  const [ids, titles] = [columns.map(({ id }) => plain(id)), columns.map(({ title = '' }) => plain(title))];
  const exact =
    columns[ids.indexOf(name)] ??
    columns[titles.indexOf(name)] ??
    columns.find((column) => namesOf(column).includes(name));
  if (exact || name.length < MIN_PREFIX) return exact;
  const candidates = columns.filter((column) => namesOf(column).some((one) => one.startsWith(name)));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Matches a word that looks like a column name; the words before the colon in `stor-04:sda` and `fe80:` do not. */
const LIKE_A_COLUMN = /^(?:\p{L}[\p{L}_]*|"\p{L}[\p{L} _]*")$/u;

/** The message about an unknown column. It lists only columns with a title; the others are symbols and bars. */
const unknownColumn = (word: string, columns: readonly FilterColumn[]): string =>
  `no column "${word}"; columns: ${columns
    .flatMap(({ id, title = id }) => (title.trim() === '' ? [] : [title.toLowerCase()]))
    .join(', ')}`;

/** The message for a comparison with a column without such numbers. */
const incomparable = (column: string, columns: readonly FilterColumn[]): string =>
  `nothing in ${(columns.find(({ id }) => id === column)?.title || column).toLowerCase()} can be compared with that`;

function parse(text: string, wordOf: (word: string) => Term): readonly Term[] {
  const fuzzy = /^-f(?:\s+(.*))?$/s.exec(text);
  if (fuzzy === null) return (text.match(WORD) ?? []).map(wordOf);
  const letters = fuzzy[1] ?? '';
  if (letters === '') throw new FilterProblem('Type the letters to find in order after "-f "');
  return [{ pattern: compileFuzzy(letters), within: 'cells', column: undefined, inverse: false }];
}

/**
 * The scope of a term. A literal word without spaces can only match within a cell. Other terms are searched in the
 * line, and those with anchors or groups such as lookarounds in single cells as well.
 */
const withinOf = (wanted: string): Term['within'] =>
  /^[\w.:/-]+$/.test(wanted) ? 'cells' : /[\^$]|\(\?/.test(wanted) ? 'both' : 'line';

/** Splits a word such as `!host:07` into its parts. */
function split(word: string, columns: readonly FilterColumn[]) {
  const inverse = word.startsWith('!');
  const rest = inverse ? word.slice(1) : word;
  const colon = rest.indexOf(':');
  const name = rest.slice(0, Math.max(0, colon));
  return { inverse, rest, colon, name, column: columnNamed(name, columns)?.id };
}

/** Parses a word that may be a comparison: `used:>36%`, `used>36%`. */
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

/** Removes the quotes around a text; quotes inside are kept. */
const unquoted = (text: string): string => text.replace(/^"([^"]*)"?$/, '$1');
