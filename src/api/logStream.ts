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

/** Reads one event. What carries neither message nor time nor cursor is a sign of life, not a line. */
function readEvent(json: string): LogEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return notice(`unreadable log event: ${oneLine(json)}`);
  }
  const event = tolerate(LogEventSchema, value) as LogEvent;
  return event.m === undefined && event.t === undefined && event.c === undefined ? undefined : event;
}

/** Newline-delimited JSON, objects one after the other, and one array: objects with something between them. */
function objectFraming(): Framing {
  const splitter = createObjectSplitter(MAX_EVENT_LENGTH);
  return {
    feed: (chunk) =>
      splitter
        .feed(chunk)
        .map((object) => (object === undefined ? tooLong() : readEvent(object)))
        .filter((event) => event !== undefined),
  };
}

/** Server-sent events with JSON objects as their data. Other data is a sign of life. */
function eventSourceFraming(): Framing {
  let events: LogEvent[] = [];
  let overflown = false;
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
  return {
    feed(chunk) {
      events = [];
      parser.feed(chunk);
      if (overflown) {
        overflown = false;
        parser.reset();
        events.push(tooLong());
      }
      return events;
    },
  };
}

const EVENT_SOURCE_LINE = /^(?::|(?:data|event|id|retry)[:\r\n])/;
/** The longest beginning that can still turn into a field of an event stream. */
const FIELD_LENGTH = 'event:'.length;

/** How the stream is framed, told by its first characters; nothing while there are too few of them. */
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

/**
 * Reads a stream of log events as it arrives: server-sent events, newline-delimited JSON, JSON objects one
 * after the other, or one JSON array. Where the text is cut into chunks makes no difference. An event that
 * breaks off at the end of the stream is left out, since it comes again after a reconnect.
 *
 * @throws ApiError of kind `malformed` when the text is none of these, and what reading the chunks throws
 */
export async function* logEvents(
  chunks: AsyncIterable<string>,
  contentType: string,
): AsyncGenerator<LogEvent> {
  let head = '';
  let framing: Framing | undefined;
  for await (const chunk of chunks) {
    if (framing !== undefined) {
      yield* framing.feed(chunk);
      continue;
    }
    head = (head + chunk).trimStart();
    framing = framingOf(head, contentType);
    if (framing !== undefined) yield* framing.feed(head);
  }
}
