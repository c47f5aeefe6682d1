import { Refusal } from '../../engine.ts';
import type { LogEvent } from '../../../api/contract/logs.ts';
import type { Entry, LogBook } from './book.ts';

/** Which lines are asked for; the fields are those of the interface. */
export interface LogQuery {
  readonly server?: number;
  readonly service?: readonly string[];
  readonly priority?: readonly number[];
  readonly after?: number;
  readonly before?: number;
  readonly lines?: number;
  readonly cursor?: string;
}

/** Lines of one answer when the caller does not say. */
const DEFAULT_LINES = 100;
/** Most lines of one answer; the rest follows with the cursor of its last line. */
const MAX_LINES = 10_000;

const event = (book: LogBook, number: number, entry: Entry): LogEvent => ({
  c: book.cursor(number),
  ...entry,
});

/**
 * The lines that match, oldest first. A cursor continues after its line; a range of `after` and `before`
 * gives all of it, `after` alone what follows it, and neither of them the newest lines.
 */
export function readLog(book: LogBook, query: LogQuery): LogEvent[] {
  checkRange(query);
  const matches = matcher(query);
  const from = startOf(book, query);
  const limit = Math.min(query.before === undefined ? (query.lines ?? DEFAULT_LINES) : MAX_LINES, MAX_LINES);
  return from === undefined ? newest(book, matches, limit) : oldest(book, matches, from, limit, query.before);
}

function checkRange({ after, before }: LogQuery): void {
  if (before !== undefined && after === undefined) {
    throw new Refusal(400, 'before is a time, so after is needed as well: give the range');
  }
  if (before !== undefined && after !== undefined && before < after) {
    throw new Refusal(400, 'before lies earlier than after: swap them');
  }
}

function startOf(book: LogBook, { cursor, after }: LogQuery): number | undefined {
  if (cursor !== undefined) {
    const number = book.numberOf(cursor);
    if (number === undefined)
      throw new Refusal(400, 'the cursor is not one of this log: read again without it');
    return Math.max(book.first, number + 1);
  }
  return after === undefined ? undefined : book.numberAt(after);
}

function oldest(book: LogBook, matches: Matcher, from: number, limit: number, before = Infinity): LogEvent[] {
  const events: LogEvent[] = [];
  for (let number = from; number < book.end && events.length < limit; number++) {
    const entry = book.at(number)!;
    if (entry.t > before) break;
    if (matches(entry)) events.push(event(book, number, entry));
  }
  return events;
}

function newest(book: LogBook, matches: Matcher, limit: number): LogEvent[] {
  const events: LogEvent[] = [];
  for (let number = book.end - 1; number >= book.first && events.length < limit; number--) {
    const entry = book.at(number)!;
    if (matches(entry)) events.push(event(book, number, entry));
  }
  return events.toReversed();
}

/**
 * Follows the log: first the lines asked for from the past (`lines`, or all since `after`), then each line
 * as it is written, until the signal is aborted. A reader that is slower than the log loses the oldest lines.
 */
export async function* followLog(
  book: LogBook,
  query: LogQuery,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  const matches = matcher(query);
  let next = book.end;
  yield* query.after === undefined
    ? newest(book, matches, query.lines ?? 0)
    : oldest(book, matches, book.numberAt(query.after), Infinity);
  while (!signal.aborted) {
    next = Math.max(next, book.first);
    for (; next < book.end && !signal.aborted; next++) {
      const entry = book.at(next);
      if (entry !== undefined && matches(entry)) yield event(book, next, entry);
    }
    if (!signal.aborted) await book.news(signal);
  }
}

type Matcher = (entry: Entry) => boolean;

function matcher({ server, service, priority }: LogQuery): Matcher {
  const names = service === undefined ? undefined : new Set(service.map(serviceName));
  return ({ s, h, p }) =>
    (server === undefined || h === server) &&
    (priority === undefined || priority.includes(p)) &&
    (names === undefined || names.has(s) || (names.has('osd.*') && s.startsWith('osd.')));
}

/** Special names stand for themselves; a systemd unit (`ceph-osd@3.service`, `ceph-mon@a`) is led back to its special name. */
function serviceName(name: string): string {
  if (name === 'samba') return 'smb';
  const unit = /^(?:[a-z]+-)?([a-z]+)@([\w-]+)(?:\.service)?$/.exec(name);
  if (unit === null) return name.replace(/\.service$/, '');
  return unit[1] === 'osd' ? `osd.${unit[2]}` : (unit[1] ?? name);
}
