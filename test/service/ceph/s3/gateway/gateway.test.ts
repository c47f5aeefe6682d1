import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createGateway } from '../../../../../src/service/ceph/s3/gateway/gateway.ts';
import { ConnectionFailure, type GatewayHttp } from '../../../../../src/service/ceph/s3/gateway/http.ts';
import { fakeClock } from '../../../../support/fakeClock.ts';
import { recordedCeph } from '../../recordedCeph.ts';
import { adminError, error, recordedStore, reply, type Answer } from '../recordedStore.ts';

const gatewayDaemon = (address: string) => ({
  addr: `${address}:0/1`,
  metadata: { hostname: 'node', 'frontend_config#0': 'beast port=80' },
});
const status = (...addresses: string[]) => ({
  json: {
    servicemap: {
      services: { rgw: { daemons: Object.fromEntries(addresses.map(gatewayDaemon).entries()) } },
    },
  },
});

/** Gateways on 10.0.0.1 and 10.0.0.2, each with its reaction to a request. */
function gateways(behaviour: Record<string, () => Answer>, renewed = 'NEW') {
  const clock = fakeClock();
  const sent: string[] = [];
  const wire: GatewayHttp = {
    async send(origin, { method, path, headers }) {
      sent.push(
        `${origin} ${method} ${path} ${/Credential=(\w+)/.exec(headers['authorization'] ?? '')?.[1]}`,
      );
      return reply(behaviour[origin]!());
    },
    close: () => undefined,
  };
  const { ceph, asked } = recordedCeph(clock, { status: status('10.0.0.1', '10.0.0.2') });
  const serviceKey = {
    get: async () => ({ accessKey: 'OLD', secretKey: 's' }),
    renew: async () => ({ accessKey: renewed, secretKey: 's' }),
  };
  return { gateway: createGateway({ ceph, clock, http: wire, serviceKey }), sent, asked, clock };
}
const down = (kind: ConnectionFailure['kind']) => () => {
  throw new ConnectionFailure('connect ECONNREFUSED', kind);
};
const read = { method: 'GET', subject: { bucket: 'b' } } as const;
const write = { method: 'PUT', subject: { bucket: 'b' } } as const;

