import { PRIORITY } from '../../lib/priority.ts';
import type { LogLines, LogPiece } from './buffer.ts';
import type { LineNumbers } from './lineSet.ts';
import { lineKey } from './merge.ts';

/**
 * The nearest wanted number, forwards or backwards from `from` (inclusive); pieces that cannot contain one are skipped.
 */
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

/** The number of the nearest line of severity error or above, starting with `from` itself. */
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
      mayHold: ({ worstPriority }) => worstPriority <= PRIORITY.error,
      is: (number) => lines.priority(number) <= PRIORITY.error,
    },
  );

/** A pattern is rare if at most this many lines have it, and at most one of `oneOf` lines. */
const RARE = { lines: 3, oneOf: 1000 } as const;

/** True if the pattern of a line is rare among the buffered lines; always false while there are only few lines. */
export function isRare(lines: LogLines, number: number): boolean {
  const most = Math.min(RARE.lines, (lines.end - lines.first) / RARE.oneOf);
  if (most < 1) return false;
  const found = lines.occurrences(number);
  return found > 0 && found <= most;
}

/** The number of the nearest rare line, starting with `from` itself. */
export const findRare = (
  lines: LogLines,
  numbers: LineNumbers,
  from: number,
  step: 1 | -1,
): number | undefined =>
  find(lines, numbers, { from, step }, { mayHold: () => true, is: (number) => isRare(lines, number) });

/**
 * The number of the nearest marked line. Marks are line keys with the line's time in seconds since the epoch, or 0
 * without one.
 */
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
