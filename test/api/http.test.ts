import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../src/api/failure.ts';
import { httpTransport } from '../../src/api/http.ts';
import { certificate, key } from './certificate.ts';
import { all } from './chunks.ts';
import { get, open } from './connect.ts';
import { failureOf } from './failures.ts';
import { json, serve } from './server.ts';

describe('HTTP request', () => {
  it('a request has the method, the path below the base URL, the body and the token', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, {}));
    const transport = open({ baseUrl: `${baseUrl}/`, token: async () => 'abc' });
    await get(transport, 'setRecoverySpeed', { body: { speed: 5 } });
    expect(seen).toEqual([
      expect.objectContaining({ method: 'PUT', url: '/api/maintenance/recovery-speed', body: '{"speed":5}' }),
    ]);
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/json',
    });
  });

  it('a request sends a body with DELETE', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, {}));
    await get(open({ baseUrl }), 'resetSetting', { body: { name: 'a' } });
    expect(seen[0]).toMatchObject({ method: 'DELETE', body: '{"name":"a"}' });
  });

  it('a response of any status is returned with its media type and text', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(418, { 'content-type': 'Text/Plain; charset=utf-8' });
      response.write(Buffer.from([0xc3]));
      setImmediate(() => response.end(Buffer.from([0xa4])));
    });
    const answer = await get(open({ baseUrl }));
    expect(answer).toMatchObject({ status: 418, contentType: 'text/plain' });
    expect((await all(answer.body)).join('')).toBe('ä');
  });

  it.each([
    ['12', 12_000],
    [undefined, 0],
    ['-1', 0],
    ['soon', 0],
  ])('an answer whose Age header is %s is %d ms old', async (age, ms) => {
    const { baseUrl } = await serve((response) => {
      if (age !== undefined) response.setHeader('age', age);
      json(response, {});
    });
    expect(await get(open({ baseUrl }))).toMatchObject({ ageMs: ms });
  });

  it('a request follows no redirect and names its target', async () => {
    const { baseUrl, seen } = await serve((response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/login' });
      response.end();
    });
    const answer = await get(open({ baseUrl, token: async () => 'abc' }));
    expect(answer).toMatchObject({ status: 302, location: 'http://127.0.0.1:1/login' });
    expect(seen).toHaveLength(1);
  });

  it('a file is streamed as form data after the fields', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, {}));
    async function* content() {
      yield Buffer.from('first ');
      yield Buffer.from('second');
    }
    const form = { file: { name: 'a"b.txt', content: content() }, key: 'k', size: 12 };
    await get(open({ baseUrl }), 'uploadS3Object', { params: { bucketName: 'b' }, form });
    const request = new Response(seen[0]?.body ?? '', {
      headers: { 'content-type': seen[0]?.headers['content-type'] ?? '' },
    });
    const parts = await request.formData();
    expect([...parts.keys()]).toEqual(['key', 'size', 'file']);
    expect(parts.get('size')).toBe('12');
    const file = parts.get('file') as File;
    expect([file.name, await file.text()]).toEqual(['a"b.txt', 'first second']);
  });

  it('a request reaches a service on a Unix socket', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'storedeck-'));
    onTestFinished(async () => await rm(directory, { recursive: true }));
    const path = join(directory, 'api.sock');
    const { seen } = await serve((response) => json(response, []), { path });
    const transport = open({ baseUrl: 'http://storedeck/api', unixSocket: path, token: async () => 'abc' });
    expect((await get(transport)).status).toBe(200);
    expect(seen[0]?.headers.authorization).toBe('Bearer abc');
    const missing = open({ baseUrl: 'http://storedeck/api', unixSocket: `${path}.not` });
    expect(await failureOf(get(missing))).toMatchObject({
      kind: 'unreachable',
      notSent: true,
      message: expect.stringContaining(`no socket at ${path}.not`) as string,
    });
  });
});

