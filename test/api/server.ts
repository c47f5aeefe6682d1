import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A received request with its body. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** An HTTP server on loopback until the test ends. It answers with `respond` and keeps all requests. */
export async function serve(
  respond: (response: ServerResponse, seen: Seen) => void | Promise<void>,
  {
    path,
    tls,
  }: { readonly path?: string; readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<{ baseUrl: string; seen: Seen[] }> {
  const requests: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    const one = { method, url, headers, body: await bodyOf(request) };
    requests.push(one);
    await respond(response, one);
  };
  const listener: RequestListener = (request, response) => {
    // Some tests have a client that disconnects in the middle of its request.
    answer(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo | string;
  const port = typeof address === 'string' ? 80 : address.port;
  return { baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/api`, seen: requests };
}

/** Answers with JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

/** A TCP server on loopback that handles each connection with the given function. */
export async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}
