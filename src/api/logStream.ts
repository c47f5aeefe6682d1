import { createParser } from 'eventsource-parser';
import { type LogEvent, LogEvent as LogEventSchema } from './contract/logs.ts';
import { ApiError } from './failure.ts';
import { oneLine } from './message.ts';
import { createObjectSplitter } from './objects.ts';
import { tolerate } from './tolerate.ts';

/** The maximum length of a log event in characters; a longer one is replaced by a line that says so. */
export const MAX_EVENT_LENGTH = 1024 * 1024;

/** Splits the stream's text into events; `feed` returns the events that a chunk completes. */
interface Framing {
  feed(chunk: string): LogEvent[];
}

const notice = (words: string): LogEvent => ({ m: `(${words})` });
const tooLong = () => notice(`a log event of more than ${MAX_EVENT_LENGTH} characters was left out`);

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isWhole = (value: unknown) => value === undefined || Number.isInteger(value);

/** True if the known fields of an event have their declared types: a cheap check that avoids `tolerate` for most events. */
function fitsContract(value: object): boolean {
  const { c, t, m, s, h, p } = value as Record<string, unknown>;
  const isTime = t === undefined || Number.isFinite(t);
  return isText(c) && isTime && isText(m) && isText(s) && isWhole(h) && isWhole(p) && !Array.isArray(value);
}

/** A log event; undefined for an object without message, time and cursor, which is a keep-alive. */
function asEvent(value: unknown): LogEvent | undefined {
  const fits = typeof value === 'object' && value !== null && fitsContract(value);
  const event = (fits ? value : tolerate(LogEventSchema, value)) as LogEvent;
  return event.m === undefined && event.t === undefined && event.c === undefined ? undefined : event;
}

function readEvent(json: string): LogEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return notice(`unreadable log event: ${oneLine(json)}`);
  }
  return asEvent(value);
}

/**
 * Reads a complete event that `pattern` matches at `at`, and adds it to `events`. Nearly all events of a log can be read
 * this way, which is several times as fast as scanning their characters.
 * @returns true if an event was read; `pattern.lastIndex` is then after it
 */
function readWholeEvent(pattern: RegExp, chunk: string, at: number, events: LogEvent[]): boolean {
  pattern.lastIndex = at;
  if (!pattern.test(chunk)) return false;
  const json = chunk.slice(chunk.indexOf('{', at), chunk.lastIndexOf('}', pattern.lastIndex) + 1);
  if (json.length > MAX_EVENT_LENGTH) return false;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return false;
  }
  const event = asEvent(value);
  if (event !== undefined) events.push(event);
  return true;
}

/** The framing of newline-delimited JSON, concatenated objects, and an array of objects. */
function objectFraming(): Framing {
  const whole = /(\{[^\r\n]*\})\r?\n/y;
  const splitter = createObjectSplitter(MAX_EVENT_LENGTH);
  return {
    feed(chunk) {
      const events: LogEvent[] = [];
      for (let at = 0; at < chunk.length;) {
        if (splitter.idle && readWholeEvent(whole, chunk, at, events)) {
          at = whole.lastIndex;
          continue;
        }
        const end = chunk.indexOf('\n', at) + 1 || chunk.length;
        for (const object of splitter.feed(chunk.slice(at, end))) {
          const event = object === undefined ? tooLong() : readEvent(object);
          if (event !== undefined) events.push(event);
        }
        at = end;
      }
      return events;
    },
  };
}

