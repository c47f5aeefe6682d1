import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { open } from './connect.ts';
import { failureOf } from './failures.ts';
import { json, serve } from './server.ts';

const connect = (baseUrl: string, timeoutMs = 1000) =>
  createApi({ transport: open({ baseUrl, timeoutMs }), readOnly: () => false, clock: fakeClock() });

describe('client over HTTP', () => {
  it('the client shows the title of an HTML error page', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end('<html><head><title>500 Internal Server Error</title></head></html>');
    });
    expect(await failureOf(connect(baseUrl).listPools())).toEqual({
      kind: 'rejected',
      status: 500,
      message: '500 Internal Server Error',
    });
  });

  it('the client rejects a redirect and names its target', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(307, { location: 'https://elsewhere.example/api' });
      response.end();
    });
    expect(await failureOf(connect(baseUrl).listPools())).toMatchObject({
      kind: 'rejected',
      status: 307,
      message: expect.stringContaining('https://elsewhere.example/api') as string,
    });
  });

  it('the client rejects a response body that is cut off', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      response.write('[{"name":"rbd"');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await failureOf(connect(baseUrl).listPools())).kind).toBe('unreachable');
  });

  it('a missing extension can be requested again and again, even if its error page is long', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('x'.repeat(1_000_000));
    });
    const api = connect(baseUrl);
    for (let count = 0; count < 20; count++)
      expect(await failureOf(api.listCrashes())).toMatchObject({ status: 404, notOffered: true });
  });

  it('the client accepts an empty 2xx response as success', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(204);
      response.end();
    });
    expect(await connect(baseUrl).setFlag({ params: { flag: 'noout' } })).toBeUndefined();
  });

  it('the client reads a long answer that arrives in pieces', async () => {
    const disks = Array.from({ length: 2000 }, (_, id) => ({ id, hostname: 'ä'.repeat(50) }));
    const { baseUrl } = await serve((response) => json(response, disks));
    expect(await connect(baseUrl).listDisks()).toEqual(disks);
  });

  it('the client names the tag of the answer that it has, and returns that one if it is unchanged', async () => {
    const { baseUrl, seen } = await serve((response, { headers }) => {
      response.setHeader('etag', '"a"');
      if (headers['if-none-match'] === '"a"') response.writeHead(304).end();
      else json(response, [{ id: 1 }]);
    });
    const api = connect(baseUrl);
    const tags: string[] = [];
    const onTag = (tag: string) => void tags.push(tag);
    const previous = await api.listDisks({}, { onTag });
    expect(await api.listDisks({}, { previous, previousTag: '"a"', onTag })).toBe(previous);
    expect(await api.listDisks({}, { previousTag: '"a"', onTag })).toEqual(previous);
    expect(tags).toEqual(['"a"', '"a"', '"a"']);
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"a"', undefined]);
  });

  it('the client rejects an unchanged answer that it does not have', async () => {
    const { baseUrl } = await serve((response) => void response.writeHead(304).end());
    expect(await failureOf(connect(baseUrl).listDisks())).toMatchObject({ kind: 'rejected', status: 304 });
  });

  it('the client follows a slow log and closes the connection when its reader stops', async () => {
    let closed: Promise<unknown> | undefined;
    const { baseUrl, seen } = await serve((response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"m":"one"}\n\nda');
      setTimeout(() => response.write('ta: {"m":"two"}\n\n'), 120);
    });
    const messages: (string | undefined)[] = [];
    for await (const { m } of await connect(baseUrl, 50).followLogs({
      query: { before: -1, service: ['mon'] },
    })) {
      messages.push(m);
      if (messages.length === 2) break;
    }
    expect(messages).toEqual(['one', 'two']);
    expect(seen[0]?.url).toBe('/api/logs?before=-1&service=mon');
    await closed;
  });

  it('the client stops waiting for the log when the signal is aborted', async () => {
    const { baseUrl } = await serve((response) => void response.write('{"m":"one"}\n'));
    const abort = new AbortController();
    const stream = await connect(baseUrl).followLogs({}, { signal: abort.signal });
    const reading = failureOf(
      (async () => {
        for await (const _ of stream) abort.abort();
      })(),
    );
    expect((await reading).kind).toBe('cancelled');
  });
});
