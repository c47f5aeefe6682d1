import type { LogEvent } from '../../api/contract/logs.ts';
import {
  followFrom,
  lineLimit,
  lineMatcher,
  type LogEntry,
  type LogQuery,
  type NumberedLog,
} from '../logQuery.ts';
import { refuseRange, unknownCursor } from '../rules/logs.ts';
import { enforce, refusal } from '../rules/refused.ts';

/** The value of `before` that means: follow the log. */
const FOLLOW = -1;

type Matcher = (entry: LogEntry) => boolean;

/** Makes a predicate that checks the date of every line: dates are unsorted if a clock was set back. */
function matcher(query: LogQuery): Matcher {
  const matches = lineMatcher(query);
  const { after = 0, before = Infinity } = query;
  return (entry) => matches(entry) && entry.t >= after && entry.t <= before;
}

/** The matching lines from number `from` up to the present end of the book. */
function* matching(book: NumberedLog, from: number, matches: Matcher): Generator<LogEvent, void> {
  const end = book.end;
  for (let number = Math.max(from, book.first); number < end; number++) {
    const event = eventAt(book, number, matches);
    if (event) yield event;
  }
}

/** The newest matching lines. The search begins at the end: there may be fifty readers a second. */
function newest(book: NumberedLog, matches: Matcher, lines: number): LogEvent[] {
  const events: LogEvent[] = [];
  for (let number = book.end - 1; number >= book.first && events.length < lines; number--) {
    const event = eventAt(book, number, matches);
    if (event) events.push(event);
  }
  return events.toReversed();
}

function eventAt(book: NumberedLog, number: number, matches: Matcher): LogEvent | undefined {
  const entry = book.at(number);
  return entry && matches(entry) ? { c: book.cursor(number, entry), ...entry } : undefined;
}

function afterCursor(book: NumberedLog, query: LogQuery, cursor: string, lines: number): LogEvent[] {
  const position = book.after(cursor);
  if (!position) throw refusal(unknownCursor());
  const { number, t = -Infinity } = position;
  const matches = matcher(query);
  return [...matching(book, number, (entry) => entry.t > t && matches(entry)).take(lines)];
}

/**
 * The matching lines in the order of their arrival: those after a cursor, those since a time, or the newest ones. The
 * number of lines is limited, except for a time range with both ends.
 */
export function readLog(book: NumberedLog, query: LogQuery): LogEvent[] {
  enforce(refuseRange(query));
  const lines = lineLimit(query);
  if (query.cursor !== undefined) return afterCursor(book, query, query.cursor, lines);
  const matches = matcher(query);
  return query.after === undefined
    ? newest(book, matches, lines)
    : [...matching(book, 0, matches).take(lines)];
}

/**
 * Streams log lines. With `before` -1, these are the requested past lines (the newest `lines`, or all since `after`),
 * then each new line until the signal is aborted; otherwise those of `readLog`. A reader that is too slow gets a line
 * with the number of lines that it missed.
 * @throws Refusal immediately, not with the first line
 */
export function followLog(book: NumberedLog, query: LogQuery, signal: AbortSignal): AsyncIterable<LogEvent> {
  const { before, ...rest } = query;
  return before === FOLLOW ? following(book, rest, signal) : finite(readLog(book, query));
}

async function* finite<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function* following(
  book: NumberedLog,
  query: LogQuery,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  const matches = matcher(query);
  const { end } = book;
  yield* query.after === undefined ? newest(book, matches, query.lines ?? 0) : matching(book, 0, matches);
  yield* followFrom(book, end, (number) => eventAt(book, number, matches), signal);
}
