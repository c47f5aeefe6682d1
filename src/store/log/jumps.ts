import type { LogLines, LogPiece } from './buffer.ts';
import type { LineNumbers } from './lineSet.ts';
import { lineKey } from './merge.ts';

/** Syslog severity `error` (RFC 5424): this and above are what E jumps to. */
export const ERROR = 3;

/** The nearest of `numbers` from `from` on, or back from there, that is wanted; pieces of the log without any are left out. */
function find(
  lines: LogLines,
  numbers: LineNumbers,
  where: { readonly from: number; readonly step: 1 | -1 },
  wanted: { readonly mayHold: (piece: LogPiece) => boolean; readonly is: (number: number) => boolean },
): number | undefined {
  const { from, step } = where;
  let number = numbers.nearest(from, step);
  while (number !== undefined) {
    const piece = lines.piece(number);
    if (piece === undefined || wanted.mayHold(piece)) {
      if (wanted.is(number)) return number;
      number = numbers.nearest(number + step, step);
    } else number = numbers.nearest(step > 0 ? piece.end : piece.start - 1, step);
  }
  return undefined;
}

/** The nearest line of severity error or above among `numbers`, `from` among them; its number. */
export const findError = (
  lines: LogLines,
  numbers: LineNumbers,
  from: number,
  step: 1 | -1,
): number | undefined =>
  find(
    lines,
    numbers,
    { from, step },
    {
      mayHold: ({ worstPriority }) => worstPriority <= ERROR,
      is: (number) => lines.priority(number) <= ERROR,
    },
  );

/** A pattern is rare that at most so many lines have, and no more than one of so many lines. */
const RARE = { lines: 3, oneOf: 1000 } as const;

/** Tells whether a line says what hardly another one of those held says; of few lines that cannot be told. */
export function isRare(lines: LogLines, number: number): boolean {
  const most = Math.min(RARE.lines, (lines.end - lines.first) / RARE.oneOf);
  if (most < 1) return false;
  const found = lines.occurrences(number);
  return found > 0 && found <= most;
}

/** The nearest rare line among `numbers`, `from` among them; its number. */
export const findRare = (
  lines: LogLines,
  numbers: LineNumbers,
  from: number,
  step: 1 | -1,
): number | undefined =>
  find(lines, numbers, { from, step }, { mayHold: () => true, is: (number) => isRare(lines, number) });

/** The nearest marked line; marks are keys of lines with their times in seconds since the epoch, 0 for a line without. */
export function findMarked(
  lines: LogLines,
  numbers: LineNumbers,
  where: { readonly marks: ReadonlyMap<string, number>; readonly from: number; readonly step: 1 | -1 },
): number | undefined {
  const { marks } = where;
  const times = new Set(marks.values());
  return find(lines, numbers, where, {
    mayHold: ({ oldest, newest }) =>
      newest === Infinity || times.values().some((time) => time >= oldest && time <= newest),
    is(number) {
      const time = lines.time(number);
      if (!times.has(time === Infinity ? 0 : time)) return false;
      const event = lines.at(number);
      return event !== undefined && marks.has(lineKey(event));
    },
  });
}
