import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../../../lib/clock.ts';

/** Content of a known length, read once in chunks. */
export interface SizedContent {
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A request to one server. */
export interface HttpRequest {
  readonly method: string;
  /** With its query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | SizedContent;
  /** The longest silence on an established connection. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** An answer whose body has not been read yet. */
export interface HttpReply {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must be read to its end or destroyed: until then the reply keeps its connection. */
  readonly body: Readable;
}

/**
 * A request without an answer: the server could not be reached and has received nothing, the connection broke, or the
 * server was silent for too long.
 */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly kind: 'unreachable' | 'broken' | 'silent';

  constructor(message: string, kind: ConnectionFailure['kind']) {
    super(message);
    this.kind = kind;
  }
}

/** The content of a request body could not be read. */
class ContentFailure extends Error {}

/** HTTP requests to the gateways over persistent connections. */
export interface GatewayHttp {
  /**
   * @param origin scheme, host and port
   * @throws ConnectionFailure, the signal's reason, or the error of reading the body's content
   */
  send(origin: string, request: HttpRequest): Promise<HttpReply>;
  close(): void;
}

const MAX_CONNECTIONS = 64;
const CONNECT_MS = 5000;
/** The time after which an unused connection is closed, before the gateway does it (beast: request_timeout_ms, 65 s). */
const IDLE_MS = 20_000;
/** The wait for `100 Continue`, which some gateways are configured not to send (rgw_print_continue). */
const CONTINUE_MS = 1000;

/** Converts a header's value: Node encodes headers as Latin-1, S3 uses UTF-8. */
const toHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const fromHeader = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

/**
 * True if the request can use `expect: 100-continue`: Node encodes the headers of such requests differently, which
 * is correct only for ASCII.
 */
const canExpectContinue = (headers: HttpRequest['headers']): boolean =>
  Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));

const isSized = (body: HttpRequest['body']): body is SizedContent => body !== undefined && 'content' in body;

function headersOf(response: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headers).map(
    ([name, value]) => [name, fromHeader(String(value))] as const,
  );
  return Object.fromEntries(entries);
}

function open(
  origin: string,
  { method, path, headers, body, signal }: HttpRequest,
  agents: { readonly http: http.Agent; readonly https: https.Agent },
): http.ClientRequest {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const size = isSized(body) ? body.size : (body?.length ?? 0);
  const bodyHeaders =
    body === undefined && method !== 'PUT' && method !== 'POST' ? {} : { 'content-length': size };
  const sent = Object.entries(headers).map(([name, value]) => [name, toHeader(value)] as const);
  return (secure ? https : http).request({
    agent: secure ? agents.https : agents.http,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port }),
    method,
    path,
    headers: {
      ...Object.fromEntries(sent),
      ...bodyHeaders,
      ...(isSized(body) && canExpectContinue(headers) && { expect: '100-continue' }),
    },
    timeout: CONNECT_MS,
    ...(signal && { signal }),
  });
}

/** Sends the content once the gateway asks for it, so that the content of a refused request is not read. */
function sendContent(request: http.ClientRequest, { content }: SizedContent, clock: Clock): void {
  let begun = false;
  const begin = () => {
    if (begun || request.destroyed) return;
    begun = true;
    const source = Readable.from(content, { objectMode: false });
    source.once('error', (failure) => request.destroy(new ContentFailure('', { cause: failure })));
    request.once('close', () => source.destroy());
    source.pipe(request);
  };
  if (!request.hasHeader('expect')) return begin();
  const timer = clock.after(CONTINUE_MS, begin);
  request.once('continue', begin);
  request.once('response', () => {
    begun = true;
    timer[Symbol.dispose]();
  });
  request.once('close', () => timer[Symbol.dispose]());
}

/** Aborts a request without a connection or an answer in time. @returns a function that tells if it got a connection */
function enforceTimeouts(request: http.ClientRequest, timeoutMs: number): () => boolean {
  let connected = false;
  const connect = () => {
    connected = true;
    request.setTimeout(timeoutMs);
  };
  request.once('socket', (socket) => {
    if (!socket.connecting) connect();
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connect);
  });
  request.once('timeout', () =>
    request.destroy(
      connected
        ? new ConnectionFailure(`no answer for ${timeoutMs / 1000} s`, 'silent')
        : new ConnectionFailure(`no connection within ${CONNECT_MS / 1000} s`, 'unreachable'),
    ),
  );
  return () => connected;
}

function failureOf(error: NodeJS.ErrnoException, connected: boolean, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ContentFailure) return error.cause;
  if (error instanceof ConnectionFailure) return error;
  // For a name with several addresses, Node throws an AggregateError without a message.
  const message = error.message || (error.code ?? 'no connection');
  return new ConnectionFailure(message, connected ? 'broken' : 'unreachable');
}

/** Closes the idle connections, because after one of them turned out to be dead, the others may be as well. */
function closeUnused({ freeSockets }: http.Agent): void {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

/** Creates a client that keeps its connections for later requests until `close`. */
export function createGatewayHttp(clock: Clock): GatewayHttp {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  return {
    async send(origin, wanted) {
      const { body, timeoutMs, signal } = wanted;
      signal?.throwIfAborted();
      const request = open(origin, wanted, agents);
      // After the response has arrived, errors are thrown where its body is read.
      request.on('error', () => undefined);
      const isConnected = enforceTimeouts(request, timeoutMs);
      const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
      if (isSized(body)) sendContent(request, body, clock);
      else request.end(body);
      try {
        const [response] = await answered;
        // A gateway that refuses a request early does not read the rest of its content.
        response.once('end', () => {
          if (!request.writableFinished) request.destroy();
        });
        return { status: response.statusCode ?? 0, headers: headersOf(response), body: response };
      } catch (error) {
        if (request.reusedSocket) Object.values(agents).forEach(closeUnused);
        throw failureOf(error as Error, isConnected(), signal);
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
