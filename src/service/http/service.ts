import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { openApiDocument } from '../../api/openapi.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Engine, Refusal } from '../engine.ts';
import { downloadRoute } from './downloadRoute.ts';
import { answerBroken, answerError, answerUnknown } from './errorAnswers.ts';
import { acceptForms } from './form.ts';
import { FIXED_HEADERS } from './headers.ts';
import { readJson } from './jsonBody.ts';
import { BODY_LIMIT, BYTES_PER_VALUE, HEADER_LIMIT, NAME_LIMIT, PREFIX } from './limits.ts';
import { answerRepeatedReads } from './repeatedReads.ts';
import { operationRoutes } from './routes.ts';
import type { Log } from './runOperation.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import { bearerCheck } from './token.ts';
import { limitUnauthenticated } from './unauthenticated.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the request came with the token. */
    isPermitted: boolean;
  }
}

/** Ours, far above what a slow link needs: a client that sends nothing must not hold a connection. */
const HEADERS_TIMEOUT_MS = 15_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Time after which a connection without traffic is closed, in milliseconds. */
const IDLE_TIMEOUT_MS = 300_000;

export interface ServiceOptions {
  readonly engine: Engine;
  /** The token that a client must present as a bearer. */
  readonly token: string;
  /** Certificate and key in PEM. Without them the service speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Receives messages for the operator of the service, with details that clients do not get. */
  readonly log: Log;
  readonly clock: Clock;
  /** Lets clients that ask for the same at nearly the same time share an answer; by default each gets its own. */
  readonly sharedAnswers?: SharedAnswers;
  /** Version of this program, for the OpenAPI document. */
  readonly version: string;
}

/** Accepts JSON bodies in strict UTF-8. An empty body counts as none, whatever its content type. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ routeOptions: { bodyLimit } }: FastifyRequest, content: Buffer) =>
      content.length === 0 ? undefined : readJson(content, bodyLimit / BYTES_PER_VALUE),
  );
}

/**
 * Checks the token of each request. Connections without it are limited in number and time, and closed after the
 * answer.
 * @returns a function that is true for a request with the token that its connection has shown before
 */
function checkToken(
  app: FastifyInstance,
  { token, clock }: ServiceOptions,
): (request: IncomingMessage) => boolean {
  const permitted = bearerCheck(token);
  const unauthenticated = limitUnauthenticated(app.server, clock);
  app.decorateRequest('isPermitted', false);
  // A connection that has shown the token repeats it with each request.
  const shown = new WeakMap<Socket, string>();
  const isKnown = ({ socket, headers: { authorization } }: IncomingMessage): boolean =>
    authorization !== undefined && shown.get(socket) === authorization;
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const { authorization } = request.headers;
    const known = isKnown(request.raw);
    request.isPermitted = known || permitted(authorization);
    if (!request.isPermitted) {
      reply.header('connection', 'close');
      unauthenticated.dismiss(socket);
    } else if (!known) {
      shown.set(socket, authorization ?? '');
      unauthenticated.admit(socket);
    }
    done();
  });
  return isKnown;
}

/** The app without its routes, and the function that `checkToken` returns. */
function createApp(options: ServiceOptions) {
  const { tls, log } = options;
  const server = { maxHeaderSize: HEADER_LIMIT, headersTimeout: HEADERS_TIMEOUT_MS, keepAlive: true };
  const app = fastify({
    ...(tls ? { https: { ...server, ...tls, handshakeTimeout: HANDSHAKE_TIMEOUT_MS } } : { http: server }),
    logger: false,
    bodyLimit: BODY_LIMIT,
    // A large file may take any time to arrive; the idle timeout closes a stalled connection.
    requestTimeout: 0,
    connectionTimeout: IDLE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: NAME_LIMIT },
    clientErrorHandler: answerBroken,
    frameworkErrors: (error: FastifyError, _request: unknown, reply) =>
      answerError(error, reply as FastifyReply, log),
  });
  app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => answerError(error, reply, log));
  const isKnown = checkToken(app, options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(FIXED_HEADERS);
    // Answers before the body is read, since no operation needs it.
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
  acceptJson(app);
  return { app, isKnown };
}

/** Creates the management service: every operation of the contract over HTTP, carried out by an engine. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { engine, version, log, sharedAnswers } = options;
  const { app, isKnown } = createApp(options);
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  if (sharedAnswers)
    answerRepeatedReads(app.server, (request) =>
      closing.signal.aborted || !isKnown(request) ? undefined : sharedAnswers.ready(request.url ?? ''),
    );
  await acceptForms(app);
  await app.register(
    async (api) => {
      api.get('/openapi.json', () => openApiDocument({ version, server: PREFIX }));
      await api.register(async (guarded) => {
        guarded.addHook('onRequest', (request, reply, done) => {
          if (request.isPermitted) done();
          else
            reply
              .code(401)
              .header('www-authenticate', 'Bearer')
              .send({ message: 'the bearer token is missing or wrong' });
        });
        operationRoutes(guarded, { engine, log, closing: closing.signal, sharedAnswers });
        if (engine.downloads) downloadRoute(guarded, engine.downloads, closing.signal);
      });
    },
    { prefix: PREFIX },
  );
  return app;
}
