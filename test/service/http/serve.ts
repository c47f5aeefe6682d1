import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src/lib/clock.ts';
import type { Engine } from '../../../src/service/engine.ts';
import { createService } from '../../../src/service/http/service.ts';
import type { SharedAnswers } from '../../../src/service/http/sharedAnswers.ts';

export const TOKEN = 'a-token-for-tests-0123456789';

export interface Served {
  /** The base URL, which ends in /api. */
  readonly url: string;
  /** The messages for the operator of the service. */
  readonly told: string[];
  readonly server: Awaited<ReturnType<typeof createService>>;
  /** Calls the service with its token. A body that is not a text is sent as JSON. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

/** The engine over HTTP on a free local port until the test ends. */
export async function serve(
  engine: Engine,
  clock: Clock = systemClock(),
  sharedAnswers?: SharedAnswers,
): Promise<Served> {
  const told: string[] = [];
  const server = await createService({
    engine,
    token: TOKEN,
    version: '1.2.3',
    clock,
    log: (message) => told.push(message),
    ...(sharedAnswers && { sharedAnswers }),
  });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/api`;
  onTestFinished(() => server.close());
  return {
    url,
    told,
    server,
    call: (method, path, body, headers) =>
      fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

/** Sends raw bytes and reads all answers until the service closes the connection. */
export async function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.end(request);
  return text(socket);
}

/** The text of a request without a body. */
export const head = (requestLine: string, ...headers: string[]) =>
  [requestLine, 'Host: x', `Authorization: Bearer ${TOKEN}`, 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
