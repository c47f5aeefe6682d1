import type { Pool } from 'undici';
import { messageOf } from '../lib/thrown.ts';
import type { Attempt } from './connectFailure.ts';
import { ApiError } from './failure.ts';
import { isLoopback } from './loopback.ts';

export interface HttpOptions {
  /** Address of the service including its `/api` prefix, such as `https://mgmt.example:7480/api`. */
  readonly baseUrl: string;
  /** Asked for the bearer token before each request; no token, no header. */
  readonly token?: () => Promise<string | undefined>;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string;
  /** Send the token over plain HTTP to another machine too, where everyone on the way can read it. */
  readonly allowPlainHttp?: boolean;
  /** Times to wait for a connection, for the head of an answer and for each next piece of it. */
  readonly timeoutMs?: number;
  /** Path of the socket that the service listens on; `baseUrl` then only gives the path. */
  readonly unixSocket?: string;
}

/** The time that an answer is waited for unless it is said otherwise, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** As many requests as there are polled resources on a screen, and a log stream. */
const CONNECTIONS = 16;

/** The failure of a call that this program did not send, so that nothing was changed. */
export const refused = (message: string) => new ApiError({ kind: 'refused', message });

/** Where requests go, and what follows from it. */
export interface Target extends Attempt {
  readonly origin: string;
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: string;
  /** True where nobody else can read what is sent. */
  readonly isPrivate: boolean;
}

/** Takes a base URL apart; where it is none, throws an ApiError of kind `refused`. */
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
 * Bytes that are read before they are asked for, at least. The reader of a busy log leaves it alone for some time and
 * takes what came in one piece; until then it stays with the operating system, where a little more wakes nobody.
 */
export const LEAST_AHEAD = 1;

/** Loaded with the first request: the library costs more than everything else at start. */
export async function openPool(
  { ca, unixSocket }: HttpOptions,
  { origin, timeoutMs }: Target,
): Promise<Pool> {
  const undici = await import('undici');
  // An option of Node's sockets, which undici hands on without naming it.
  const socket: object = { highWaterMark: LEAST_AHEAD };
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

/** The header with the token, where there is one and it may be sent. */
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
  if (!/^[\x21-\x7e]+$/.test(token)) throw refused('The token holds characters that no header can carry.');
  if (!isPrivate && !allowPlainHttp)
    throw refused(
      `The token is not sent to ${where} over plain HTTP, where everyone on the way can read it. Use https://, or allow it in this context.`,
    );
  return { authorization: `Bearer ${token}` };
}

/** The value of a header, of several the first. */
export const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
