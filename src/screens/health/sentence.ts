import { atMost, visible, width, wrap, wrapParts } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';

/** Columns of the labels before the lines on the cluster as a whole. */
export const LABEL = 7;

/** A line of the health pane under its label; empty where it goes on with the line above. */
export type LabelledLine = readonly [label: string, text: string];

/** A sentence under a label, wrapped to the pane; the tail is dim and stands where its last line has room. */
export interface Sentence {
  readonly label: string;
  readonly lines: readonly string[];
  readonly paint: (line: string, row: number) => string;
  readonly tail?: string;
}

/** Lines that a sentence takes at the most: what is longer is read on the screen `why`. */
const MOST_LINES = 3;

/** A sentence shortened to so many lines; what is left over stands in the last of them, to be cut at the edge. */
const shortened = (sentence: Sentence, most: number): Sentence => ({
  ...sentence,
  lines: atMost(sentence.lines, most),
});

/** Wraps a text, which may be untrusted, to the pane. */
export function sentenceOf(
  { look }: Shown,
  columns: number,
  { text, ...rest }: Omit<Sentence, 'lines'> & { text: string },
): Sentence {
  const lines = wrap(visible(text, look.unicode), Math.max(10, columns - LABEL));
  return shortened({ ...rest, lines }, MOST_LINES);
}

/** A line of parts, each painted already, as a sentence that breaks between them. */
export function partsSentence(columns: number, label: string, parts: readonly string[]): Sentence {
  const said = parts.filter((part) => part !== '');
  return { label, lines: wrapParts(said, Math.max(10, columns - LABEL)), paint: (line) => line };
}

/** Shortens the longest sentence line by line until all take no more than `rows`, or each stands in one line. */
export function fitted(sentences: readonly Sentence[], rows: number): readonly Sentence[] {
  const most = Math.max(0, ...sentences.map(({ lines }) => lines.length));
  const taken = sentences.reduce((sum, { lines }) => sum + lines.length, 0);
  if (taken <= rows || most <= 1) return sentences;
  const longest = sentences.findIndex(({ lines }) => lines.length === most);
  return fitted(sentences.with(longest, shortened(sentences[longest]!, most - 1)), rows);
}

/** The painted lines of a sentence; the label stands before the first. */
export function sentenceLines({ look }: Shown, columns: number, sentence: Sentence): readonly LabelledLine[] {
  const { label, lines, paint, tail = '' } = sentence;
  const hasRoom = tail !== '' && LABEL + width(lines.at(-1) ?? '') + 2 + width(tail) <= columns;
  return lines.map((line, row) => [
    row === 0 ? label : '',
    `${paint(line, row)}${hasRoom && row === lines.length - 1 ? `  ${look.paint('dim', tail)}` : ''}`,
  ]);
}
