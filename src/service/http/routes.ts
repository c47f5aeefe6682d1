import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, type OperationId } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Engine } from '../engine.ts';
import { discardForm, readForm } from './form.ts';
import type { EncodedReply, LargeAnswers } from './largeAnswers.ts';
import { bodyLimit } from './limits.ts';
import { runOperation, type Log } from './runOperation.ts';
import { sendStream, streamFormat } from './stream.ts';

export interface RouteContext {
  readonly engine: Engine;
  readonly log: Log;
  /** Aborted when the service closes, which ends its streams. */
  readonly closing: AbortSignal;
  /** Shares large answers; without it, no answer is shared. */
  readonly largeAnswers?: LargeAnswers | undefined;
}

async function rawInput(request: FastifyRequest, operation: Operation): Promise<RawInput> {
  const { params, query, body } = request as FastifyRequest<{
    Params: Record<string, string>;
    Querystring: Record<string, string | string[]>;
  }>;
  if (operation.form !== undefined) return { params, query, form: await readForm(request, operation) };
  return { params, query, ...(body !== undefined && { body }) };
}

/** The engine's answer, or the one that it just gave to another client. */
async function answerOf(
  id: OperationId,
  input: RawInput,
  signal: AbortSignal,
  request: FastifyRequest,
  { engine, log, closing, largeAnswers }: RouteContext,
): Promise<EncodedReply> {
  const operation: Operation = contract[id];
  const call = (until: AbortSignal) =>
    runOperation(engine, id, input, { signal: until, by: `api ${request.ip ?? ''}`.trim() }, log);
  if (largeAnswers === undefined || operation.stream) return call(signal);
  // The first client may disconnect while others wait for the same answer.
  if (operation.method === 'GET' && operation.tier === 'read')
    return largeAnswers.get(id, request.url, () => call(closing));
  largeAnswers.clear();
  const reply = await call(signal);
  largeAnswers.clear();
  return reply;
}

async function answer(id: OperationId, request: FastifyRequest, reply: FastifyReply, context: RouteContext) {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const signal = AbortSignal.any([gone.signal, context.closing]);
  const input = await rawInput(request, contract[id]);
  const { status, json, stream, ageMs = 0 } = await answerOf(id, input, signal, request, context);
  if (stream === undefined) {
    reply.code(status);
    const age = Math.round(ageMs / 1000);
    if (age > 0) reply.header('age', age);
    return json === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(json);
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
