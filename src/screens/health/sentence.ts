import { shortened } from '../../lib/shorten.ts';
import { cut, visible, width, wrap, wrapParts } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';

/** Columns of the labels in front of the lines about the cluster. */
export const LABEL = 7;

/** A line of the health pane with its label; the label is empty on continuation lines. */
export type LabelledLine = readonly [label: string, text: string];

/** A sentence with a label, wrapped to the pane's width; the dim tail is added if its last line has room. */
export interface Sentence {
  readonly label: string;
  readonly lines: readonly string[];
  /** False if its end is cut off. */
  readonly isWhole: boolean;
  /** The same sentence within at most so many lines. */
  readonly within: (most: number) => Pick<Sentence, 'lines' | 'isWhole'>;
  readonly paint: (line: string, row: number) => string;
  readonly tail?: string;
}

/** The most lines of a sentence; the screen `why` shows longer ones in full. */
const MAX_LINES = 4;

const textWidth = (columns: number): number => Math.max(10, columns - LABEL);

/** The beginning of a text, one line more than a sentence can have: a longer rest would only take time to wrap. */
const beginning = (text: string, columns: number): string => cut(text, columns * (MAX_LINES + 1), '');

/** Wraps the longest of several wordings that fits; the wordings are given from long to short and may be untrusted. */
export function sentenceOf(
  { look }: Shown,
  columns: number,
  {
    texts,
    ...rest
  }: Pick<Sentence, 'label' | 'paint' | 'tail'> & {
    readonly texts: readonly string[];
  },
): Sentence {
  const room = { columns: textWidth(columns), ellipsis: look.glyphs.ellipsis };
  const safe = (text: string) => beginning(visible(text, look.unicode), room.columns);
  const safeTexts = texts.map(safe);
  const least = Math.min(...safeTexts.map((text) => wrap(text, room.columns).length));
  const within = (most: number) => ({
    lines: shortened(safeTexts, { ...room, most }),
    isWhole: least <= most,
  });
  return { ...rest, within, ...within(MAX_LINES) };
}

/**
 * A sentence made of painted parts, which wraps only between them. If they do not fit, the shorter parts are used instead,
 * and of these the last ones are left out.
 */
export function partsSentence(
  { look }: Shown,
  columns: number,
  { label, parts, shorter: few = parts }: Pick<Sentence, 'label'> & Parts,
): Sentence {
  const room = textWidth(columns);
  const [fullParts, shorter] = [parts, few].map((all) =>
    all.filter((part) => part !== '').map((part) => beginning(part, room)),
  ) as [string[], string[]];
  const more = look.paint('dim', look.glyphs.ellipsis);
  const linesOf = (some: readonly string[]) => wrapParts(some, room);
  const within = (most: number) => {
    const fits = (lines: readonly string[]) => lines.length <= most;
    const whole = [fullParts, shorter].map(linesOf).find(fits);
    const fewer = shorter.slice(1).map((_, index) => [...shorter.slice(0, -1 - index), more]);
    const lines = whole ?? fewer.values().map(linesOf).find(fits) ?? linesOf(shorter).slice(0, most);
    return { lines, isWhole: whole !== undefined };
  };
  return { label, within, ...within(MAX_LINES), paint: (line) => line };
}

/** The parts of a line, and shorter ones for narrow screens. */
export interface Parts {
  readonly parts: readonly string[];
  readonly shorter?: readonly string[];
}

/** The sentence, shortened by one line. */
const oneLineLess = (sentence: Sentence): Sentence => ({
  ...sentence,
  ...sentence.within(sentence.lines.length - 1),
});

/**
 * Shortens sentences line by line until all of them fit in `rows`, or each takes a single line. Sentences that have a complete
 * shorter wording come first, starting from the least important one, which is the last; then the longest is cut, of several
 * the last.
 */
export function fitSentences(sentences: readonly Sentence[], rows: number): readonly Sentence[] {
  const taken = sentences.reduce((sum, { lines }) => sum + lines.length, 0);
  const isLong = ({ lines }: Sentence) => lines.length > 1;
  const brief = sentences.findLastIndex((sentence) => isLong(sentence) && oneLineLess(sentence).isWhole);
  const most = Math.max(0, ...sentences.map(({ lines }) => lines.length));
  const at = brief < 0 ? sentences.findLastIndex(({ lines }) => lines.length === most) : brief;
  if (taken <= rows || most <= 1) return sentences;
  return fitSentences(sentences.with(at, oneLineLess(sentences[at]!)), rows);
}

/** The painted lines of a sentence; the first has its label. */
function sentenceLines({ look }: Shown, columns: number, sentence: Sentence): readonly LabelledLine[] {
  const { label, lines, paint, tail = '' } = sentence;
  const hasRoom = tail !== '' && LABEL + width(lines.at(-1) ?? '') + 2 + width(tail) <= columns;
  return lines.map((line, row) => [
    row === 0 ? label : '',
    `${paint(line, row)}${hasRoom && row === lines.length - 1 ? `  ${look.paint('dim', tail)}` : ''}`,
  ]);
}

/** Sentences made of parts; those without any are left out. */
export const partsSentences = (
  cockpit: Shown,
  columns: number,
  all: readonly (Parts & Pick<Sentence, 'label'>)[],
): readonly Sentence[] =>
  all.map((parts) => partsSentence(cockpit, columns, parts)).filter(({ lines }) => lines.length > 0);

/** The painted lines of sentences. */
export const paintedLines = (
  cockpit: Shown,
  columns: number,
  sentences: readonly Sentence[],
): readonly string[] => {
  const { look } = cockpit;
  return sentences
    .flatMap((sentence) => sentenceLines(cockpit, columns, sentence))
    .map(([label, text]) =>
      cut(`${look.paint('dim', ` ${label}`.padEnd(LABEL))}${text}`, columns, look.glyphs.ellipsis),
    );
};
