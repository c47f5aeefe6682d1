import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApi, type Api } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/failure.ts';
import { httpTransport } from '../../src/api/http.ts';
import type { Transport } from '../../src/api/transport.ts';
import { recordAge } from '../../src/service/answerAge.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import type { Engine } from '../../src/service/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { serve, TOKEN } from './http/serve.ts';
import { tinyEngine } from './tinyEngine.ts';

const apiOf = (transport: Transport): Api =>
  createApi({ transport, readOnly: () => false, clock: fakeClock() });

async function overHttp(engine: Engine): Promise<Transport> {
  const { url } = await serve(engine);
  const transport = httpTransport({ baseUrl: url, token: async () => TOKEN });
  onTestFinished(() => transport.close());
  return transport;
}

/** The failure of a call. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => (error as ApiError).failure,
  );

const upload = (text: string) => ({
  name: 'notes.txt',
  content: (async function* () {
    yield Buffer.from(text);
  })(),
});

describe.each([
  ['over HTTP', overHttp],
  ['inside the process', async (engine: Engine) => embeddedTransport(engine)],
])('a client connected %s', (_, connect) => {
  test('a call returns the value of the handler', async () => {
    const api = apiOf(await connect(tinyEngine()));
    expect(await api.listFlags()).toEqual([
      { name: 'noout', currentState: false },
      { name: 'noscrub', currentState: true },
    ]);
    expect(await api.setFlag({ params: { flag: 'noout' } })).toBeUndefined();
  });

  test('a handler gets the same input', async () => {
    const engine = tinyEngine();
    const api = apiOf(await connect(engine));
    await api.deleteFiles({ query: { path: ['/a b', '/ü&='] } });
    await api.deleteFiles({ query: { path: ['/only'] } });
    await api.getS3Bucket({ params: { bucketName: 'a/b%2F?' } });
    await api.setRecoverySpeed({ body: { speed: -1 } });
    expect(engine.calls).toEqual([
      { id: 'deleteFiles', input: { params: {}, query: { path: ['/a b', '/ü&='] } } },
      { id: 'deleteFiles', input: { params: {}, query: { path: ['/only'] } } },
      { id: 'getS3Bucket', input: { params: { bucketName: 'a/b%2F?' }, query: {} } },
      { id: 'setRecoverySpeed', input: { params: {}, query: {}, body: { speed: -1 } } },
    ]);
  });

  test('the internal objects of the engine do not reach the client', async () => {
    const state = { acl: [{ userId: 'alice' }], at: new Date(0), gone: undefined };
    const api = apiOf(await connect(tinyEngine({ getS3Bucket: () => state })));
    const answer = await api.getS3Bucket({ params: { bucketName: 'b' } });
    expect(answer).toEqual({ acl: [{ userId: 'alice' }], at: '1970-01-01T00:00:00.000Z' });
    answer.acl?.pop();
    expect(state.acl).toHaveLength(1);
  });

  test('refusals and failures arrive as the same errors', async () => {
    const api = apiOf(await connect(tinyEngine()));
    expect(await failure(api.setFlag({ params: { flag: 'noscrub' } }))).toEqual({
      kind: 'rejected',
      status: 409,
      message: 'noscrub is set already',
    });
    expect(await failure(api.getRecoverySpeed())).toEqual({
      kind: 'rejected',
      status: 500,
      message: 'the service failed; its log says why',
    });
    expect(await failure(api.listPools())).toEqual({
      kind: 'rejected',
      status: 501,
      message: expect.stringContaining('not possible on this cluster: ') as string,
    });
  });

  test('a file is uploaded', async () => {
    const engine = tinyEngine();
    const api = apiOf(await connect(engine));
    await api.uploadS3Object({
      params: { bucketName: 'b' },
      form: { key: 'k', size: 5, file: upload('hello') },
    });
    expect(engine.uploads).toEqual([{ key: 'k', bytes: 5, name: 'notes.txt' }]);
  });

  test('the log is followed until the caller has enough', async () => {
    const engine = tinyEngine();
    engine.log.push({ m: 'one', c: '1' }, { m: 'two', c: '2' });
    const api = apiOf(await connect(engine));
    const abort = new AbortController();
    const seen: unknown[] = [];
    const events = await api.followLogs({ query: { before: -1 } }, { signal: abort.signal });
    const reading = (async () => {
      for await (const event of events) {
        seen.push(event);
        if (seen.length === 2) abort.abort();
      }
    })();
    expect(await failure(reading)).toMatchObject({ kind: 'cancelled' });
    expect(seen).toEqual([
      { m: 'one', c: '1' },
      { m: 'two', c: '2' },
    ]);
  });

  test('a call that takes long can be cancelled', async () => {
    const signals: AbortSignal[] = [];
    const engine = tinyEngine({
      listPools: (_input, { signal }) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      },
    });
    const api = apiOf(await connect(engine));
    const abort = new AbortController();
    const call = failure(api.listPools({}, { signal: abort.signal }));
    await vi.waitFor(() => expect(signals).toHaveLength(1), 30_000);
    abort.abort();
    expect(await call).toMatchObject({ kind: 'cancelled' });
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), 30_000);
  });
});

test('closing the embedded transport closes its engine and ends its calls', async () => {
  const engine = tinyEngine({ listPools: () => new Promise<never>(() => undefined) });
  const transport = embeddedTransport(engine);
  const call = failure(apiOf(transport).listPools());
  await transport.close();
  expect(await call).toMatchObject({ kind: 'cancelled' });
  expect(engine.closed).toBe(true);
  expect(await failure(apiOf(transport).listFlags())).toMatchObject({ kind: 'cancelled' });
});

test('the client gets the age of an old answer that an engine in this process could not renew', async () => {
  const transport = embeddedTransport(
    tinyEngine({
      listFlags() {
        recordAge(9000);
        return [];
      },
    }),
  );
  const ages: number[] = [];
  await apiOf(transport).listFlags({}, { onAge: (ms) => ages.push(ms) });
  expect(ages).toEqual([9000]);
});
