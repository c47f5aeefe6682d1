/** Where a pattern matched, for highlighting: start and end (exclusive) as string indices. */
export type Range = readonly [start: number, end: number];

/** The text that an operator looks for, compiled. */
export interface Pattern {
  matches(text: string): boolean;
  /** Every place where it matches, in order and without overlaps. */
  ranges(text: string): readonly Range[];
}

/** More matches than this in one text are not highlighted: nobody sees them, and a hostile line must not cost more. */
const MAX_RANGES = 200;

/** Slashes around an expression are how some write one; they are not looked for. */
const SLASHED = /^\/(.+)\/$/;

/**
 * The problem of an expression, in words. Only one between slashes was meant as nothing else; what looks like a
 * broken one without them is looked for as it stands.
 */
export function patternProblem(typed: string): string | undefined {
  const text = SLASHED.exec(typed)?.[1];
  const expression = text === undefined ? undefined : asExpression(text);
  if (!(expression instanceof SyntaxError)) return undefined;
  const why = expression.message.replace(`Invalid regular expression: /${text}/: `, () => '');
  return `${typed} is no regular expression: ${why}`;
}

/**
 * A regular expression where `text` is one, else the text itself: somebody who looks for `osd.1 (` means just
 * that. Case counts once an upper-case letter is typed; one that belongs to an escape such as `\S` is not typed
 * for its case.
 */
export function compilePattern(typed: string): Pattern {
  const text = SLASHED.exec(typed)?.[1] ?? typed;
  const flags = /\p{Lu}/u.test(text.replace(/\\./g, '')) ? 'g' : 'gi';
  const tried = asExpression(text, flags);
  const expression = tried instanceof SyntaxError ? new RegExp(escaped(text), flags) : tried;
  return {
    matches(line) {
      expression.lastIndex = 0;
      return expression.test(line);
    },
    ranges(line) {
      const ranges: Range[] = [];
      // Matching goes on from where the last answer was found.
      expression.lastIndex = 0;
      for (const match of line.matchAll(expression)) {
        if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
        if (ranges.length === MAX_RANGES) break;
      }
      return ranges;
    },
  };
}

/** The expression, or what is wrong with it. */
function asExpression(text: string, flags?: string): RegExp | SyntaxError {
  try {
    return new RegExp(text, flags);
  } catch (error) {
    return error as SyntaxError;
  }
}

/** The text as an expression that finds just that. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Finds the letters in their order with anything between them: `s7` finds `stor-07`. Case as in `compilePattern`. */
export function compileFuzzy(letters: string): Pattern {
  const wanted = Array.from(letters.replace(/\s+/g, ''));
  const exact = /\p{Lu}/u.test(letters);

  // A few letters get longer in lower case, and positions in such a text would be off.
  function fold(text: string): string {
    const lower = text.toLowerCase();
    return exact || lower.length !== text.length ? text : lower;
  }

  function ranges(text: string): readonly Range[] | undefined {
    const within = fold(text);
    const found: Range[] = [];
    let from = 0;
    for (const letter of wanted) {
      const at = within.indexOf(letter, from);
      if (at === -1) return undefined;
      found.push([at, at + letter.length]);
      from = at + letter.length;
    }
    return found;
  }

  return { matches: (text) => ranges(text) !== undefined, ranges: (text) => ranges(text) ?? [] };
}

/** Ranges in order, with those that overlap or touch made one. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
