import { createHash, createHmac } from 'node:crypto';
import type { AccessKey } from '../../../s3/accessKey.ts';

/** A request as AWS Signature Version 4 looks at it. */
export interface SignedRequest {
  readonly method: string;
  /** Percent-encoded, as it stands in the request (see encodePath). */
  readonly path: string;
  /** Not encoded; a parameter without a value has an empty one. */
  readonly query: Readonly<Record<string, string>>;
  /** With names in lower case, `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body in hexadecimal, or UNSIGNED_PAYLOAD. */
  readonly payload: string;
}

/** The payload of a body that is not known before it is sent. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Gateways serve one region, and accept a signature for any that the request names. */
const REGION = 'us-east-1';
const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Percent-encodes everything but letters, digits and `-._~`, as signatures need it. */
export const encodeName = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The path of an object, whose slashes stay as they are: they are part of keys. */
export const encodePath = (...parts: readonly string[]): string =>
  `/${parts.join('/').split('/').map(encodeName).join('/')}`;

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : Number(one > other);

/** The query with its names in their order, which is that of the signature: `quota` before `quota-type`. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encodeName(name), encodeName(value)] as const)
    .toSorted(byName)
    .map((pair) => pair.join('='))
    .join('&');

/** Hexadecimal, as signatures take it. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * A header's value as the gateway signs it: ASCII blanks are trimmed and joined, other Unicode spaces stay.
 */
const canonicalValue = (value: string): string =>
  value.replaceAll(/^[ \t]+|[ \t]+$/g, '').replaceAll(/ +/g, ' ');

/** The moment as signatures write it: 20260131T235959Z. */
const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[:-]|\.\d+/g, '');

/**
 * The headers of a signed request: its own, and those that prove its sender.
 * @param at the present, in milliseconds since the epoch; gateways allow a quarter of an hour of difference
 */
export function signed(request: SignedRequest, key: AccessKey, at: number): Record<string, string> {
  const { method, path, query, payload } = request;
  const time = stamp(at);
  const headers = { ...request.headers, 'x-amz-content-sha256': payload, 'x-amz-date': time };
  const lines = Object.entries(headers).toSorted(byName);
  const names = lines.map(([name]) => name).join(';');
  const canonical = [
    method,
    path,
    encodeQuery(query),
    ...lines.map(([name, value]) => `${name}:${canonicalValue(value)}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = [time.slice(0, 8), REGION, SERVICE, 'aws4_request'];
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secretKey}`) as Buffer;
  const text = [ALGORITHM, time, scope.join('/'), sha256(canonical)].join('\n');
  const signature = hmac(signingKey, text).toString('hex');
  const authorization = `${ALGORITHM} Credential=${key.accessKey}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}
