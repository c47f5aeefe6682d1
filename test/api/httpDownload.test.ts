import { describe, expect, it } from 'vitest';
import { open } from './connect.ts';
import { failureOf } from './failures.ts';
import { rawServer, serve } from './server.ts';

const content = Buffer.alloc(300_000, 'content');

async function received(file: Promise<{ content: AsyncIterable<Uint8Array> }>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync((await file).content));
}

const serveContent = () =>
  serve((response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.end(content);
  });

describe('HTTP download', () => {
  it('a download comes from an address below the service, with the token, and reports its size', async () => {
    const { baseUrl, seen } = await serveContent();
    const file = open({ baseUrl, token: async () => 'abc' }).download('/api/downloads/1?a=b', {});
    expect((await file).size).toBe(content.length);
    expect((await received(file)).equals(content)).toBe(true);
    expect(seen).toEqual([expect.objectContaining({ method: 'GET', url: '/api/downloads/1?a=b' })]);
    expect(seen[0]?.headers.authorization).toBe('Bearer abc');
  });

  it('a download works behind a proxy that serves the service below a path prefix', async () => {
    const { baseUrl, seen } = await serveContent();
    const behind = baseUrl.replace(/api$/, 'storage/api');
    await received(open({ baseUrl: behind }).download('/api/downloads/1', {}));
    expect(seen[0]?.url).toBe('/storage/api/downloads/1');
  });

  it.each(['http:', ''])('a download sends the token to no other server (%s//)', async (protocol) => {
    const [own, foreign] = await Promise.all([serveContent(), serveContent()]);
    const transport = open({ baseUrl: own.baseUrl, token: async () => 'abc' });
    const url = `${protocol}//${new URL(foreign.baseUrl).host}/bucket/key?signature=x`;
    expect((await received(transport.download(url, {}))).equals(content)).toBe(true);
    expect(foreign.seen[0]?.url).toBe('/bucket/key?signature=x');
    expect(foreign.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(own.seen).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'http://user:word@127.0.0.1:1/'])(
    'a download from %s is refused',
    async (url) => {
      const { baseUrl } = await serveContent();
      expect(await failureOf(open({ baseUrl }).download(url, {}))).toMatchObject({ kind: 'refused' });
    },
  );

  it('a download follows no redirect', async () => {
    const { baseUrl, seen } = await serve((response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' });
      response.end();
    });
    const failure = await failureOf(open({ baseUrl }).download('/api/downloads/1', {}));
    expect(failure).toMatchObject({ kind: 'rejected', status: 302 });
    expect(seen).toHaveLength(1);
  });

  it('a refused download reports the message of the service', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"message":"it has expired"}');
    });
    expect(await failureOf(open({ baseUrl }).download('/api/downloads/1', {}))).toEqual({
      kind: 'rejected',
      status: 404,
      message: 'it has expired',
    });
  });

  it('a refused download reports the status even if its message breaks off', async () => {
    const baseUrl = await rawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 100\r\n\r\nhalf'));
    });
    expect(await failureOf(open({ baseUrl }).download('/api/downloads/1', {}))).toMatchObject({
      kind: 'rejected',
      status: 403,
    });
  });

  it('a download that breaks off fails', async () => {
    const baseUrl = await rawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'));
    });
    const file = open({ baseUrl }).download('/api/downloads/1', {});
    expect(await failureOf(received(file))).toMatchObject({ kind: 'unreachable' });
  });

  it('a download ends when it is cancelled', async () => {
    const baseUrl = await rawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
    });
    const abort = new AbortController();
    const { content } = await open({ baseUrl }).download('/api/downloads/1', { signal: abort.signal });
    const reading = (async () => {
      for await (const _ of content) abort.abort();
    })();
    expect(await failureOf(reading)).toMatchObject({ kind: 'cancelled' });
  });
});
