import { describe, expect, test } from 'vitest';
import { tinyEngine } from '../tinyEngine.ts';
import { head, raw, serve, TOKEN } from './serve.ts';

describe('bearer token', () => {
  test.each([
    ['no header', undefined],
    ['another token', 'Bearer other'],
    ['the token with an additional letter', `Bearer ${TOKEN}x`],
    ['the token without a scheme', TOKEN],
    ['another scheme', `Basic ${TOKEN}`],
    ['an empty token', 'Bearer '],
  ])('the token is refused as %s', async (_, authorization) => {
    const { url } = await serve(tinyEngine());
    const response = await fetch(`${url}/maintenance/flags`, {
      headers: authorization ? { authorization } : {},
    });
    expect(response.status).toBe(401);
  });

  test('the token is accepted whatever the case of its scheme', async () => {
    const { url } = await serve(tinyEngine());
    const headers = { authorization: `bearer ${TOKEN}` };
    expect((await fetch(`${url}/maintenance/flags`, { headers })).status).toBe(200);
  });

  test('the token is not needed to read the interface document', async () => {
    const { url } = await serve(tinyEngine());
    const response = await fetch(`${url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) as string });
  });
});

describe('connections', () => {
  test.each([
    ['without the token', '/maintenance/flags', {}, 'close'],
    ['without the token, for a public path', '/openapi.json', {}, 'close'],
    ['with the token', '/maintenance/flags', { authorization: `Bearer ${TOKEN}` }, 'keep-alive'],
  ])('a connection %s: an answer to %s with %j says %s', async (_, path, headers, connection) => {
    const { url } = await serve(tinyEngine());
    const response = await fetch(url + path, { headers });
    expect(response.headers.get('connection')).toBe(connection);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('www-authenticate')).toBe(response.status === 401 ? 'Bearer' : null);
    await response.text();
  });
});

describe('answers', () => {
  test('answers have the value of the handler as JSON', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('GET', '/maintenance/flags');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([
      { name: 'noout', currentState: false },
      { name: 'noscrub', currentState: true },
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('server')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  test('answers are empty if the interface describes no content', async () => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    const response = await call('PUT', '/maintenance/flags/noout/set');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(engine.flags.get('noout')).toBe(true);
  });

  test('answers pass on an engine’s refusal', async () => {
    const { call } = await serve(tinyEngine());
    const conflict = await call('PUT', '/maintenance/flags/noscrub/set');
    expect(conflict.status).toBe(409);
    expect(await conflict.json()).toEqual({ message: 'noscrub is set already' });
    expect((await call('PUT', '/maintenance/flags/noup/set')).status).toBe(404);
  });

  test('answers do not reveal an unexpected error, and the log has all of it', async () => {
    const { call, told } = await serve(tinyEngine());
    const response = await call('GET', '/maintenance/recovery-speed');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'the service failed; its log says why' });
    expect(told.join()).toMatch(/getRecoverySpeed failed: Error: the secret is hunter2\n +at /);
  });
});

describe('bodies', () => {
  test('bodies are accepted with DELETE', async () => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    const body = { name: 'b', deleteData: true, thisWillDeleteData: 'b' };
    const response = await call('DELETE', '/s3/buckets/b', body);
    expect(response.status).toBe(200);
    expect(engine.calls[0]?.input).toMatchObject({ params: { bucketName: 'b' }, body });
  });

  test('a repeated query parameter is a list, and a single one is a list too', async () => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    await call('DELETE', '/storefs/delete?path=%2Fa%20b&path=%2Fc');
    await call('DELETE', '/storefs/delete?path=%2Fa%26b');
    expect(engine.calls.map(({ input }) => (input as { query: unknown }).query)).toEqual([
      { path: ['/a b', '/c'] },
      { path: ['/a&b'] },
    ]);
  });

  test.each([
    ['no JSON', '{"speed": ', {}, 400, /^the body is not valid JSON: /],
    ['no body', undefined, {}, 400, /^body: is missing$/],
    ['an empty body', '', {}, 400, /^body: is missing$/],
    [
      'an unknown field',
      '{"speed":1,"sped":2}',
      {},
      400,
      /^body\.sped: is not known here \(did you mean "speed"\?\)$/,
    ],
    ['a wrong type', '{"speed":"fast"}', {}, 400, /^body\.speed: must be a whole number/],
    ['a value out of range', '{"speed":11}', {}, 400, /^body\.speed: must be at most 10/],
    [
      'a field that every object inherits',
      '{"speed":1,"__proto__":{}}',
      {},
      400,
      /cannot be named "__proto__"$/,
    ],
    [
      'another content type',
      'speed=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      /as application\/json$/,
    ],
    ['too much data', `{"speed":${' '.repeat(1024 * 1024)}1}`, {}, 413, /larger than 1048576 bytes$/],
  ])('bodies with %s are refused', async (_, body, headers, status, message) => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    const response = await call('PUT', '/maintenance/recovery-speed', body, headers);
    const answer = (await response.json()) as { message: string };
    expect(answer).toEqual({ message: expect.stringMatching(message) as string });
    expect(response.status).toBe(status);
    expect(engine.calls).toEqual([]);
  });

  test('bodies may be as large as the CRUSH map of ten thousand OSDs, if they contain one', async () => {
    const nodes = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `osd.${id}`,
      type: 'OSD',
      children: [],
      deviceClass: 'hdd',
      status: 'UP',
      reweight: 1,
    }));
    const engine = tinyEngine({
      changeCrushMap: ({ body }) => ({ description: `${body.nodes.length} nodes` }),
    });
    const { call } = await serve(engine);
    const response = await call('POST', '/crush', { nodes, stray: [] });
    expect(await response.json()).toEqual({ description: '20000 nodes' });
    const tooLarge = await call('POST', '/crush', `{"nodes":${' '.repeat(8 * 1024 * 1024)}[]}`);
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toEqual({ message: 'the body is larger than 8388608 bytes' });
  });

  test('bodies in another encoding than UTF-8 are refused', async () => {
    const { url } = await serve(tinyEngine());
    const response = await fetch(`${url}/maintenance/recovery-speed`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: Buffer.from('{"speed": "\xe9"}', 'latin1'),
    });
    expect(response.status).toBe(400);
  });

  test('a hundred invalid bodies change nothing', async () => {
    const engine = tinyEngine();
    const { call } = await serve(engine);
    const before = JSON.stringify([...engine.flags]);
    const bad: [string, string, unknown?][] = [
      ['PUT', '/maintenance/flags/nosuch/set'],
      ['PUT', '/maintenance/flags/noout%2F/set'],
      ['PUT', '/maintenance/recovery-speed', { speed: 1e9 }],
      ['PUT', '/maintenance/recovery-speed', [1]],
      ['PUT', '/maintenance/recovery-speed', '{"speed":1'],
      ['DELETE', '/storefs/delete'],
      ['GET', '/logs?priority=9'],
      ['GET', '/logs?lines=many'],
      ['DELETE', '/s3/buckets/b', { thisWillDeleteData: 1 }],
      ['PUT', '/maintenance/flags/noout/set?force=true'],
    ];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => call(...(bad[index % bad.length] ?? ['GET', '/']))),
    );
    for (const response of responses) {
      expect(response.status, response.url).toBeGreaterThanOrEqual(400);
      expect(response.status, response.url).toBeLessThan(500);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/./) as string });
    }
    expect(engine.calls).toEqual([]);
    expect(JSON.stringify([...engine.flags])).toBe(before);
  });
});

describe('invalid HTTP requests', () => {
  test('invalid HTTP requests are answered with a message', async () => {
    const { url } = await serve(tinyEngine());
    const garbage = await raw(url, 'hello\r\n\r\n');
    expect(garbage).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(garbage).toContain('{"message":"this is not a valid HTTP request"}');
  });

  test('a request with endless headers is cut off', async () => {
    const { url } = await serve(tinyEngine());
    const response = await raw(url, head('GET /api/pools HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`));
    expect(response).toMatch(/^HTTP\/1.1 431 /);
  });
});
