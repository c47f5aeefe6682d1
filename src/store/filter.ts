import {
  compileFuzzy,
  compilePattern,
  mergeRanges,
  type Pattern,
  patternProblem,
  type Range,
} from './pattern.ts';

/** A compiled table filter. */
export interface TableFilter {
  readonly text: string;
  /** Lets everything through. */
  readonly empty: boolean;
  /** What is wrong with the text, in words; the filter then lets everything through. */
  readonly error?: string;
  /** `cell` gives the plain text of a column of the row. */
  matches(cell: (column: string) => string): boolean;
  /** What to highlight in a cell of the column. */
  ranges(column: string, text: string): readonly Range[];
}

/** One condition of a filter. */
interface Term {
  readonly pattern: Pattern;
  /** Only this column, or any. */
  readonly column: string | undefined;
  readonly inverse: boolean;
}

/** A word, or several in quotes; a quote that is not closed yet reaches to the end. */
const WORD = /(?:[^\s"]|"[^"]*(?:"|$))+/g;

/**
 * The syntax: words that must all match, each anywhere in the row; case counts once an upper-case letter is
 * typed; a word is a regular expression where it compiles, else it stands for itself, unless it is one between
 * slashes; `!word` inverts;
 * `column:word` looks in one column; `"two words"` keeps the space; `-f letters` finds letters in order.
 */
export function compileFilter(text: string, columns: readonly string[]): TableFilter {
  try {
    const terms = parse(text.trim(), columns);
    return { text, empty: terms.length === 0, ...filterBy(terms, columns) };
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    return { text, empty: true, error: error.message, ...filterBy([], columns) };
  }
}

class FilterProblem extends Error {}

function filterBy(
  terms: readonly Term[],
  columns: readonly string[],
): Pick<TableFilter, 'matches' | 'ranges'> {
  const found = ({ pattern, column }: Term, cell: (column: string) => string): boolean =>
    column === undefined
      ? columns.some((name) => pattern.matches(cell(name)))
      : pattern.matches(cell(column));
  const shown = terms.filter((term) => !term.inverse);
  return {
    matches: (cell) => terms.every((term) => found(term, cell) !== term.inverse),
    ranges: (column, text) =>
      mergeRanges(
        shown
          .filter((term) => term.column === undefined || term.column === column)
          .flatMap((term) => term.pattern.ranges(text)),
      ),
  };
}

function parse(text: string, columns: readonly string[]): readonly Term[] {
  const fuzzy = /^-f(?:\s+(.*))?$/s.exec(text);
  if (fuzzy === null) return (text.match(WORD) ?? []).map((word) => parseWord(word, columns));
  const letters = fuzzy[1] ?? '';
  if (letters === '') throw new FilterProblem('Type the letters to find in order after "-f "');
  return [{ pattern: compileFuzzy(letters), column: undefined, inverse: false }];
}

function parseWord(word: string, columns: readonly string[]): Term {
  const inverse = word.startsWith('!');
  const rest = inverse ? word.slice(1) : word;
  const colon = rest.indexOf(':');
  const name = rest.slice(0, Math.max(0, colon)).toLowerCase();
  const column = columns.find((column) => column.toLowerCase() === name);
  const wanted = unquoted(column === undefined ? rest : rest.slice(colon + 1));
  if (wanted === '') throw new FilterProblem(`Type what to look for after "${word}"`);
  const problem = patternProblem(wanted);
  if (problem !== undefined) throw new FilterProblem(problem);
  return { pattern: compilePattern(wanted), column, inverse };
}

/** The text without the quotes around it; a quote inside stays. */
const unquoted = (text: string): string => text.replace(/^"([^"]*)"?$/, '$1');
