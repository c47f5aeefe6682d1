import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, type OperationId } from '../api/contract/index.ts';
import type { Operation } from '../api/operation.ts';
import type { RawInput } from '../api/transport.ts';
import type { Engine } from './engine.ts';
import { discardForm, readForm } from './form.ts';
import { run, type Log } from './run.ts';
import { sendStream, streamFormat } from './stream.ts';

export interface RouteContext {
  readonly engine: Engine;
  readonly log: Log;
  /** Aborted when the service ends, and its streams with it. */
  readonly closing: AbortSignal;
}

async function rawInput(request: FastifyRequest, operation: Operation): Promise<RawInput> {
  const { params, query, body } = request as FastifyRequest<{
    Params: Record<string, string>;
    Querystring: Record<string, string | string[]>;
  }>;
  if (operation.form !== undefined) return { params, query, form: await readForm(request, operation) };
  return { params, query, ...(body !== undefined && { body }) };
}

async function answer(id: OperationId, request: FastifyRequest, reply: FastifyReply, context: RouteContext) {
  const operation: Operation = contract[id];
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const signal = AbortSignal.any([gone.signal, context.closing]);
  const input = await rawInput(request, operation);
  const { status, json, stream } = await run(
    context.engine,
    id,
    input,
    { signal, by: `api ${request.ip ?? ''}`.trim() },
    context.log,
  );
  if (stream === undefined) {
    reply.code(status);
    return json === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(json);
  }
  reply.hijack();
  await sendStream(reply.raw, stream, streamFormat(request.headers.accept), signal).catch(
    (error: unknown) => {
      if (!signal.aborted)
        context.log(`${id} broke off: ${error instanceof Error ? error.stack : String(error)}`);
    },
  );
  return reply;
}

/** One route for each operation of the contract. */
export function operationRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const [id, operation] of Object.entries<Operation>(contract)) {
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Without a body to send, a stream would have no end either.
      exposeHeadRoute: operation.method === 'GET' && !operation.stream,
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
