import type { Look } from '../lib/look.ts';
import { fit, width, wrap } from '../lib/text.ts';
import { paintedLine, type TextLine } from '../lib/textLine.ts';

/** A name of ours and its value as it came. */
export type Fact = readonly [name: string, value: TextLine];

/** A value has at least so many columns beside its name; else it stands below that. */
const LEAST_VALUE = 10;

/** The columns of the longest name. */
export const nameWidth = (facts: readonly Fact[]): number =>
  facts.reduce((widest, [name]) => Math.max(widest, width(name)), 0);

/**
 * Facts below each other, exactly `columns` wide; a value that is longer goes on below itself.
 * @param names columns of the names, where they are to stand as wide as others do
 */
export function factColumn(
  look: Look,
  facts: readonly Fact[],
  columns: number,
  names: number = nameWidth(facts),
): string[] {
  const fitted = (line: string) => fit(line, columns, 'left', look.glyphs.ellipsis);
  if (columns - names - 2 < LEAST_VALUE)
    return facts.flatMap(([name, value]) =>
      [
        ...wrap(look.paint('dim', name), columns),
        ...wrap(paintedLine(look, value), Math.max(1, columns - 2)).map((line) => `  ${line}`),
      ].map(fitted),
    );
  return facts.flatMap(([name, value]) =>
    wrap(paintedLine(look, value), columns - names - 2).map((line, index) =>
      fitted(`${look.paint('dim', fit(index === 0 ? name : '', names))}  ${line}`),
    ),
  );
}

/** The same behind a blank, with one at the end. */
export const factLines = (look: Look, facts: readonly Fact[], columns: number): string[] =>
  factColumn(look, facts, columns - 2).map((line) => ` ${line}`);

/** Sentences as lines, wrapped, behind a blank. */
export const proseLines = (text: string, columns: number): string[] =>
  wrap(text, Math.max(10, columns - 2)).map((line) => ` ${line}`);
