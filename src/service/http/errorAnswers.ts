import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { contract } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import { Refusal } from '../engine.ts';
import { JSON_TYPE } from './headers.ts';
import { BODY_LIMIT, HEADER_LIMIT, NAME_LIMIT, PREFIX } from './limits.ts';
import { SERVICE_FAILED, type Log } from './runOperation.ts';

/** Messages for errors before an operation is reached, by Fastify's error code. */
const MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body must be sent as application/json',
  FST_ERR_BAD_URL: 'the URL is malformed: write percent signs as %25',
  FST_ERR_MAX_PARAM_LENGTH: `a name in the URL is longer than ${NAME_LIMIT} characters`,
};

function messageOf(
  { code = '', message }: { readonly code?: string; readonly message: string },
  reply: FastifyReply,
) {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return `the body is larger than ${reply.request.routeOptions.bodyLimit ?? BODY_LIMIT} bytes`;
  return MESSAGES[code] ?? message;
}

/** Answers a request that failed before its operation was reached. */
export function answerError(error: FastifyError | Refusal, reply: FastifyReply, log: Log): void {
  const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500);
  // The headers of a download that fails before its first byte already have another content type.
  reply.type(JSON_TYPE);
  if (status < 500) {
    reply.code(status).send({ message: messageOf(error, reply) });
    return;
  }
  log(error.stack ?? error.message);
  reply.code(500).send({ message: SERVICE_FAILED });
}

/** The methods that the interface has for a path, for the answer to a client that used another one. */
function methodsOf(url: string): string[] {
  const [path = ''] = url.split('?');
  const segments = path.slice(PREFIX.length).split('/');
  const fits = (operation: Operation) => {
    const pattern = operation.path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) =>
        part.startsWith('{') ? segments[index] !== '' : part === segments[index],
      )
    );
  };
  if (!path.startsWith(`${PREFIX}/`)) return [];
  const methods = Object.values<Operation>(contract)
    .filter(fits)
    .map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}

/** Answers a request for which there is no operation. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const methods = methodsOf(request.url);
  if (methods.length === 0) {
    reply.code(404).send({ message: 'the API has no such path; GET /api/openapi.json lists its paths' });
    return;
  }
  reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') reply.code(204).send();
  else reply.code(405).send({ message: `this path accepts ${methods.join(', ')}, not ${request.method}` });
}

/**
 * Answers bytes that are not an HTTP request, a request that arrives too slowly, and one whose headers are too large.
 * Fastify creates no reply object for these.
 */
export function answerBroken(error: { readonly code: string }, socket: Socket): void {
  const [status, message] = {
    HPE_HEADER_OVERFLOW: [
      '431 Request Header Fields Too Large',
      `the headers are larger than ${HEADER_LIMIT} bytes`,
    ],
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
  }[error.code] ?? ['400 Bad Request', 'this is not a valid HTTP request'];
  const body = JSON.stringify({ message });
  const head = [`content-type: ${JSON_TYPE}`, `content-length: ${body.length}`, 'connection: close'];
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}
