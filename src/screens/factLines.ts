import { fit, width, wrap } from '../lib/text.ts';
import type { Look } from '../lib/look.ts';
import { paintedLine, type TextLine } from '../lib/textLine.ts';

/** A name of ours and its value as it came. */
export type Fact = readonly [name: string, value: TextLine];

/** Facts as lines, name before value, what is too long for the line below itself. */
export function factLines(look: Look, facts: readonly Fact[], columns: number): string[] {
  const names = Math.max(0, ...facts.map(([name]) => width(name)));
  const room = Math.max(10, columns - names - 4);
  return facts.flatMap(([name, value]) =>
    wrap(paintedLine(look, value), room).map(
      (line, index) => ` ${look.paint('dim', fit(index === 0 ? name : '', names))}  ${line}`,
    ),
  );
}

/** Sentences as lines, wrapped, behind a blank. */
export const proseLines = (text: string, columns: number): string[] =>
  wrap(text, Math.max(10, columns - 2)).map((line) => ` ${line}`);
