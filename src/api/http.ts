import type { Pool } from 'undici';
import { contract } from './contract/index.ts';
import { encodeRequest } from './encode.ts';
import { bodyOf, bytesOf, failure, textOf } from './httpBody.ts';
import { download } from './httpDownload.ts';
import {
  authorization,
  first,
  type HttpOptions,
  MIN_HIGH_WATER_MARK,
  openPool,
  targetOf,
} from './httpTarget.ts';
import type { Operation } from './operation.ts';
import type { Answer, RawInput, SendOptions, Transport } from './transport.ts';

export type { HttpOptions } from './httpTarget.ts';

/** The age of an answer's data in milliseconds, from the `Age` header (RFC 9111). */
const ageMs = (header: string | undefined) => (/^\d{1,9}$/.test(header ?? '') ? Number(header) * 1000 : 0);

const mediaType = (header: string | undefined) => header?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * The transport to a service over HTTP. It never follows redirects, uses no proxy and never repeats a request. The token
 * is sent only over TLS, to this machine, or with `allowPlainHttp`.
 *
 * @throws ApiError of kind `refused` for an invalid base URL
 */
export function httpTransport(service: HttpOptions): Transport {
  const target = targetOf(service);
  let pool: Promise<Pool> | undefined;
  const connected = () => (pool ??= openPool(service, target));

  async function request(operation: Operation, input: RawInput, options: SendOptions): Promise<Answer> {
    const { signal, unless } = options;
    const { method, path, accept, ...content } = encodeRequest(operation, input);
    const { body, type } = bodyOf(content);
    // No time limit for a log: it may be silent for hours, and some services send no headers before the first line.
    const limit = operation.stream ? 0 : target.timeoutMs;
    // The token is read while the HTTP library is loading.
    const [token, open] = await Promise.all([authorization(service, target), connected()]);
    const response = await open.request({
      method,
      path: target.prefix + path,
      headers: {
        accept,
        ...(type !== undefined && { 'content-type': type }),
        ...(unless !== undefined && { 'if-none-match': unless }),
        ...token,
      },
      headersTimeout: limit,
      bodyTimeout: limit,
      ...(operation.stream && { highWaterMark: MIN_HIGH_WATER_MARK }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const location = first(response.headers['location']);
    const tag = first(response.headers['etag']);
    return {
      status: response.statusCode,
      contentType: mediaType(first(response.headers['content-type'])),
      ageMs: ageMs(first(response.headers['age'])),
      ...(tag !== undefined && { tag }),
      ...(location !== undefined && { location }),
      body: textOf(bytesOf(response.body, target, signal)),
    };
  }

  return {
    async send(id, input, options) {
      try {
        return await request(contract[id], input, options);
      } catch (error) {
        throw failure(error, target, options.signal);
      }
    },
    download: (url, { signal }) => download(url, { options: service, target, pool: connected }, signal),
    async close() {
      await (await pool)?.destroy();
    },
  };
}
