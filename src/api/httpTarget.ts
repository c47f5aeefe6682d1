import type { Pool } from 'undici';
import { messageOf } from '../lib/thrown.ts';
import type { Attempt } from './connectFailure.ts';
import { ApiError } from './failure.ts';
import { isLoopback } from './loopback.ts';

export interface HttpOptions {
  /** The address of the service including its `/api` prefix, such as `https://mgmt.example:7480/api`. */
  readonly baseUrl: string;
  /** Called for the bearer token before each request; without a token no header is sent. */
  readonly token?: () => Promise<string | undefined>;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string;
  /** Sends the token over plain HTTP to other machines too, although it can be read on the way. */
  readonly allowPlainHttp?: boolean;
  /** The time limit for connecting, for the headers of an answer and for each chunk of its body. */
  readonly timeoutMs?: number;
  /** The path of the socket that the service listens on; only the path of `baseUrl` is used then. */
  readonly unixSocket?: string;
}

/** The default time limit, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** The size of the connection pool: enough for all polled resources of a screen and a log stream. */
const CONNECTIONS = 16;

/** The error for a call that was not sent. */
export const refused = (message: string) => new ApiError({ kind: 'refused', message });

/** The target of requests. */
export interface Target extends Attempt {
  readonly origin: string;
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string;
  /** True if nobody else can read the traffic: TLS, a unix socket, or this machine. */
  readonly isPrivate: boolean;
}

/** Parses a base URL. @throws ApiError of kind `refused` for an invalid one */
export function targetOf({ baseUrl, unixSocket, timeoutMs = DEFAULT_TIMEOUT_MS }: HttpOptions): Target {
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

/**
 * The high-water mark of the log's socket and body, in bytes. The reader of a busy log pauses and then takes everything that
 * has arrived at once. With the smallest mark the data waits in the operating system until then, without waking this
 * process for each packet.
 */
export const MIN_HIGH_WATER_MARK = 1;

/** Opens the connection pool. The HTTP library is loaded here, with the first request, as it slows the start most. */
export async function openPool(
  { ca, unixSocket }: HttpOptions,
  { origin, timeoutMs }: Target,
): Promise<Pool> {
  const undici = await import('undici');
  // An option of Node's sockets that undici passes on, although its types do not have it.
  const socket: object = { highWaterMark: MIN_HIGH_WATER_MARK };
  return new undici.Pool(origin, {
    connections: CONNECTIONS,
    connect: {
      timeout: timeoutMs,
      ...socket,
      ...(ca !== undefined && { ca }),
      ...(unixSocket !== undefined && { socketPath: unixSocket }),
    },
  });
}

/**
 * The header with the token; empty without a token.
 * @throws ApiError of kind `refused` if the token cannot be read or may not be sent
 */
export async function authorization(
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
  if (!/^[\x21-\x7e]+$/.test(token))
    throw refused('The token contains characters that are not allowed in an HTTP header.');
  if (!isPrivate && !allowPlainHttp)
    throw refused(
      `The token is not sent to ${where} over plain HTTP, where everyone on the way can read it. Use https://, or allow it in this context.`,
    );
  return { authorization: `Bearer ${token}` };
}

/** The first value of a header. */
export const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
