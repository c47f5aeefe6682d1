import type { Pool } from 'undici';
import { bytesOf, failure, textOf } from './httpBody.ts';
import {
  authorization,
  first,
  type HttpOptions,
  openPool,
  refused,
  type Target,
  targetOf,
} from './httpTarget.ts';
import { readRejection } from './rejection.ts';
import type { IncomingFile } from './transport.ts';

/** The prefix of the interface's paths, as seen by the service itself. */
const API = '/api';

/**
 * The address of a download, which may be relative to the service. A path below the service's own prefix is mapped to the
 * prefix of the base URL, as a proxy may serve it under a longer one.
 */
function fileAddress(url: string, { origin, prefix }: Target): URL {
  const isOurs = url.startsWith(`${API}/`) && prefix.endsWith(API);
  const at = URL.parse(isOurs ? prefix + url.slice(API.length) : url, `${origin}${prefix}/`);
  if (at === null || !/^https?:$/.test(at.protocol) || at.username || at.password)
    throw refused('The service named an address for the download that cannot be fetched from.');
  return at;
}

/** A connection to a server other than the service, for one download without credentials. */
async function foreignPool({ ca, timeoutMs }: HttpOptions, origin: string) {
  const target = targetOf({ baseUrl: origin, ...(timeoutMs !== undefined && { timeoutMs }) });
  const { rootCertificates } = await import('node:tls');
  const trusted = ca === undefined ? undefined : [...rootCertificates, ca].join('\n');
  return {
    target,
    pool: await openPool({ baseUrl: origin, ...(trusted !== undefined && { ca: trusted }) }, target),
  };
}

async function* andThen<T>(items: AsyncIterable<T>, then: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    await then();
  }
}

/** The connection to the service. */
interface ServiceConnection {
  readonly options: HttpOptions;
  readonly target: Target;
  readonly pool: () => Promise<Pool>;
}

/**
 * Fetches the file at the `url` of a download. The token is sent only to the service itself.
 * @param pool the connections to the service
 */
export async function download(
  url: string,
  { options, target, pool }: ServiceConnection,
  signal: AbortSignal | undefined,
): Promise<IncomingFile> {
  const at = fileAddress(url, target);
  const own = at.origin === target.origin;
  const connection = own ? { target, pool: await pool() } : await foreignPool(options, at.origin);
  // The connection to another server is used for this download only.
  const release = async () => (own ? undefined : await connection.pool.destroy());
  try {
    const response = await connection.pool.request({
      method: 'GET',
      path: `${at.pathname}${at.search}`,
      headers: { accept: '*/*', ...(own && (await authorization(options, target))) },
      headersTimeout: target.timeoutMs,
      bodyTimeout: target.timeoutMs,
      ...(signal && { signal }),
    });
    const { statusCode: status, headers } = response;
    const body = bytesOf(response.body, connection.target, signal);
    if (status < 200 || status > 299)
      throw await readRejection({ status, body: textOf(body), location: first(headers['location']) });
    const size = Number(first(headers['content-length']) ?? Number.NaN);
    return { ...(Number.isSafeInteger(size) && { size }), content: andThen(body, release) };
  } catch (error) {
    await release();
    throw failure(error, connection.target, signal);
  }
}
