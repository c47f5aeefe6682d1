import { createParser } from 'eventsource-parser';
import { type LogEvent, LogEvent as LogEventSchema } from './contract/logs.ts';
import { ApiError } from './failure.ts';
import { oneLine } from './message.ts';
import { createObjectSplitter } from './objects.ts';
import { tolerate } from './tolerate.ts';

/** A log event longer than this many characters is left out, and a line that says so takes its place. */
export const MAX_EVENT_LENGTH = 1024 * 1024;

/** Takes the stream's text in pieces and hands out the events that each piece completes. */
interface Framing {
  feed(chunk: string): LogEvent[];
}

const notice = (words: string): LogEvent => ({ m: `(${words})` });
const tooLong = () => notice(`a log event of more than ${MAX_EVENT_LENGTH} characters was left out`);

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isWhole = (value: unknown) => value === undefined || Number.isInteger(value);

/** Tells whether all that the contract knows of an event is as it says, as it nearly always is; tells so at a fraction of the cost. */
function isAsDescribed(value: object): boolean {
  const { c, t, m, s, h, p } = value as Record<string, unknown>;
  const isTime = t === undefined || Number.isFinite(t);
  return isText(c) && isTime && isText(m) && isText(s) && isWhole(h) && isWhole(p) && !Array.isArray(value);
}

/** An event. What carries neither message nor time nor cursor is a sign of life, not a line. */
function asEvent(value: unknown): LogEvent | undefined {
  const fits = typeof value === 'object' && value !== null && isAsDescribed(value);
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
 * Reads the JSON text that a pattern finds at a place, and adds the event. Nearly all of a log is made of such lines,
 * and to take them whole is several times as fast as to go through their characters.
 * @returns whether there is one that can be read; then the pattern stands behind it
 */
function takeWhole(pattern: RegExp, chunk: string, at: number, events: LogEvent[]): boolean {
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

/** Newline-delimited JSON, objects one after the other, and one array: objects with something between them. */
function objectFraming(): Framing {
  const whole = /(\{[^\r\n]*\})\r?\n/y;
  const splitter = createObjectSplitter(MAX_EVENT_LENGTH);
  return {
    feed(chunk) {
      const events: LogEvent[] = [];
      for (let at = 0; at < chunk.length;) {
        if (splitter.idle && takeWhole(whole, chunk, at, events)) {
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

/** Server-sent events with JSON objects as their data. Other data is a sign of life. */
function eventSourceFraming(): Framing {
  const whole = /(?:(?:event|id): ?[^\r\n]*\r?\n)*data: ?(\{[^\r\n]*\})\r?\n\r?\n/y;
  let events: LogEvent[] = [];
  let overflown = false;
  /** The last characters that the parser got of an event that has not ended; nothing between two events. */
  let tail: string | undefined;
  const parser = createParser({
    // The splitter tells what is too long; this bounds what never ends.
    maxBufferSize: 2 * MAX_EVENT_LENGTH,
    onEvent: ({ data }) => {
      // Each is read by itself, so that a broken one cannot swallow the next.
      for (const event of objectFraming().feed(data)) events.push(event);
    },
    onError: ({ type }) => {
      overflown ||= type === 'max-buffer-size-exceeded';
    },
  });

  /** Lets the parser read up to the next blank line; returns where that ends. */
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
        const isTaken = tail === undefined && takeWhole(whole, chunk, at, events);
        at = isTaken ? whole.lastIndex : parse(chunk, at);
      }
      return events;
    },
  };
}

const EVENT_SOURCE_LINE = /^(?::|(?:data|event|id|retry)[:\r\n])/;
/** The longest beginning that can still turn into a field of an event stream. */
const FIELD_LENGTH = 'event:'.length;

/** The framing of the stream, recognised by its first characters; undefined while there are too few of them. */
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

/** Characters that are read at once: some thousand lines, in some milliseconds. */
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

/** Log events as they arrive, one by one or as many at once as have come. */
class LogStream implements AsyncIterable<LogEvent> {
  /** To be read once. */
  readonly batches: AsyncGenerator<readonly LogEvent[]>;

  constructor(batches: AsyncGenerator<readonly LogEvent[]>) {
    this.batches = batches;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LogEvent> {
    for await (const batch of this.batches) yield* batch;
  }
}

/**
 * Reads a stream of log events as it arrives: server-sent events, newline-delimited JSON, JSON objects one
 * after the other, or one JSON array. Where the text is cut into chunks makes no difference. An event that
 * breaks off at the end of the stream is left out, since it comes again after a reconnect.
 *
 * Reading throws an ApiError of kind `malformed` when the text is none of these, and what reading the chunks throws.
 */
export const logEvents = (chunks: AsyncIterable<string>, contentType: string): AsyncIterable<LogEvent> =>
  new LogStream(readBatches(chunks, contentType));

async function* oneByOne(events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> {
  for await (const event of events) yield [event];
}

/** The events of a stream, as many at once as have come: of thousands a second, to wait for each costs more than to read it. */
export const logBatches = (events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> =>
  events instanceof LogStream ? events.batches : oneByOne(events);
