import { cut, width, wrap } from './text.ts';

/** The room of a text that may have to be shorter. */
export interface TextRoom {
  readonly columns: number;
  /** Lines that it takes at the most. */
  readonly most: number;
  readonly ellipsis: string;
}

/** Of a clause that stands for the whole text, so much of the room is filled at least. */
const LEAST_FILLED = 0.4;

/** The beginnings of a text that end where a clause does, the longest first. */
const clausesOf = (text: string): string[] =>
  [...text.matchAll(/[,;:](?= )/g)].map(({ index }) => text.slice(0, index)).toReversed();

/** The lines that have room, the last of them up to a whole word. */
function wholeWords(text: string, { columns, most, ellipsis }: TextRoom): string[] {
  const lines = wrap(text, columns).slice(0, most);
  const last = lines.pop() ?? '';
  const words = last.split(' ');
  while (words.length > 1 && width(`${words.join(' ')} ${ellipsis}`) > columns) words.pop();
  return [...lines, cut(`${words.join(' ')} ${ellipsis}`, columns, ellipsis)];
}

/**
 * The lines of the first of several ways to say the same, the longest first, that has room. Where none has, the beginning of the
 * last one: up to the end of a clause, or else of a word, so that no number and no name is broken.
 */
export function shortened(texts: readonly string[], room: TextRoom): readonly string[] {
  const { columns, most, ellipsis } = room;
  const fits = (text: string) => wrap(text, columns).length <= most;
  const whole = texts.find(fits);
  if (whole !== undefined) return wrap(whole, columns);
  const last = texts.at(-1) ?? '';
  const clause = clausesOf(last)
    .filter((text) => width(text) >= columns * most * LEAST_FILLED)
    .map((text) => `${text} ${ellipsis}`)
    .find(fits);
  return clause === undefined ? wholeWords(last, room) : wrap(clause, columns);
}
