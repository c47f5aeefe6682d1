import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../../src/lib/clock.ts';
import {
  createGatewayHttp,
  type GatewayHttp,
  type HttpReply,
  type HttpRequest,
} from '../../../../../src/service/ceph/s3/gateway/http.ts';

const open: { server: Server; wire: GatewayHttp }[] = [];
afterEach(() => {
  for (const { server, wire } of open.splice(0)) {
    wire.close();
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, asksToContinue?: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  if (asksToContinue) server.on('checkContinue', asksToContinue);
  await once(server, 'listening');
  const wire = createGatewayHttp(systemClock());
  open.push({ server, wire });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (request: Partial<HttpRequest>) =>
    wire.send(origin, { method: 'GET', path: '/', headers: {}, timeoutMs: 5000, ...request });
  return { server, wire, origin, send };
}

async function text(source: AsyncIterable<Uint8Array> | IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}
const bodyOf = (reply: HttpReply) => text(reply.body);

/** Content that counts how much of it was read. */
function flow(...chunks: string[]) {
  const state = { read: 0 };
  const content = (async function* () {
    for (const chunk of chunks) {
      state.read += chunk.length;
      yield Buffer.from(chunk);
    }
  })();
  return { body: { size: chunks.join('').length, content }, state };
}

function endless() {
  let ended = false;
  const content = (async function* () {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      ended = true;
    }
  })();
  return { content, ended: () => ended };
}

const putting = (body: HttpRequest['body']) => ({ method: 'PUT', ...(body && { body }) });

const echo: RequestListener = async (request, response) => {
  const received = { headers: request.headers, body: await text(request) };
  response.end(JSON.stringify(received));
};

test('after a broken connection the next request opens a new one, even if others were kept', async () => {
  const answered = new WeakSet<object>();
  const { send } = await serve((request, response) => {
    if (answered.has(request.socket)) return void request.socket.destroy();
    answered.add(request.socket);
    response.end('here');
  });
  const kept = await Promise.all([send({}), send({}), send({})]);
  await Promise.all(kept.map(bodyOf));
  await expect(send({})).rejects.toMatchObject({ kind: 'broken' });
  expect(await bodyOf(await send({}))).toBe('here');
});

describe('headers', () => {
  const word = 'grün €😀';
  const meta: RequestListener = (request, response) => {
    const raw = request.headers['x-amz-meta-a'] as string;
    request.resume();
    response.setHeader('x-amz-meta-a', raw).end(Buffer.from(raw, 'latin1'));
  };
  test.each([
    ['nothing', undefined],
    ['bytes', Buffer.from('x')],
    ['streamed content', flow('x').body],
  ])('headers are sent in UTF-8 with %s, and read back', async (_, body) => {
    const { send } = await serve(meta);
    const reply = await send({ ...putting(body), headers: { 'x-amz-meta-a': word } });
    expect(reply.headers['x-amz-meta-a']).toBe(word);
    expect(await bodyOf(reply)).toBe(word);
  });
});

test.each([
  ['GET', undefined, undefined],
  ['DELETE', undefined, undefined],
  ['PUT', undefined, '0'],
  ['POST', undefined, '0'],
  ['POST', Buffer.from('hello'), '5'],
])('a %s request with the body %s states the length %s', async (method, body, length) => {
  const { send } = await serve(echo);
  const received = JSON.parse(await bodyOf(await send({ method, ...(body && { body }) })));
  expect(received.headers['content-length']).toBe(length);
  expect(received.body).toBe(body?.toString() ?? '');
});

test('a request whose signal is aborted already is not sent', async () => {
  let requests = 0;
  const { send } = await serve((_, response) => {
    requests++;
    response.end();
  });
  const signal = AbortSignal.abort(new Error('the task was cancelled'));
  await expect(send({ signal })).rejects.toThrow('the task was cancelled');
  expect(requests).toBe(0);
});

describe('content', () => {
  test('content is sent completely, with its length', async () => {
    const { send } = await serve(echo);
    const { body } = flow('he', 'llo');
    const received = JSON.parse(await bodyOf(await send(putting(body))));
    expect(received).toMatchObject({ headers: { 'content-length': '5' }, body: 'hello' });
  });

  test('content is not read if the request is refused', async () => {
    const refuse: RequestListener = (_, response) => void response.writeHead(403).end('no');
    const { send } = await serve(echo, refuse);
    const { body, state } = flow('hello');
    const reply = await send(putting(body));
    expect([reply.status, await bodyOf(reply), state.read]).toEqual([403, 'no', 0]);
  });

  test('content is sent after a moment to a server that does not ask for it', async () => {
    const { send } = await serve(echo, echo);
    const reply = await send(putting(flow('hello').body));
    expect(JSON.parse(await bodyOf(reply)).body).toBe('hello');
  });

  test('content that cannot be read aborts the request with the error of the content', async () => {
    const received: Promise<unknown>[] = [];
    const { send } = await serve((request) => void received.push(text(request).catch((error) => error.code)));
    const failing = (async function* () {
      yield Buffer.from('he');
      throw Object.assign(new Error('the sender has gone'), { code: 'ENOENT' });
    })();
    const sending = send(putting({ size: 5, content: failing }));
    await expect(sending).rejects.toThrow('the sender has gone');
    expect(await Promise.all(received)).toEqual(['ECONNRESET']);
  });

  test('content is no longer read once the signal is aborted', async () => {
    const aborting = new AbortController();
    const { send } = await serve(
      (request) => void request.once('data', () => aborting.abort(new Error('enough'))),
    );
    const { content, ended } = endless();
    const sending = send({ ...putting({ size: 1e12, content }), signal: aborting.signal });
    await expect(sending).rejects.toThrow('enough');
    await expect.poll(ended).toBe(true);
  });

  test('content that is refused halfway is not sent to its end', async () => {
    const { send } = await serve((_, response) => void response.writeHead(507).end('full'));
    const { content, ended } = endless();
    const reply = await send(putting({ size: 1e12, content }));
    expect([reply.status, await bodyOf(reply)]).toEqual([507, 'full']);
    await expect.poll(ended).toBe(true);
  });
});

describe('connections', () => {
  test('connections are reused, even after an answer without a body', async () => {
    const { server, send } = await serve((_, response) => void response.setHeader('content-length', 0).end());
    let connections = 0;
    server.on('connection', () => connections++);
    for (const method of ['GET', 'HEAD', 'PUT', 'GET']) await bodyOf(await send({ method }));
    expect(connections).toBe(1);
  });

  test('connections that are kept for the next request are not used any more after the gateway was closed', async () => {
    const { server, wire, send } = await serve(echo);
    let connections = 0;
    server.on('connection', () => connections++);
    await bodyOf(await send({}));
    wire.close();
    await bodyOf(await send({}));
    expect(connections).toBe(2);
  });

  test('connections that cannot be opened have sent nothing', async () => {
    const { server, send } = await serve(echo);
    server.close();
    await once(server, 'close');
    await expect(send({})).rejects.toMatchObject({ name: 'ConnectionFailure', kind: 'unreachable' });
  });

  test('connections that break off may have sent everything', async () => {
    const { send } = await serve((request) => request.socket.destroy());
    await expect(send({ method: 'PUT' })).rejects.toMatchObject({
      name: 'ConnectionFailure',
      kind: 'broken',
    });
  });

  test('silent connections are closed after a timeout', async () => {
    const { send } = await serve(() => undefined);
    await expect(send({ timeoutMs: 50 })).rejects.toMatchObject({
      message: 'no answer for 0.05 s',
      kind: 'silent',
    });
  });

  test('connections that break during an answer are reported to its reader', async () => {
    const { send } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setImmediate(() => response.destroy());
    });
    const reply = await send({});
    await expect(bodyOf(reply)).rejects.toThrow('aborted');
  });
});