describe('choice of a gateway', () => {
  test('a gateway that cannot be reached is skipped, and another one stays in use', async () => {
    const { gateway, sent } = gateways({
      'http://10.0.0.1': down('unreachable'),
      'http://10.0.0.2': () => 'ok',
    });
    expect(await gateway.readText(write)).toBe('ok');
    await gateway.readText(write);
    expect(sent.map((line) => line.split(' ')[0])).toEqual([
      'http://10.0.0.1',
      'http://10.0.0.2',
      'http://10.0.0.2',
    ]);
    expect(await gateway.url()).toBe('http://10.0.0.2');
  });

  test('a request that may have been executed is not repeated at another gateway', async () => {
    const { gateway, sent } = gateways({ 'http://10.0.0.1': down('broken'), 'http://10.0.0.2': () => 'ok' });
    await expect(gateway.readText(write)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('http://10.0.0.1 does not answer'),
    });
    expect(sent).toHaveLength(1);
    expect(await gateway.readText(read)).toBe('ok');
  });

  test('a request that a gateway does not answer in time is not waited for again', async () => {
    const { gateway, sent } = gateways({ 'http://10.0.0.1': down('silent'), 'http://10.0.0.2': () => 'ok' });
    await expect(gateway.readText(read)).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  test('if no gateway can be reached, the cluster is asked for its gateways again', async () => {
    const { gateway, asked, clock } = gateways({
      'http://10.0.0.1': down('unreachable'),
      'http://10.0.0.2': down('unreachable'),
    });
    await expect(gateway.readText(read)).rejects.toMatchObject({ status: 503 });
    await clock.advance(2000);
    await expect(gateway.readText(read)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });

  test('a cluster without gateways is reported as such, and no key is made there', async () => {
    const clock = fakeClock();
    const { ceph } = recordedCeph(clock, { status: status() });
    const key = vi.fn(async () => ({ accessKey: '', secretKey: '' }));
    const serviceKey = { get: key, renew: key };
    const gateway = createGateway({ ceph, clock, http: {} as GatewayHttp, serviceKey });
    await expect(gateway.readText(read)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('reports no S3 gateway'),
    });
    expect(key).not.toHaveBeenCalled();
  });
});

describe('a refused key', () => {
  test.each(['InvalidAccessKeyId', 'SignatureDoesNotMatch'])(
    'a key that is refused as %s is renewed once',
    async (code) => {
      let refusals = 1;
      const answer = () => (refusals-- > 0 ? error(403, code) : 'ok');
      const { gateway, sent } = gateways({ 'http://10.0.0.1': answer });
      expect(await gateway.readText(write)).toBe('ok');
      expect(sent.map((line) => line.split(' ').at(-1))).toEqual(['OLD', 'NEW']);
    },
  );

  test('a key that its user has lost, which makes the gateway refuse everything, is renewed once', async () => {
    let refusals = 1;
    const answer = () => (refusals-- > 0 ? adminError(403, 'AccessDenied') : 'ok');
    const { gateway, sent } = gateways({ 'http://10.0.0.1': answer });
    expect(await gateway.readText({ method: 'GET', subject: { admin: 'user' } })).toBe('ok');
    expect(sent.map((line) => line.split(' ').at(-1))).toEqual(['OLD', 'NEW']);
  });

  test('a refused key of another user is reported', async () => {
    const { gateway, sent } = gateways({ 'http://10.0.0.1': () => error(403, 'InvalidAccessKeyId') });
    const as = { accessKey: 'A', secretKey: 'a' };
    await expect(gateway.readText({ ...read, as })).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const about = { bucket: 'photos', key: 'a/b' };
  test.each([
    [error(404, 'NoSuchBucket'), about, 404, 'there is no bucket "photos"'],
    [error(404, 'NoSuchKey'), about, 404, 'the bucket photos has no object "a/b"'],
    [{ status: 404 }, about, 404, 'the bucket photos has no object "a/b"'],
    [{ status: 404 }, { bucket: 'photos' }, 404, 'there is no bucket "photos"'],
    [error(403, 'AccessDenied'), about, 403, 'denies this to the owner of the bucket "photos"'],
    [error(403, 'QuotaExceeded'), about, 403, 'quota exceeded'],
    [error(412, 'PreconditionFailed'), about, 409, 'changed meanwhile'],
    [error(400, 'InvalidArgument', 'Invalid id'), about, 400, 'refused: Invalid id (InvalidArgument)'],
    [error(416, 'InvalidRange'), about, 503, 'refused: InvalidRange'],
    [{ status: 502, text: '<html>Bad Gateway' }, about, 503, 'refused: status 502'],
    [adminError(404, 'NoSuchUser'), { admin: 'user', uid: 'bob' }, 404, 'no S3 user "bob"'],
    [
      adminError(409, 'UserAlreadyExists'),
      { admin: 'user', uid: 'bob' },
      409,
      'the S3 user "bob" already exists',
    ],
    [adminError(409, 'BucketNotEmpty'), { admin: 'bucket', bucket: 'b' }, 409, 'the bucket "b" is not empty'],
    [adminError(403, 'RequestTimeTooSkewed'), { admin: 'bucket' }, 503, '15 minutes'],
    [adminError(403, 'AccessDenied'), { admin: 'bucket' }, 403, 'user modify --uid storedeck --system'],
    [adminError(403, 'UserSuspended'), { admin: 'bucket' }, 409, 'user enable --uid storedeck'],
    [error(301, 'PermanentRedirect'), about, 409, 'another zone group'],
  ] as const)('the refusal %j about %j is %i: %s', async (answer, subject, status, words) => {
    const { gateway } = gateways({ 'http://10.0.0.1': () => answer });
    const message = expect.stringContaining(words);
    await expect(gateway.readText({ ...read, subject })).rejects.toMatchObject({ status, message });
  });
});

describe('path of a request', () => {
  test('the path of a request names a bucket of a tenant as S3 clients do', async () => {
    const { store, asked } = recordedStore({});
    await store.gateway.readText({
      ...read,
      subject: { bucket: 'ten/photos', key: 'a/ü' },
      query: { acl: '' },
    });
    expect(asked[0]?.line).toBe('GET /ten%3Aphotos/a/%C3%BC?acl=');
  });

  test.each(['admin', 'swift', 'a/b/c', '/b', 'b/', ''])(
    'the path of a request is refused for %j, which is no name of a bucket',
    async (bucket) => {
      const { store, asked } = recordedStore({});
      const deletion = store.gateway.readText({ method: 'DELETE', subject: { bucket, key: 'user' } });
      await expect(deletion).rejects.toMatchObject({ status: 404 });
      expect(asked).toEqual([]);
    },
  );
});

test('an answer that breaks off is reported with a message', async () => {
  const { ceph } = recordedCeph(fakeClock());
  const body = new Readable({ read: () => void body.destroy(new Error('aborted')) });
  const wire: GatewayHttp = {
    send: async () => ({ status: 200, headers: {}, body }),
    close: () => undefined,
  };
  const key = async () => ({ accessKey: '', secretKey: '' });
  const serviceKey = { get: key, renew: key };
  const gateway = createGateway({ ceph, clock: fakeClock(), http: wire, serviceKey, url: 'http://s3' });
  await expect(gateway.readText(write)).rejects.toMatchObject({
    status: 503,
    message: 'the S3 gateway interrupted its answer: aborted',
  });
});
