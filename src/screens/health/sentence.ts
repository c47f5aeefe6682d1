import { shortened } from '../../lib/shorten.ts';
import { visible, width, wrap, wrapParts } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';

/** Columns of the labels before the lines on the cluster as a whole. */
export const LABEL = 7;

/** A line of the health pane under its label; empty where it goes on with the line above. */
export type LabelledLine = readonly [label: string, text: string];

/** A sentence under a label, wrapped to the pane; the tail is dim and stands where its last line has room. */
export interface Sentence {
  readonly label: string;
  readonly lines: readonly string[];
  /** False where its end is cut off. */
  readonly isWhole: boolean;
  /** The same where it has room for so many lines. */
  readonly within: (most: number) => Pick<Sentence, 'lines' | 'isWhole'>;
  readonly paint: (line: string, row: number) => string;
  readonly tail?: string;
}

/** Lines that a sentence takes at the most: what is longer is read on the screen `why`. */
const MOST_LINES = 3;

const roomBesides = (columns: number): number => Math.max(10, columns - LABEL);

/** Wraps what may be said in several ways, the longest first, to the pane; the texts may be untrusted. */
export function sentenceOf(
  { look }: Shown,
  columns: number,
  {
    texts,
    needed = texts,
    ...rest
  }: Pick<Sentence, 'label' | 'paint' | 'tail'> & {
    readonly texts: readonly string[];
    readonly needed?: readonly string[];
  },
): Sentence {
  const safe = texts.map((text) => visible(text, look.unicode));
  const room = { columns: roomBesides(columns), ellipsis: look.glyphs.ellipsis };
  const within = (most: number) => ({
    lines: shortened(safe, { ...room, most }),
    isWhole: needed.some((text) => wrap(visible(text, look.unicode), room.columns).length <= most),
  });
  return { ...rest, within, ...within(MOST_LINES) };
}

/**
 * A line of parts, each painted already, as a sentence that breaks between them. Where it has no room for all, the shorter
 * ones stand for them, and then the last are left out.
 */
export function partsSentence(
  { look }: Shown,
  columns: number,
  { label, parts, shorter: few = parts }: Pick<Sentence, 'label'> & Parts,
): Sentence {
  const said = parts.filter((part) => part !== '');
  const shorter = few.filter((part) => part !== '');
  const more = look.paint('dim', look.glyphs.ellipsis);
  const linesOf = (some: readonly string[]) => wrapParts(some, roomBesides(columns));
  const within = (most: number) => {
    const fits = (lines: readonly string[]) => lines.length <= most;
    const whole = [said, shorter].map(linesOf).find(fits);
    const cut = shorter.slice(1).map((_, index) => [...shorter.slice(0, -1 - index), more]);
    const lines = whole ?? cut.map(linesOf).find(fits) ?? linesOf(shorter).slice(0, most);
    return { lines, isWhole: whole !== undefined };
  };
  return { label, within, lines: linesOf(said), isWhole: true, paint: (line) => line };
}

/** The parts of a line, and what stands for them where there is no room. */
export interface Parts {
  readonly parts: readonly string[];
  readonly shorter?: readonly string[];
}

/** The sentence with a line less. */
const withLess = (sentence: Sentence): Sentence => ({
  ...sentence,
  ...sentence.within(sentence.lines.length - 1),
});

/**
 * Shortens sentences line by line until all take no more than `rows`, or each stands in one line: first those that can say all in
 * fewer words, from the last on, which matters least; then the longest.
 */
export function fitted(sentences: readonly Sentence[], rows: number): readonly Sentence[] {
  const taken = sentences.reduce((sum, { lines }) => sum + lines.length, 0);
  const isLong = ({ lines }: Sentence) => lines.length > 1;
  const brief = sentences.findLastIndex((sentence) => isLong(sentence) && withLess(sentence).isWhole);
  const most = Math.max(0, ...sentences.map(({ lines }) => lines.length));
  const at = brief < 0 ? sentences.findIndex(({ lines }) => lines.length === most) : brief;
  if (taken <= rows || most <= 1) return sentences;
  return fitted(sentences.with(at, withLess(sentences[at]!)), rows);
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
