import { cut, width, wrap } from './text.ts';

/** The room available for a text that may have to be shortened. */
export interface TextRoom {
  readonly columns: number;
  /** The maximum number of lines. */
  readonly most: number;
  readonly ellipsis: string;
}

/** A text is cut at the end of a clause only if the remaining part fills at least this share of the room. */
const MIN_FILLED = 0.4;

/** The parts of a text up to the end of each clause, longest first. */
const clausePrefixes = (text: string): string[] =>
  [...text.matchAll(/[,;:](?= )/g)].map(({ index }) => text.slice(0, index)).toReversed();

/** The lines that fit, the last one cut after a whole word. */
function wholeWords(text: string, { columns, most, ellipsis }: TextRoom): string[] {
  const lines = wrap(text, columns).slice(0, most);
  const last = lines.pop() ?? '';
  const words = last.split(' ');
  while (words.length > 1 && width(`${words.join(' ')} ${ellipsis}`) > columns) words.pop();
  return [...lines, cut(`${words.join(' ')} ${ellipsis}`, columns, ellipsis)];
}

/**
 * The lines of the first text that fits; `texts` say the same thing in several lengths, longest first. If none fits,
 * the last text is cut at the end of a clause, or else of a word, so that no number or name is broken.
 */
export function shortened(texts: readonly string[], room: TextRoom): readonly string[] {
  const { columns, most, ellipsis } = room;
  const fits = (text: string) => wrap(text, columns).length <= most;
  const fitting = texts.find(fits);
  if (fitting !== undefined) return wrap(fitting, columns);
  const last = texts.at(-1) ?? '';
  const clause = clausePrefixes(last)
    .filter((text) => width(text) >= columns * most * MIN_FILLED)
    .map((text) => `${text} ${ellipsis}`)
    .find(fits);
  return clause === undefined ? wholeWords(last, room) : wrap(clause, columns);
}
