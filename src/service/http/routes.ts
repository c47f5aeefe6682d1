import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, type OperationId } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Engine } from '../engine.ts';
import { discardForm, readForm } from './form.ts';
import { jsonHeaders, unlessKnown } from './headers.ts';
import { bodyLimit } from './limits.ts';
import { runOperation, type Log } from './runOperation.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import { sendStream, streamFormat } from './stream.ts';

export interface RouteContext {
  readonly engine: Engine;
  readonly log: Log;
  /** Aborted when the service closes, which ends its streams. */
  readonly closing: AbortSignal;
  /** Without it, no answer is shared. */
  readonly sharedAnswers?: SharedAnswers | undefined;
}

async function rawInput(request: FastifyRequest, operation: Operation): Promise<RawInput> {
  const { params, query, body } = request as FastifyRequest<{
    Params: Record<string, string>;
    Querystring: Record<string, string | string[]>;
  }>;
  if (operation.form !== undefined) return { params, query, form: await readForm(request, operation) };
  return { params, query, ...(body !== undefined && { body }) };
}

/** A signal that is aborted when the client disconnects or the service closes. */
function untilGone({ raw }: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, closing]);
}

const isRead = ({ method, tier, stream }: Operation): boolean =>
  method === 'GET' && tier === 'read' && stream !== true;

async function answer(id: OperationId, request: FastifyRequest, reply: FastifyReply, context: RouteContext) {
  const { engine, log, closing, sharedAnswers } = context;
  const operation: Operation = contract[id];
  const isShared = sharedAnswers !== undefined && isRead(operation);
  // The first client may disconnect while others wait for the same answer.
  const signal = isShared ? closing : untilGone(reply, closing);
  const input = await rawInput(request, operation);
  const call = () => runOperation(engine, id, input, { signal, by: `api ${request.ip ?? ''}`.trim() }, log);
  const made = isShared ? await sharedAnswers.get(id, request.url, call) : await call();
  const { status, json, stream } = unlessKnown(made, request.headers['if-none-match']);
  if (!operation.stream && !isRead(operation)) sharedAnswers?.clear();
  if (stream === undefined) {
    reply.code(status);
    return made.json === undefined ? reply.send() : reply.headers(jsonHeaders(made)).send(json);
  }
  reply.hijack();
  await sendStream(reply.raw, stream, streamFormat(request.headers.accept), signal).catch(
    (error: unknown) => {
      if (!signal.aborted)
        context.log(`${id} was interrupted: ${error instanceof Error ? error.stack : String(error)}`);
    },
  );
  return reply;
}

/** Registers one route for each operation of the contract. */
export function operationRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const [id, operation] of Object.entries<Operation>(contract)) {
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // A HEAD request has no body, so its stream would never end.
      exposeHeadRoute: operation.method === 'GET' && !operation.stream,
      bodyLimit: bodyLimit(id as OperationId),
      handler: (request, reply) => answer(id as OperationId, request, reply, context),
      ...(operation.form && {
        onResponse: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
          discardForm(request);
          done();
        },
      }),
    });
  }
}
