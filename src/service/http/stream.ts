import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FIXED_HEADERS } from './headers.ts';

export type StreamFormat = 'text/event-stream' | 'application/x-ndjson';

/** Server-sent events for a client that accepts them, otherwise one JSON value a line. */
export function streamFormat(accept: string | undefined): StreamFormat {
  return accept?.includes('text/event-stream') ? 'text/event-stream' : 'application/x-ndjson';
}

/** The next value, or the end of the sequence as soon as the signal is aborted. Removes its listener. */
function nextUntil<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T, unknown>> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve({ done: true, value: undefined });
    signal.addEventListener('abort', stop, { once: true });
    const settled = () => signal.removeEventListener('abort', stop);
    iterator.next().then(resolve, reject).finally(settled);
    if (signal.aborted) stop();
  });
}

/** The values until the signal is aborted, which ends the sequence even while the next value is awaited. */
export async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUntil(iterator, signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that is waiting for its next value would not return before it.
    iterator.return?.().catch(() => undefined);
  }
}

/** Encodes each value as an event or a line. JSON text contains no line breaks. */
export async function* encodeValues(
  values: AsyncIterable<unknown>,
  format: StreamFormat,
): AsyncGenerator<string> {
  for await (const value of values) {
    const text = JSON.stringify(value);
    yield format === 'text/event-stream' ? `data: ${text}\n\n` : `${text}\n`;
  }
}

/**
 * Passes texts on, and makes the response send all texts of one turn of the event loop as one chunk: at thousands of
 * log lines a second, a chunk for each line costs both sides more than the line itself.
 */
async function* batched(texts: AsyncIterable<string>, response: ServerResponse): AsyncGenerator<string> {
  let isGathering = false;
  const release = () => {
    if (isGathering) response.uncork();
    isGathering = false;
  };
  for await (const text of texts) {
    if (!isGathering) {
      isGathering = true;
      response.cork();
      setImmediate(release);
    }
    yield text;
  }
  // A response that is ended while corked loses its buffered data (Node 24).
  release();
}

/**
 * Sends values as they come, no faster than the client reads them, until they end, the client disconnects or the
 * signal is aborted.
 * @throws the error of `values`; the connection is then cut, so that the client does not take it for a normal end
 */
export async function sendStream(
  response: ServerResponse,
  values: AsyncIterable<unknown>,
  format: StreamFormat,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'content-type': `${format}; charset=utf-8`,
    ...FIXED_HEADERS,
    // A kept-alive connection would keep the service from closing.
    connection: 'close',
    // A buffering proxy would hold back the log.
    'x-accel-buffering': 'no',
  });
  // Lets the client know that it is connected before there are any values.
  response.flushHeaders();
  // A log may be quiet for a long time.
  response.setTimeout(0);
  await pipeline(batched(encodeValues(untilAborted(values, signal), format), response), response);
}