/** The framing of server-sent events with JSON objects as data; other data is a keep-alive. */
function eventSourceFraming(): Framing {
  const whole = /(?:(?:event|id): ?[^\r\n]*\r?\n)*data: ?(\{[^\r\n]*\})\r?\n\r?\n/y;
  let events: LogEvent[] = [];
  let overflown = false;
  /** The last characters passed to the parser while an event is incomplete; undefined between two events. */
  let tail: string | undefined;
  const parser = createParser({
    // The splitter reports events that are too long; this limit is for one that never ends.
    maxBufferSize: 2 * MAX_EVENT_LENGTH,
    onEvent: ({ data }) => {
      // A new framing for each event, so that a broken one cannot swallow the next.
      for (const event of objectFraming().feed(data)) events.push(event);
    },
    onError: ({ type }) => {
      overflown ||= type === 'max-buffer-size-exceeded';
    },
  });

  /** Feeds the parser up to the end of the next blank line and returns that position. */
  function parse(chunk: string, at: number): number {
    const before = tail ?? '';
    const text = before + chunk.slice(at);
    const blank = /\n\r?\n/.exec(text);
    const end = blank === null ? text.length : blank.index + blank[0].length;
    parser.feed(text.slice(before.length, end));
    tail = blank === null ? text.slice(-2) : undefined;
    if (overflown) {
      overflown = false;
      parser.reset();
      events.push(tooLong());
    }
    return at + end - before.length;
  }

  return {
    feed(chunk) {
      events = [];
      for (let at = 0; at < chunk.length;) {
        const isTaken = tail === undefined && readWholeEvent(whole, chunk, at, events);
        at = isTaken ? whole.lastIndex : parse(chunk, at);
      }
      return events;
    },
  };
}

const EVENT_SOURCE_LINE = /^(?::|(?:data|event|id|retry)[:\r\n])/;
/** The length of the longest field name of an event stream, with its colon. */
const FIELD_LENGTH = 'event:'.length;

/** The framing of the stream, detected from its first characters; undefined while there are too few. */
function framingOf(head: string, contentType: string): Framing | undefined {
  if (head === '') return undefined;
  if (head.startsWith('{') || head.startsWith('[')) return objectFraming();
  if (contentType === 'text/event-stream' || EVENT_SOURCE_LINE.test(head)) return eventSourceFraming();
  if (head.length < FIELD_LENGTH && /^[a-z]+$/.test(head)) return undefined;
  throw new ApiError({
    kind: 'malformed',
    message: `The log stream holds no log events: it begins with "${oneLine(head, 60)}".`,
  });
}

/** The number of characters parsed at once: some thousand lines, in some milliseconds. */
const PIECE = 128 * 1024;

async function* readBatches(
  chunks: AsyncIterable<string>,
  contentType: string,
): AsyncGenerator<readonly LogEvent[]> {
  let head = '';
  let framing: Framing | undefined;
  for await (const chunk of chunks) {
    let text = chunk;
    if (framing === undefined) {
      text = head = (head + chunk).trimStart();
      framing = framingOf(head, contentType);
    }
    if (framing === undefined) continue;
    for (let from = 0; from < text.length; from += PIECE) yield framing.feed(text.slice(from, from + PIECE));
  }
}

/** Log events as they arrive, one by one or in batches. */
class LogStream implements AsyncIterable<LogEvent> {
  /** The batches; may be iterated only once. */
  readonly batches: AsyncGenerator<readonly LogEvent[]>;

  constructor(batches: AsyncGenerator<readonly LogEvent[]>) {
    this.batches = batches;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LogEvent> {
    for await (const batch of this.batches) yield* batch;
  }
}

/**
 * Parses a stream of log events as it arrives: server-sent events, newline-delimited JSON, concatenated JSON objects, or
 * a JSON array, split into chunks at any place. An incomplete event at the end of the stream is dropped, as it is sent
 * again after a reconnect.
 *
 * Iterating throws an ApiError of kind `malformed` for any other format, and the errors of reading the chunks.
 */
export const logEvents = (chunks: AsyncIterable<string>, contentType: string): AsyncIterable<LogEvent> =>
  new LogStream(readBatches(chunks, contentType));

async function* oneByOne(events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> {
  for await (const event of events) yield [event];
}

/** The events of a stream in batches: at thousands a second, awaiting each event would cost more than parsing it. */
export const logBatches = (events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> =>
  events instanceof LogStream ? events.batches : oneByOne(events);
