import type { Pool } from 'undici';
import { ApiError } from './failure.ts';
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
import { rejectionMessage } from './message.ts';
import type { Arriving } from './transport.ts';

/** As much of a rejection as its message is looked for in, in bytes. */
const REJECTION_LIMIT = 64 * 1024;

/** The text that a service sends instead of a file. */
async function rejection(status: number, body: AsyncIterable<Uint8Array>, location: string | undefined) {
  let text = '';
  try {
    for await (const piece of textOf(body)) {
      text += piece;
      if (text.length > REJECTION_LIMIT) break;
    }
  } catch {
    // The status says what happened, so a body that breaks off must not hide it.
  }
  return new ApiError({ kind: 'rejected', status, message: rejectionMessage(status, text, location) });
}

/** The beginning of the interface's paths, as the service itself sees them. */
const API = '/api';

/**
 * The address of a download, which may be relative to that of the service. A proxy may have put more before the
 * service's own prefix than the service knows of.
 */
function fileAddress(url: string, { origin, prefix }: Target): URL {
  const isOurs = url.startsWith(`${API}/`) && prefix.endsWith(API);
  const at = URL.parse(isOurs ? prefix + url.slice(API.length) : url, `${origin}${prefix}/`);
  if (at === null || !/^https?:$/.test(at.protocol) || at.username || at.password)
    throw refused('The service named an address for the download that cannot be fetched from.');
  return at;
}

/** The way to another server than the service: its files are fetched as anyone could, one at a time. */
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

/** The way in which the service is reached. */
interface Way {
  readonly options: HttpOptions;
  readonly target: Target;
  readonly pool: () => Promise<Pool>;
}

/**
 * Fetches what the `url` of a download points to. The token goes to the service's own address only.
 * @param pool the connections to the service
 */
export async function download(
  url: string,
  { options, target, pool }: Way,
  signal: AbortSignal | undefined,
): Promise<Arriving> {
  const at = fileAddress(url, target);
  const own = at.origin === target.origin;
  const way = own ? { target, pool: await pool() } : await foreignPool(options, at.origin);
  // Nobody else uses the way to a foreign server.
  const leave = async () => (own ? undefined : await way.pool.destroy());
  try {
    const response = await way.pool.request({
      method: 'GET',
      path: `${at.pathname}${at.search}`,
      headers: { accept: '*/*', ...(own && (await authorization(options, target))) },
      headersTimeout: target.timeoutMs,
      bodyTimeout: target.timeoutMs,
      ...(signal && { signal }),
    });
    const { statusCode: status, headers } = response;
    const body = bytesOf(response.body, way.target, signal);
    if (status < 200 || status > 299) throw await rejection(status, body, first(headers['location']));
    const size = Number(first(headers['content-length']) ?? Number.NaN);
    return { ...(Number.isSafeInteger(size) && { size }), content: andThen(body, leave) };
  } catch (error) {
    await leave();
    throw failure(error, way.target, signal);
  }
}
