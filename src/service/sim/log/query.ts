import type { LogEvent } from '../../../api/contract/logs.ts';
import { followFrom, linesOf, lineMatcher, type LogQuery } from '../../logQuery.ts';
import { refuseRange, unknownCursor } from '../../rules/logs.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { SimLogEntry, SimLogBook } from './book.ts';

type Matcher = (entry: SimLogEntry) => boolean;

/** Every line is asked for its date: their order is that of their arrival, which setting the clock back does not change. */
function matcher(query: LogQuery): Matcher {
  const matches = lineMatcher(query);
  const { after = 0, before = Infinity } = query;
  return (entry) => entry.t >= after && entry.t <= before && matches(entry);
}

const event = (book: SimLogBook, number: number, entry: SimLogEntry): LogEvent => ({
  c: book.cursor(number),
  ...entry,
});

/**
 * The lines that match, oldest first. A cursor continues after its line; a range of `after` and `before`
 * gives all of it, `after` alone what follows it, and neither of them the newest lines.
 */
export function readLog(book: SimLogBook, query: LogQuery): LogEvent[] {
  enforce(refuseRange(query));
  const limit = linesOf(query);
  if (query.cursor !== undefined) {
    return oldest(book, matcher({ ...query, after: 0 }), numberAfter(book, query.cursor), limit);
  }
  if (query.after === undefined) return newest(book, matcher(query), limit);
  return oldest(book, matcher(query), book.first, limit);
}

function numberAfter(book: SimLogBook, cursor: string): number {
  const number = book.numberOf(cursor);
  if (number === undefined) throw refusal(unknownCursor());
  return Math.max(book.first, number + 1);
}

function oldest(book: SimLogBook, matches: Matcher, from: number, limit: number): LogEvent[] {
  const events: LogEvent[] = [];
  for (let number = from; number < book.end && events.length < limit; number++) {
    const entry = book.at(number)!;
    if (matches(entry)) events.push(event(book, number, entry));
  }
  return events;
}

function newest(book: SimLogBook, matches: Matcher, limit: number): LogEvent[] {
  const events: LogEvent[] = [];
  for (let number = book.end - 1; number >= book.first && events.length < limit; number--) {
    const entry = book.at(number)!;
    if (matches(entry)) events.push(event(book, number, entry));
  }
  return events.toReversed();
}

/**
 * Follows the log: first the lines asked for from the past (`lines`, or all since `after`), then each line
 * as it is written, until the signal is aborted. A reader that is slower than the log is told how many
 * lines it missed.
 */
export async function* followLog(
  book: SimLogBook,
  query: LogQuery,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  const matches = matcher(query);
  const { end } = book;
  yield* query.after === undefined
    ? newest(book, matches, query.lines ?? 0)
    : oldest(book, matches, book.first, Infinity);
  const eventAt = (number: number) => {
    const entry = book.at(number);
    return entry !== undefined && matches(entry) ? event(book, number, entry) : undefined;
  };
  yield* followFrom(book, end, eventAt, signal);
}
