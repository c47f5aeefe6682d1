import type { LogEvent } from '../../../api/contract/logs.ts';
import { followFrom, lineLimit, lineMatcher, type LogQuery } from '../../logQuery.ts';
import { refuseRange, unknownCursor } from '../../rules/logs.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { SimLogEntry, SimLogBook } from './book.ts';

type Matcher = (entry: SimLogEntry) => boolean;

/**
 * Makes a predicate for a query. It checks the date of every line: lines are in the order of their arrival, so their
 * dates are unsorted if the clock was set back.
 */
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
 * The lines that match a query, oldest first. A cursor continues after its line; a range of `after` and `before` is
 * returned in full; `after` alone returns the lines that follow it; without either, the newest lines are returned.
 */
export function readLog(book: SimLogBook, query: LogQuery): LogEvent[] {
  enforce(refuseRange(query));
  const limit = lineLimit(query);
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
 * Follows the log: yields the requested past lines (`lines`, or all since `after`), then each line as it is written,
 * until the signal is aborted. When the reader is slower than the log, a line says how many were dropped.
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
