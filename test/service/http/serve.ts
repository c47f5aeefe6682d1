import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src/lib/clock.ts';
import type { Engine } from '../../../src/service/engine.ts';
import { createService } from '../../../src/service/http/service.ts';

export const TOKEN = 'a-token-for-tests-0123456789';

export interface Served {
  /** Ends in /api. */
  readonly url: string;
  /** What the service told its operator. */
  readonly told: string[];
  readonly server: Awaited<ReturnType<typeof createService>>;
  /** Calls the service with its token; a body that is no text is sent as JSON. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

/** The engine over HTTP on a free port of this machine until the test ends. */
export async function serve(engine: Engine, clock: Clock = systemClock()): Promise<Served> {
  const told: string[] = [];
  const server = await createService({
    engine,
    token: TOKEN,
    version: '1.2.3',
    clock,
    log: (message) => told.push(message),
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

/** Sends bytes as they are and reads all that comes back until the service hangs up. */
export async function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.end(request);
  return text(socket);
}

/** A request without a body, as it travels. */
export const head = (requestLine: string, ...headers: string[]) =>
  [requestLine, 'Host: x', `Authorization: Bearer ${TOKEN}`, 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
