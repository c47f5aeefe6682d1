import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import { type Attempt, connectFailure } from './connectFailure.ts';
import { contract } from './contract/index.ts';
import { type EncodedRequest, encodeRequest } from './encode.ts';
import { ApiError } from './failure.ts';
import { isLoopback } from './loopback.ts';
import { multipart } from './multipart.ts';
import type { Operation } from './operation.ts';
import type { Answer, RawInput, Transport } from './transport.ts';

export interface HttpOptions {
  /** Address of the service including its `/api` prefix, such as `https://mgmt.example:7480/api`. */
  readonly baseUrl: string;
  /** Asked for the bearer token before each request; no token, no header. */
  readonly token?: () => Promise<string | undefined>;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string;
  /** Send the token over plain HTTP to another machine too, where everyone on the way can read it. */
  readonly allowPlainHttp?: boolean;
  /** How long to wait for a connection, for the head of an answer and for each next piece of it. */
  readonly timeoutMs?: number;
  /** Path of the socket that the service listens on; `baseUrl` then only gives the path. */
  readonly unixSocket?: string;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** As many requests as there are polled resources on a screen, and a log stream. */
const CONNECTIONS = 16;

const refused = (message: string) => new ApiError({ kind: 'refused', message });

/** Where requests go, and what follows from it. */
interface Target extends Attempt {
  readonly origin: string;
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: string;
  /** Whether nobody else can read what is sent. */
  readonly isPrivate: boolean;
}

function targetOf({ baseUrl, unixSocket, timeoutMs = DEFAULT_TIMEOUT_MS }: HttpOptions): Target {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refused(`"${baseUrl}" is not a base URL: it must begin with http:// or https://.`);
  if (url.username || url.password || url.search || url.hash)
    throw refused('The base URL must be only an address and a path, without user, query or fragment.');
  const isTls = url.protocol === 'https:';
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    where: unixSocket ?? url.host,
    isTls,
    isPrivate: isTls || unixSocket !== undefined || isLoopback(url.hostname),
    timeoutMs,
  };
}

/** Loaded with the first request: the library costs more than everything else at start. */
async function openPool({ ca, unixSocket }: HttpOptions, { origin, timeoutMs }: Target): Promise<Pool> {
  const undici = await import('undici');
  return new undici.Pool(origin, {
    connections: CONNECTIONS,
    connect: {
      timeout: timeoutMs,
      ...(ca !== undefined && { ca }),
      ...(unixSocket !== undefined && { socketPath: unixSocket }),
    },
  });
}

/** The header with the token, where there is one and it may be sent. */
async function authorization(
  { token: read, allowPlainHttp = false }: HttpOptions,
  { where, isPrivate }: Target,
): Promise<{ authorization?: string }> {
  let token: string | undefined;
  try {
    token = await read?.();
  } catch (error) {
    throw new ApiError({ kind: 'refused', message: `No token: ${messageOf(error)}` }, { cause: error });
  }
  if (token === undefined) return {};
  if (!/^[\x21-\x7e]+$/.test(token)) throw refused('The token holds characters that no header can carry.');
  if (!isPrivate && !allowPlainHttp)
    throw refused(
      `The token is not sent to ${where} over plain HTTP, where everyone on the way can read it. Use https://, or allow it in this context.`,
    );
  return { authorization: `Bearer ${token}` };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The content of a file that is sent; when the file cannot be read, the error says so instead of blaming the service. */
async function* readable(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ApiError(
      { kind: 'cancelled', message: `The file could not be read: ${why}` },
      { cause: error },
    );
  }
}

/** The body of a request and its media type. */
function bodyOf({ json, form }: Pick<EncodedRequest, 'json' | 'form'>): {
  body?: string | Readable;
  type?: string;
} {
  if (json !== undefined) return { body: json, type: 'application/json' };
  if (form === undefined) return {};
  const boundary = randomUUID();
  const { file } = form;
  const upload = file && { ...file, upload: { ...file.upload, content: readable(file.upload.content) } };
  const parts = multipart({ fields: form.fields, ...(upload && { file: upload }) }, boundary);
  return { body: Readable.from(parts), type: `multipart/form-data; boundary=${boundary}` };
}

function failure(error: unknown, target: Target, signal: AbortSignal | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (signal?.aborted) return new ApiError({ kind: 'cancelled', message: 'Cancelled.' }, { cause: error });
  return new ApiError(connectFailure(error, target), { cause: error });
}

/** A body as text. Leaving it early destroys it, and with it the connection. */
async function* textOf(
  body: AsyncIterable<Uint8Array>,
  target: Target,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw failure(error, target, signal);
  }
  yield decoder.decode();
}

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
const mediaType = (header: string | undefined) => header?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * Reaches a service over HTTP. Never follows a redirect, never uses a proxy and never repeats a request;
 * the token goes over TLS, to this machine, or where `allowPlainHttp` says so, and nowhere else.
 *
 * @throws ApiError of kind `refused` for a base URL that is none
 */
export function httpTransport(options: HttpOptions): Transport {
  const target = targetOf(options);
  let pool: Promise<Pool> | undefined;

  async function request(operation: Operation, input: RawInput, signal?: AbortSignal): Promise<Answer> {
    const { method, path, accept, ...content } = encodeRequest(operation, input);
    const token = await authorization(options, target);
    const { body, type } = bodyOf(content);
    // A log may be silent for hours, and a service may not even begin to answer before its first line.
    const limit = operation.stream ? 0 : target.timeoutMs;
    pool ??= openPool(options, target);
    const response = await (
      await pool
    ).request({
      method,
      path: target.prefix + path,
      headers: { accept, ...(type !== undefined && { 'content-type': type }), ...token },
      headersTimeout: limit,
      bodyTimeout: limit,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const location = first(response.headers['location']);
    return {
      status: response.statusCode,
      contentType: mediaType(first(response.headers['content-type'])),
      ...(location !== undefined && { location }),
      body: textOf(response.body, target, signal),
    };
  }

  return {
    async send(id, input, { signal }) {
      try {
        return await request(contract[id], input, signal);
      } catch (error) {
        throw failure(error, target, signal);
      }
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}