describe('TLS certificate', () => {
  const tls = { key, cert: certificate };

  it('a certificate trusted by the context lets the request pass with its token', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, []), { tls });
    await get(open({ baseUrl, ca: certificate, token: async () => 'abc' }));
    expect(seen[0]?.headers.authorization).toBe('Bearer abc');
  });

  it('an untrusted certificate is refused', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, []), { tls });
    const failure = await failureOf(get(open({ baseUrl, token: async () => 'abc' })));
    expect(failure).toMatchObject({ kind: 'unreachable', notSent: true });
    expect(failure.message).toContain('not trusted');
    expect(seen).toEqual([]);
  });

  it('a certificate for another name is refused', async () => {
    const { baseUrl } = await serve((response) => json(response, []), { tls });
    const other = baseUrl.replace('127.0.0.1', 'localhost');
    expect((await failureOf(get(open({ baseUrl: other, ca: certificate })))).message).toContain(
      'another host name',
    );
  });
});

describe('bearer token', () => {
  it('the token is read before each request, and no header is sent without one', async () => {
    const { baseUrl, seen } = await serve((response) => json(response, []));
    const tokens = ['one', undefined, 'two'];
    const transport = open({ baseUrl, token: async () => tokens.shift() });
    for (let count = 0; count < 3; count++) await get(transport);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', undefined, 'Bearer two']);
  });

  it.each(['http://192.0.2.1/api', 'http://mgmt.example:7480/api', 'http://127.0.0.1.example/api'])(
    'the token is not sent to %s over plain HTTP',
    async (baseUrl) => {
      const failure = await failureOf(get(open({ baseUrl, token: async () => 'abc' })));
      expect(failure).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('plain HTTP') as string,
      });
    },
  );

  it('the token is sent over plain HTTP if the context allows it, and without a token nothing is refused', async () => {
    const unreachable = 'http://storedeck.invalid/api';
    const allowed = open({ baseUrl: unreachable, token: async () => 'abc', allowPlainHttp: true });
    expect((await failureOf(get(allowed))).kind).toBe('unreachable');
    expect((await failureOf(get(open({ baseUrl: unreachable })))).kind).toBe('unreachable');
  });

  it('a token that no header can carry is refused without being shown', async () => {
    const failure = await failureOf(
      get(open({ baseUrl: 'http://127.0.0.1:1/api', token: async () => 'a\r\nb' })),
    );
    expect(failure.kind).toBe('refused');
    expect(failure.message).not.toContain('a\r\nb');
  });

  it('a token that cannot be read stops the request', async () => {
    const token = async () => await Promise.reject(new Error('token-file is missing'));
    expect(await failureOf(get(open({ baseUrl: 'http://127.0.0.1:1/api', token })))).toEqual({
      kind: 'refused',
      message: 'No token: token-file is missing',
    });
  });
});

describe('base URL', () => {
  it.each([
    'mgmt:7480/api',
    'ftp://mgmt/api',
    '',
    'http://user:pw@mgmt/api',
    'http://mgmt/api?x=1',
    'http://mgmt/api#x',
  ])('the base URL %j is refused', (baseUrl) => {
    expect(() => httpTransport({ baseUrl })).toThrow(ApiError);
  });
});

describe('streamed response', () => {
  it('a stream may be silent for longer than the timeout', async () => {
    const { baseUrl } = await serve((response) => {
      setTimeout(() => {
        response.write('{"m":"a"}');
        setTimeout(() => response.end('{"m":"b"}'), 120);
      }, 120);
    });
    const answer = await get(open({ baseUrl, timeoutMs: 50 }), 'followLogs', { query: { before: -1 } });
    expect((await all(answer.body)).join('')).toBe('{"m":"a"}{"m":"b"}');
  });

  it('a stream closes its connection when the reader stops', async () => {
    let closed: Promise<unknown> | undefined;
    const { baseUrl } = await serve((response) => {
      closed = once(response, 'close');
      response.write('{"m":"a"}');
    });
    const answer = await get(open({ baseUrl }), 'followLogs');
    for await (const chunk of answer.body) {
      expect(chunk).toBe('{"m":"a"}');
      break;
    }
    await closed;
  });
});
