import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import { Refusal } from '../../engine.ts';
import { wholeMd5 } from '../content/content.ts';
import type { Headers, StoredObject } from './model.ts';

/** What the gateways say of an object whose kind nobody told. */
const UNKNOWN_TYPE = 'binary/octet-stream';
/** Bytes of the names and values of an object's own metadata together (S3). */
const MOST_METADATA = 2048;

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gz: 'application/gzip',
  html: 'text/html',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  log: 'text/plain',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  zst: 'application/zstd',
};

const initial = (contentType: string): Headers => ({ contentType, userMetadata: {} });
const UNKNOWN = initial(UNKNOWN_TYPE);
const BY_EXTENSION = new Map(Object.entries(TYPES).map(([extension, type]) => [extension, initial(type)]));

/** The metadata of an object that was just uploaded: its type as its name tells it. */
export const initialHeaders = (key: string): Headers =>
  BY_EXTENSION.get(key.slice(key.lastIndexOf('.') + 1).toLowerCase()) ?? UNKNOWN;

/** Metadata that travels as a header of its own. */
const HEADERS = {
  contentDisposition: 'content-disposition',
  cacheControl: 'cache-control',
  contentEncoding: 'content-encoding',
  contentLanguage: 'content-language',
} as const;
const HEADER_FIELDS = Object.keys(HEADERS) as (keyof typeof HEADERS)[];

function headerValue(name: string, value: string): string {
  if (/[^\t\P{Cc}]/u.test(value))
    throw new Refusal(400, `${name} holds control characters, which no header can carry: leave them out`);
  return value;
}

function userMetadata(wanted: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(wanted).map(([name, value]) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new Refusal(
        400,
        `${JSON.stringify(name)} cannot name metadata: use letters, digits and hyphens, without spaces`,
      );
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new Refusal(400, `userMetadata.${name}: must be a text`);
    return [name.toLowerCase(), headerValue(`userMetadata.${name}`, String(value))] as const;
  });
  const size = Buffer.byteLength(entries.flat().join(''));
  if (size > MOST_METADATA)
    throw new Refusal(
      400,
      `userMetadata has ${size} bytes of names and values: at most ${MOST_METADATA} are kept`,
    );
  return Object.fromEntries(entries);
}

/**
 * The metadata that takes the place of all that an object had. What describes the content and its storing
 * (etag, size, lastModified and the like) cannot be overridden and is passed over, so that what was read
 * can be changed and written back.
 * @throws Refusal 400
 */
export function newHeaders(wanted: S3ObjectMetadata): Headers {
  const { contentType = UNKNOWN_TYPE, httpExpiresDate } = wanted;
  const given = HEADER_FIELDS.flatMap((name) => {
    const value = wanted[name];
    return value === undefined ? [] : [[name, headerValue(name, value)] as const];
  });
  return {
    contentType: headerValue('contentType', contentType),
    ...Object.fromEntries(given),
    ...(httpExpiresDate !== undefined && { httpExpiresDate: expiry(httpExpiresDate) }),
    userMetadata: userMetadata(wanted.userMetadata ?? {}),
  };
}

/** Seconds until the last moment that a date can express (ECMAScript, "Time Values"). */
const LAST_SECOND = 8.64e12;

function expiry(seconds: number): number {
  if (Math.abs(seconds) > LAST_SECOND)
    throw new Refusal(400, 'httpExpiresDate is no date: give a Unix timestamp in seconds');
  return seconds;
}

/** An object's metadata; `raw` is what a gateway would send as headers. */
export function toMetadata({ content, modifiedAt, headers }: StoredObject): S3ObjectMetadata {
  const { size, etag } = content;
  const md5 = wholeMd5(content);
  const { httpExpiresDate } = headers;
  return {
    ...headers,
    lastModified: Math.floor(modifiedAt / 1000),
    etag,
    size,
    ...(md5 !== undefined && { contentMD5: Buffer.from(md5, 'hex').toString('base64') }),
    raw: {
      'content-length': String(size),
      'content-type': headers.contentType,
      etag: `"${etag}"`,
      'last-modified': new Date(modifiedAt).toUTCString(),
      ...Object.fromEntries(HEADER_FIELDS.map((field) => [HEADERS[field], headers[field]])),
      ...(httpExpiresDate !== undefined && { expires: new Date(httpExpiresDate * 1000).toUTCString() }),
      ...Object.fromEntries(
        Object.entries(headers.userMetadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
      ),
    },
  };
}
