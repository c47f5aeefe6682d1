import { createHash, createHmac } from 'node:crypto';
import type { AccessKey } from '../../../s3/accessKey.ts';

/** The parts of a request that AWS Signature Version 4 covers. */
export interface SignedRequest {
  readonly method: string;
  /** Percent-encoded, as it is sent (see encodePath). */
  readonly path: string;
  /** Not encoded; a parameter without a value has an empty one. */
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case; includes `host`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body in hexadecimal, or UNSIGNED_PAYLOAD. */
  readonly payload: string;
}

/** The payload of a body that is not known before it is sent. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Any region will do: a gateway accepts signatures for the region that the request names. */
const REGION = 'us-east-1';
const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Percent-encodes all except letters, digits and `-._~`, as signatures require. */
export const encodeName = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The percent-encoded path of an object. Slashes are not encoded: they are part of keys. */
export const encodePath = (...parts: readonly string[]): string =>
  `/${parts.join('/').split('/').map(encodeName).join('/')}`;

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : Number(one > other);

/** The encoded query, sorted by name as the signature requires: `quota` before `quota-type`. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encodeName(name), encodeName(value)] as const)
    .toSorted(byName)
    .map((pair) => pair.join('='))
    .join('&');

/** The SHA-256 in hexadecimal, as signatures require. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A header's value in the gateway's canonical form: ASCII blanks are trimmed and merged, other Unicode spaces are kept. */
const canonicalValue = (value: string): string =>
  value.replaceAll(/^[ \t]+|[ \t]+$/g, '').replaceAll(/ +/g, ' ');

/** A time in the format of signatures: 20260131T235959Z. */
const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[:-]|\.\d+/g, '');

/**
 * The headers of a signed request: its own and those of the signature.
 * @param at the present time, in milliseconds since the epoch; gateways allow a difference of 15 minutes
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
