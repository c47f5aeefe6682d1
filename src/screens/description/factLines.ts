import type { Look } from '../../lib/look.ts';
import { fit, width, wrap } from '../../lib/text.ts';
import { paintedLine, type TextLine } from '../../lib/textLine.ts';

/** A name chosen by us and its value, which is untrusted text. */
export type Fact = readonly [name: string, value: TextLine];

/** Columns that a value needs beside its name; with fewer, the value goes below the name. */
const MIN_VALUE = 10;

/** The width of the longest name, in columns. */
export const nameWidth = (facts: readonly Fact[]): number =>
  facts.reduce((widest, [name]) => Math.max(widest, width(name)), 0);

/**
 * Facts, one below the other, each line exactly `columns` wide; a long value is wrapped and indented.
 * @param names width of the names, if it should match that of other facts
 */
export function factColumn(
  look: Look,
  facts: readonly Fact[],
  columns: number,
  names: number = nameWidth(facts),
): string[] {
  const fitted = (line: string) => fit(line, columns, 'left', look.glyphs.ellipsis);
  if (columns - names - 2 < MIN_VALUE)
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

/** Like `factColumn`, indented by one blank and padded with one at the end. */
export const factLines = (look: Look, facts: readonly Fact[], columns: number): string[] =>
  factColumn(look, facts, columns - 2).map((line) => ` ${line}`);

/** A text as wrapped lines, each indented by one blank. */
export const proseLines = (text: string, columns: number): string[] =>
  wrap(text, Math.max(10, columns - 2)).map((line) => ` ${line}`);
