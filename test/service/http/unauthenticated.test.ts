import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createService } from '../../../src/service/http/service.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { CERT, KEY } from './certificate.ts';
import { TOKEN } from './serve.ts';

/** A service on a fake clock, and connections to it. */
async function door({ tls = false } = {}) {
  const clock = fakeClock();
  const service = await createService({
    engine: tinyEngine(),
    token: TOKEN,
    version: '1',
    clock,
    log: () => undefined,
    ...(tls && { tls: { cert: CERT, key: KEY } }),
  });
  const { port } = new URL(await service.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(() => service.close());
  const open = async ({ allowHalfOpen = false } = {}): Promise<Socket> => {
    const place = { host: '127.0.0.1', port: Number(port), allowHalfOpen };
    const socket = tls ? connectTls({ ...place, ca: CERT, servername: 'localhost' }) : connectTcp(place);
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, tls ? 'secureConnect' : 'connect');
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => {
      service.server.getConnections((_, count) => resolve(count));
    });
  return { clock, open, connections };
}

const UPLOAD = [
  'PUT /api/s3/buckets/b/upload HTTP/1.1',
  'Host: x',
  'Content-Type: multipart/form-data; boundary=b',
  'Content-Length: 1000000',
];
const request = (lines: readonly string[]) => [...lines, '', ''].join('\r\n');
const READ = ['GET /api/maintenance/flags HTTP/1.1', 'Host: x', `Authorization: Bearer ${TOKEN}`];

/** Sends one request on a connection that stays open, and waits for the answer. */
async function ask(socket: Socket): Promise<string> {
  socket.write(request(READ));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return String(chunk);
}

test.each([
  ['of an upload', UPLOAD],
  ['of an unknown operation', ['POST /api/nonsense HTTP/1.1', 'Host: x', 'Content-Length: 100']],
  ['of the interface document', ['GET /api/openapi.json HTTP/1.1', 'Host: x', 'Content-Length: 100']],
])('a body %s that trickles in without the token is not waited for', async (_, lines) => {
  const { clock, open, connections } = await door();
  // These connections do not close when the service ends.
  const sockets = await Promise.all(Array.from({ length: 50 }, () => open({ allowHalfOpen: true })));
  const answers = sockets.map((socket) => text(socket));
  for (const socket of sockets) socket.write(`${request(lines)}-`);
  // The service answers at once. A client that keeps sending is disconnected a moment later.
  const answered = await Promise.all(answers);
  expect(new Set(answered.map((answer) => answer.slice(0, 12))).size).toBe(1);
  for (const answer of answered) expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(await connections()).toBe(50);
  await clock.advance(1000);
  await vi.waitUntil(async () => (await connections()) === 0);
});

test('a client that is still sending learns that its token is wrong', async () => {
  const { open } = await door();
  const socket = await open();
  const answer = text(socket);
  socket.write(request(UPLOAD));
  for (let sent = 0; sent < 20; sent++) socket.write(Buffer.alloc(50_000, '-'));
  expect(await answer).toMatch(/^HTTP\/1.1 401 [^]*the bearer token is missing or wrong/);
});

test.each([
  ['plain', false],
  ['encrypted', true],
])(
  'a %s connection without a valid token is closed after 20 seconds, whatever is sent on it',
  async (_, tls) => {
    const { clock, open, connections } = await door({ tls });
    const [silent, slow, known] = [await open(), await open(), await open()];
    expect(await ask(known)).toMatch(/^HTTP\/1.1 200 /);
    slow.write('GET /api/maintenance/flags HTTP/1.1\r\nHost: x\r\n');
    await clock.advance(19_000);
    slow.write('X-Patience: 1\r\n');
    expect(await connections()).toBe(3);
    await clock.advance(1000);
    await vi.waitUntil(() => silent.closed && slow.closed, 30_000);
    await clock.advance(3_600_000);
    expect(await ask(known)).toMatch(/^HTTP\/1.1 200 /);
  },
);

test.each([
  ['plain', false, 300],
  ['encrypted', true, 270],
])(
  'of %s connections without the token the oldest one is closed, and never one with the token',
  async (_, tls, most) => {
    const { open, connections } = await door({ tls });
    const known = await open();
    await ask(known);
    const first = await open();
    let others = 0;
    while (!first.closed && others < most) {
      await open();
      others++;
    }
    expect(others).toBeGreaterThan(200);
    await vi.waitUntil(async () => (await connections()) === 257);
    expect(await ask(known)).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask(await open())).toMatch(/^HTTP\/1.1 200 /);
  },
);
