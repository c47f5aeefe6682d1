import { describe, expect, it } from 'vitest';
import { all } from './chunks.ts';
import { get, open } from './connect.ts';
import { failureOf } from './failures.ts';
import { json, rawServer, serve } from './server.ts';

describe('failed HTTP request', () => {
  it('a refused connection is reported as nothing listening there', async () => {
    const baseUrl = await rawServer(() => undefined);
    const closed = new URL(baseUrl);
    closed.port = '1';
    expect(await failureOf(get(open({ baseUrl: closed.href })))).toEqual({
      kind: 'unreachable',
      notSent: true,
      message: expect.stringContaining('Nothing listens at 127.0.0.1:1') as string,
    });
  });

  it('an unknown host is reported as such', async () => {
    const failure = await failureOf(get(open({ baseUrl: 'http://storedeck.invalid/api' })));
    expect(failure).toMatchObject({ kind: 'unreachable', notSent: true });
    expect(failure.message).toMatch(/storedeck\.invalid (was not found|could not be looked up)/);
  });

  it('a service without TLS is reported as such', async () => {
    const { baseUrl } = await serve((response) => json(response, []));
    const failure = await failureOf(get(open({ baseUrl: baseUrl.replace('http:', 'https:') })));
    expect(failure).toMatchObject({ kind: 'unreachable', notSent: true });
    expect(failure.message).toContain('does not speak TLS');
  });

  it('a server that does not speak HTTP is reported as such', async () => {
    const baseUrl = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    expect(await failureOf(get(open({ baseUrl })))).toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('did not answer with HTTP') as string,
    });
  });

  it('a request may have been sent if the connection closes before the answer', async () => {
    const baseUrl = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    const failure = await failureOf(get(open({ baseUrl })));
    expect(failure).toMatchObject({ kind: 'unreachable' });
    expect(failure).not.toHaveProperty('notSent');
  });

  it('a body that breaks off fails when it is read', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('[1,');
      setTimeout(() => response.destroy(), 20);
    });
    const answer = await get(open({ baseUrl }));
    expect(await failureOf(all(answer.body))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('before its answer was complete') as string,
    });
  });

  it('a service that hangs is reported as a timeout', async () => {
    const { baseUrl } = await serve(() => undefined);
    expect(await failureOf(get(open({ baseUrl, timeoutMs: 50 })))).toMatchObject({
      kind: 'timeout',
      afterMs: 50,
    });
  });

  it('a body that stalls is reported as a timeout', async () => {
    const { baseUrl } = await serve((response) => void response.write('[1,'));
    const answer = await get(open({ baseUrl, timeoutMs: 50 }));
    expect(await failureOf(all(answer.body))).toMatchObject({ kind: 'timeout', afterMs: 50 });
  });

  it('an aborted request is reported as cancelled, before and after the head of the answer', async () => {
    const { baseUrl } = await serve((response, { url }) => {
      if (url?.endsWith('/pools') === true) return;
      response.write('[1,');
    });
    const transport = open({ baseUrl });
    const early = new AbortController();
    const pending = failureOf(transport.send('listPools', {}, { signal: early.signal }));
    early.abort();
    expect((await pending).kind).toBe('cancelled');

    const late = new AbortController();
    const answer = await transport.send('listDisks', {}, { signal: late.signal });
    const reading = failureOf(all(answer.body));
    late.abort();
    expect((await reading).kind).toBe('cancelled');
  });

  it('a file that cannot be read is named as the cause of a failed upload', async () => {
    const { baseUrl } = await serve((response) => json(response, {}));
    async function* content() {
      yield Buffer.from('first');
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    }
    const form = { file: { name: 'f', content: content() } };
    const call = get(open({ baseUrl }), 'uploadFile', { query: { path: '/f' }, form });
    expect(await failureOf(call)).toEqual({
      kind: 'cancelled',
      message: 'The file could not be read: EIO: i/o error, read',
    });
  });
});
