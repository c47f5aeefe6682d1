import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { createService } from '../../../src/service/http/service.ts';
import { encodeValues, streamFormat, untilAborted } from '../../../src/service/http/stream.ts';
import { handlerOf } from '../handlerOf.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { serve, TOKEN } from './serve.ts';

const decoder = new TextDecoder();

/** Reads the body of an answer until it contains the text. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return text;
}

describe('GET /logs', () => {
  test('GET /logs streams one JSON value per line', async () => {
    const engine = tinyEngine();
    engine.log.push({ m: 'one' }, { m: 'two\nlines' });
    const { call } = await serve(engine);
    const response = await call('GET', '/logs?before=-1&service=mon&service=mgr&priority=3');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(await readUntil(response, 'two')).toBe('{"m":"one"}\n{"m":"two\\nlines"}\n');
    expect(engine.calls[0]?.input).toMatchObject({
      query: { before: -1, service: ['mon', 'mgr'], priority: [3] },
    });
    await response.body?.cancel();
  });

  test('GET /logs streams server-sent events to a client that asks for them', async () => {
    const engine = tinyEngine();
    engine.log.push({ m: 'one' }, { m: 'two' });
    const { call } = await serve(engine);
    const response = await call('GET', '/logs?before=-1', undefined, { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await readUntil(response, 'two')).toBe('data: {"m":"one"}\n\ndata: {"m":"two"}\n\n');
    await response.body?.cancel();
  });

  test('GET /logs sends its headers at once even while nothing is logged', async () => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    const response = await call('GET', '/logs?before=-1');
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test('GET /logs stops when the client leaves', async () => {
    const engine = tinyEngine();
    const { call, told } = await serve(engine);
    const signals: AbortSignal[] = [];
    const followLogs = handlerOf(engine.handlers, 'followLogs');
    Object.assign(engine.handlers, {
      followLogs: (input: never, context: { signal: AbortSignal }) => {
        signals.push(context.signal);
        return followLogs(input, context as never);
      },
    });
    engine.log.push({ m: 'one' });
    const response = await call('GET', '/logs?before=-1');
    await readUntil(response, 'one');
    await response.body?.cancel();
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), 30_000);
    expect(told).toEqual([]);
  });

  test('GET /logs waits for a client that does not read', async () => {
    let made = 0;
    const engine = tinyEngine({
      async *followLogs() {
        for (;;) {
          made++;
          yield { m: 'x'.repeat(10_000) };
        }
      },
    });
    const { url } = await serve(engine);
    const client = request(`${url}/logs?before=-1`, { headers: { authorization: `Bearer ${TOKEN}` } }).end();
    const [response] = (await once(client, 'response')) as [NodeJS.ReadableStream];
    response.pause();
    let before: number;
    do {
      before = made;
      await wait(50);
    } while (made !== before);
    expect(made).toBeGreaterThan(0);
    client.destroy();
  });

  test('GET /logs is cut off, not ended, if the engine fails', async () => {
    const engine = tinyEngine({
      async *followLogs() {
        yield { m: 'one' };
        throw new Error('disk on fire');
      },
    });
    const { call, told } = await serve(engine);
    const response = await call('GET', '/logs?before=-1');
    await expect(response.text()).rejects.toThrow('terminated');
    expect(told.join()).toContain('followLogs was interrupted: Error: disk on fire');
  });

  test('GET /logs ends cleanly when the service ends', async () => {
    const engine = tinyEngine();
    engine.log.push({ m: 'one' });
    const service = await createService({
      engine,
      token: TOKEN,
      version: '1.2.3',
      log: () => undefined,
      clock: systemClock(),
    });
    const url = await service.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/api/logs?before=-1`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    await readUntil(response, 'one');
    // Reads to the end of the body, which must not break off.
    const [rest] = await Promise.all([readUntil(response, 'nothing more'), service.close()]);
    expect(rest).toBe('');
  });
});

describe('untilAborted', () => {
  test('untilAborted ends while it waits for the next value, and closes the source', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    let returned = false;
    const source: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () =>
          seen.length === 0
            ? Promise.resolve({ done: false, value: 1 })
            : new Promise<never>(() => undefined),
        async return() {
          returned = true;
          return { done: true, value: undefined };
        },
      }),
    };
    for await (const value of untilAborted(source, abort.signal)) {
      seen.push(value);
      abort.abort();
    }
    expect(seen).toEqual([1]);
    expect(returned).toBe(true);
  });

  test('untilAborted passes on a failure of the source', async () => {
    async function* broken() {
      yield 1;
      throw new Error('broken');
    }
    const values = encodeValues(untilAborted(broken(), new AbortController().signal), 'application/x-ndjson');
    expect(await values.next()).toEqual({ done: false, value: '1\n' });
    await expect(values.next()).rejects.toThrow('broken');
  });
});

test('a client gets server-sent events only if it asks for them', () => {
  expect(streamFormat('text/event-stream, application/x-ndjson')).toBe('text/event-stream');
  expect(streamFormat('application/x-ndjson')).toBe('application/x-ndjson');
  expect(streamFormat('*/*')).toBe('application/x-ndjson');
  expect(streamFormat(undefined)).toBe('application/x-ndjson');
});
