import type { S3ObjectMetadata } from '../api/contract/s3Buckets.ts';
import { Refusal } from './engine.ts';

/** The headers by which an object's owner can describe it; what is left out was not said. */
export interface ObjectHeaders {
  readonly contentType: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  /** Unix timestamp. */
  readonly httpExpiresDate?: number;
  readonly userMetadata: Readonly<Record<string, string>>;
}

/** The kind that RADOS gateways give an object whose own nobody told. */
export const UNKNOWN_TYPE = 'binary/octet-stream';
/** Metadata that travels as a header of its own. */
export const HEADERS = {
  contentDisposition: 'content-disposition',
  cacheControl: 'cache-control',
  contentEncoding: 'content-encoding',
  contentLanguage: 'content-language',
} as const;
/** The names of that metadata in the interface. */
export const FIELDS = Object.keys(HEADERS) as (keyof typeof HEADERS)[];

/** Before the names of an object's own metadata. */
export const OWN = 'x-amz-meta-';

/** As a request or an answer carries them. */
export function asHttp(headers: ObjectHeaders): Record<string, string> {
  const { contentType, httpExpiresDate, userMetadata } = headers;
  const given = FIELDS.flatMap((field) => {
    const value = headers[field];
    return value === undefined ? [] : [[HEADERS[field], value] as const];
  });
  return {
    'content-type': contentType,
    ...Object.fromEntries(given),
    ...(httpExpiresDate !== undefined && { expires: new Date(httpExpiresDate * 1000).toUTCString() }),
    ...Object.fromEntries(Object.entries(userMetadata).map(([name, value]) => [`${OWN}${name}`, value])),
  };
}

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

const initial = (contentType: string): ObjectHeaders => ({ contentType, userMetadata: {} });
const UNKNOWN = initial(UNKNOWN_TYPE);
const BY_EXTENSION = new Map(Object.entries(TYPES).map(([extension, type]) => [extension, initial(type)]));

/** The metadata of an object that was just uploaded: its type as its name tells it. */
export const initialHeaders = (key: string): ObjectHeaders =>
  BY_EXTENSION.get(key.slice(key.lastIndexOf('.') + 1).toLowerCase()) ?? UNKNOWN;

function headerValue(name: string, value: string): string {
  if (/[^\t\P{Cc}]/u.test(value))
    throw new Refusal(400, `${name} holds control characters, which no header can carry: leave them out`);
  return value;
}

function ownMetadata(wanted: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(wanted).map(([name, value]) => {
    // The gateways would make a hyphen of "_".
    if (!/^[A-Za-z0-9!#$%&'*+.^`|~-]+$/.test(name))
      throw new Refusal(
        400,
        `${JSON.stringify(name)} cannot name metadata: use letters, digits and hyphens, without spaces and "_"`,
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

/** Seconds until the last moment that a date can express (ECMAScript, "Time Values"). */
const LAST_SECOND = 8.64e12;

function expiry(seconds: number): number {
  if (Math.abs(seconds) > LAST_SECOND)
    throw new Refusal(400, 'httpExpiresDate is no date: give a Unix timestamp in seconds');
  return seconds;
}

/**
 * The metadata that takes the place of all that an object had. What describes the content and its storing
 * (etag, size, lastModified and the like) cannot be overridden and is passed over, so that what was read
 * can be changed and written back.
 * @throws Refusal 400
 */
export function newHeaders(wanted: S3ObjectMetadata): ObjectHeaders {
  const { contentType = UNKNOWN_TYPE, httpExpiresDate, userMetadata = {} } = wanted;
  const given = FIELDS.flatMap((name) => {
    const value = wanted[name];
    return value === undefined ? [] : [[name, headerValue(name, value)] as const];
  });
  return {
    contentType: headerValue('contentType', contentType),
    ...Object.fromEntries(given),
    ...(httpExpiresDate !== undefined && { httpExpiresDate: expiry(httpExpiresDate) }),
    userMetadata: ownMetadata(userMetadata),
  };
}
