/** A match to highlight: start and end (exclusive) as string indices. */
export type Range = readonly [start: number, end: number];

/** A compiled search pattern. */
export interface Pattern {
  matches(text: string): boolean;
  /** All matches, in order and without overlaps. */
  ranges(text: string): readonly Range[];
}

/** The maximum number of highlighted matches per text, which bounds the cost of a hostile line. */
const MAX_RANGES = 200;

/** Matches an expression written between slashes, which are not part of it. */
const SLASHED = /^\/(.+)\/$/;

/**
 * An error message for an invalid expression between slashes. Without slashes, an invalid expression is not an error:
 * it is searched literally.
 */
export function patternProblem(typed: string): string | undefined {
  const text = SLASHED.exec(typed)?.[1];
  const expression = text === undefined ? undefined : asExpression(text);
  if (!(expression instanceof SyntaxError)) return undefined;
  const why = expression.message.replace(`Invalid regular expression: /${text}/: `, () => '');
  return `${typed} is not a regular expression: ${why}`;
}

/**
 * Compiles a text as a regular expression, or literally if it is not a valid one, such as `osd.1 (`. Matching is
 * case-sensitive if the text has an upper-case letter, except in escapes such as `\S`.
 */
export function compilePattern(typed: string): Pattern {
  const text = SLASHED.exec(typed)?.[1] ?? typed;
  const flags = /\p{Lu}/u.test(text.replace(/\\./g, '')) ? 'g' : 'gi';
  const tried = asExpression(text, flags);
  const expression = tried instanceof SyntaxError ? new RegExp(escapedForRegExp(text), flags) : tried;
  return {
    matches(line) {
      expression.lastIndex = 0;
      return expression.test(line);
    },
    ranges(line) {
      const ranges: Range[] = [];
      // A global expression would otherwise continue after the previous match.
      expression.lastIndex = 0;
      for (const match of line.matchAll(expression)) {
        if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
        if (ranges.length === MAX_RANGES) break;
      }
      return ranges;
    },
  };
}

/** Compiles an expression, or returns the error. */
function asExpression(text: string, flags?: string): RegExp | SyntaxError {
  try {
    return new RegExp(text, flags);
  } catch (error) {
    return error as SyntaxError;
  }
}

/** Escapes a text for use as a literal in a regular expression. */
export const escapedForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Compiles a fuzzy pattern: the letters in order with anything between them, so `s7` finds `stor-07`. Case as in
 * `compilePattern`.
 */
export function compileFuzzy(letters: string): Pattern {
  const wanted = Array.from(letters.replace(/\s+/g, ''));
  const exact = /\p{Lu}/u.test(letters);

  // A few letters become longer in lower case, which would shift the positions; such a text is not folded.
  function fold(text: string): string {
    const lower = text.toLowerCase();
    return exact || lower.length !== text.length ? text : lower;
  }

  function ranges(text: string): readonly Range[] | undefined {
    const folded = fold(text);
    const found: Range[] = [];
    let from = 0;
    for (const letter of wanted) {
      const at = folded.indexOf(letter, from);
      if (at === -1) return undefined;
      found.push([at, at + letter.length]);
      from = at + letter.length;
    }
    return found;
  }

  return { matches: (text) => ranges(text) !== undefined, ranges: (text) => ranges(text) ?? [] };
}

/** Sorts ranges and merges those that overlap or touch. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
