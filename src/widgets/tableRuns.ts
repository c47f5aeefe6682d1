import type { Glyphs } from '../lib/glyphs.ts';
import { atMost, wrap } from '../lib/text.ts';

/** The position of a row in a run of adjacent rows with the same text: its index from 0, and the length of the run. */
export interface SharedRun {
  readonly index: number;
  readonly length: number;
}

/** The position of each text in its run of equal texts; undefined for a text that is empty or differs from its neighbours. */
export function runsOf(texts: readonly string[]): readonly (SharedRun | undefined)[] {
  const starts: number[] = [];
  const lengths = new Map<number, number>();
  for (const [index, text] of texts.entries()) {
    const goesOn = index > 0 && text !== '' && text === texts[index - 1];
    const start = goesOn ? (starts[index - 1] ?? index) : index;
    starts.push(start);
    lengths.set(start, (lengths.get(start) ?? 0) + 1);
  }
  return starts.map((start, index) => {
    const length = lengths.get(start) ?? 1;
    return length > 1 ? { index: index - start, length } : undefined;
  });
}

/** The mark for "same as above". */
const DITTO = '"';

/** The width of the bracket that joins the rows that a text goes on over. */
const BRACKET = 2;

/** The side of the bracket at a row of a run. */
function bracketAt({ topLeft, vertical, bottomLeft }: Glyphs, { index, length }: SharedRun): string {
  return `${index === 0 ? topLeft : index === length - 1 ? bottomLeft : vertical} `;
}

/** The lines of a shared text in a column of `room`, and whether they stand beside a bracket, as several lines do. */
function sharedLines(text: string, room: number) {
  const lines = wrap(text, room);
  const bracketed = lines.length > 1 && room > BRACKET;
  return { bracketed, lines: bracketed ? wrap(text, room - BRACKET) : lines };
}

/** The number of lines that a shared text takes in a column of `room`. */
export const sharedHeight = (text: string, room: number): number => sharedLines(text, room).lines.length;

/**
 * The part of a shared text for one row of its run. A text of several lines has one in each row, beside a bracket, and what is
 * left in the last one.
 */
function sharedParts(text: string, room: number, run: SharedRun, glyphs: Glyphs): readonly string[] {
  const { index, length } = run;
  const { bracketed, lines } = sharedLines(text, room);
  if (!bracketed) return [index === 0 ? text : DITTO];
  const bracket = bracketAt(glyphs, run);
  if (index >= lines.length) return [bracket];
  const parts = index === length - 1 ? lines.slice(index) : lines.slice(index, index + 1);
  return parts.map((part, line) => (line === 0 ? bracket : ' '.repeat(BRACKET)) + part);
}

/** The lines of a cell's text, `most` at most; the last line then contains the rest. */
export function textParts(
  text: string,
  room: number,
  {
    goesOn,
    most,
    run,
    glyphs,
  }: {
    readonly goesOn: boolean;
    readonly most: number;
    readonly run: SharedRun | undefined;
    readonly glyphs: Glyphs;
  },
): readonly string[] {
  const parts = run ? sharedParts(text, room, run, glyphs) : goesOn ? wrap(text, room, most) : [text];
  return atMost(parts, most);
}
