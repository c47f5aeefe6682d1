import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/api/contract/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { recordAge } from '../../../src/service/answerAge.ts';
import { declined, tinyEngine } from '../tinyEngine.ts';
import { head, raw, serve } from './serve.ts';

describe('every operation', () => {
  const operations = Object.entries<Operation>(contract);

  test('every operation has its own route', async () => {
    const { call } = await serve({ name: 'empty', handlers: declined, close: async () => undefined });
    for (const [id, operation] of operations) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, 'x-$1');
      const response = await call(operation.method, path);
      const { message } = (await response.json()) as { message: string };
      const expected = operation.form
        ? 'the body must be sent as multipart/form-data'
        : `not possible on this cluster: ${operation.summary}`;
      expect(message, id).toBe(expected);
      expect(response.status, id).toBe(operation.form ? 415 : 501);
    }
  });

  test('every operation requires the bearer token', async () => {
    const engine = tinyEngine();
    const { url } = await serve(engine);
    for (const [id, { method, path }] of operations) {
      const response = await fetch(url + path.replaceAll(/\{(\w+)\}/g, '1'), { method });
      expect(response.status, id).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({ message: 'the bearer token is missing or wrong' });
    }
    expect(engine.calls).toEqual([]);
  });
});

test('an old answer has its age in seconds, and a current one has no age', async () => {
  let ageMs = 12_400;
  const engine = tinyEngine({
    listFlags() {
      recordAge(ageMs);
      return [];
    },
  });
  const { call } = await serve(engine);
  expect((await call('GET', '/maintenance/flags')).headers.get('age')).toBe('12');
  ageMs = 0;
  expect((await call('GET', '/maintenance/flags')).headers.get('age')).toBeNull();
});

describe('paths', () => {
  test.each([
    ['GET', '/s3/users/alice/key', 'getS3UserKey'],
    ['GET', '/s3/users/alice/phone/key', 'getS3SubuserKey'],
    ['GET', '/s3/users/alice/cfg-file/download', 'downloadS3UserConfig'],
    ['GET', '/s3/users/alice/phone/cfg-file/download', 'downloadS3SubuserConfig'],
    ['GET', '/s3/users/alice/cfg-file/key', 'getS3SubuserKey'],
    ['GET', '/s3/users/alice/cfg-file/cfg-file/download', 'downloadS3SubuserConfig'],
    ['GET', '/s3/users/key/key', 'getS3UserKey'],
    ['DELETE', '/s3/users/alice/key', 'deleteS3Subuser'],
    ['PATCH', '/s3/users/alice/quota', 'updateS3Subuser'],
    ['PUT', '/s3/users/alice/quota', 'setS3UserQuota'],
    ['DELETE', '/servers/ha-groups/1', 'deleteHaGroup'],
    ['DELETE', '/servers/1/disks/2', 'deleteServerDisk'],
    ['DELETE', '/pools/rbds/rbds/rbds', 'deleteImage'],
    ['POST', '/pools/p/rbds/r/flatten', 'flattenImage'],
  ])('the request %s %s is the operation %s', async (method, path, id) => {
    const { call } = await serve({ name: 'empty', handlers: declined, close: async () => undefined });
    const { message } = (await (await call(method, path)).json()) as { message: string };
    expect(Object.keys(contract)).toContain(id);
    expect(message).toContain(contract[id as keyof typeof contract].summary);
  });

  test.each([
    ['a%2Fb', 'a/b'],
    ['a%252Fb', 'a%2Fb'],
    ['%E2%82%AC%20x', '€ x'],
    ['a%3Fb%23c', 'a?b#c'],
    ['%25', '%'],
    ['a+b', 'a+b'],
    ['a:b', 'a:b'],
    ['a;b', 'a;b'],
    ['__proto__', '__proto__'],
    ['%00', '\0'],
  ])('the path segment %s is the name %j', async (segment, bucketName) => {
    const engine = tinyEngine();
    const { url } = await serve(engine);
    const response = await raw(url, head(`GET /api/s3/buckets/${segment} HTTP/1.1`));
    expect(response).toMatch(/^HTTP\/1.1 200 OK/);
    expect(engine.calls).toEqual([{ id: 'getS3Bucket', input: { params: { bucketName }, query: {} } }]);
  });

  test('paths with broken percent-encoding are refused', async () => {
    const { url } = await serve(tinyEngine());
    for (const path of ['/api/s3/buckets/%zz', '/api/s3/buckets/%E2%82', '/%']) {
      const response = await raw(url, head(`GET ${path} HTTP/1.1`));
      expect(response, path).toMatch(/^HTTP\/1.1 400 Bad Request/);
      expect(response).toContain('{"message":"the URL is malformed: write percent signs as %25"}');
    }
  });

  test('paths that are too long are refused', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('GET', `/s3/buckets/${'x'.repeat(2000)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toEqual({
      message: 'a name in the URL is longer than 1024 characters',
    });
  });

  test('unknown paths are answered with a message', async () => {
    const { url, call } = await serve(tinyEngine());
    for (const path of ['/nothing', '/maintenance/flags/', '/maintenance//flags']) {
      const response = await call('GET', path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toEqual({
        message: 'the API has no such path; GET /api/openapi.json lists its paths',
      });
    }
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await call('POST', '/nothing', '<xml>', { 'content-type': 'text/xml' })).status).toBe(404);
  });
});

describe('methods', () => {
  test('unsupported methods of a path are answered with the supported ones', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('POST', '/maintenance/flags/noout/set', {});
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('PUT');
    expect(await response.json()).toEqual({ message: 'this path accepts PUT, not POST' });
    expect((await call('GET', '/s3/users/alice')).headers.get('allow')).toBe('DELETE, PATCH, POST');
  });

  test('OPTIONS lists the methods of a path', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('OPTIONS', '/pools/rbd');
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('DELETE, PATCH');
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('HEAD', '/maintenance/flags');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('');
    expect((await call('HEAD', '/logs')).status).toBe(405);
  });

  test('methods that the interface does not use are refused', async () => {
    const engine = tinyEngine();
    const { url } = await serve(engine);
    for (const method of ['TRACE', 'PROPFIND', 'QUERY']) {
      const response = await raw(url, head(`${method} /api/maintenance/flags HTTP/1.1`));
      expect(response, method).toMatch(/^HTTP\/1.1 405 /);
    }
  });
});
