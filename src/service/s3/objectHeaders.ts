import type { S3ObjectMetadata } from '../../api/contract/s3Buckets.ts';
import { enforce } from '../rules/refused.ts';
import { refuseMetadata } from '../rules/s3Metadata.ts';

/** The headers with which the owner of an object describes it; an absent one was not set. */
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

/** The content type of an object that was stored without one, as RADOS gateways report it. */
export const UNKNOWN_TYPE = 'binary/octet-stream';
/** The HTTP header of each optional field. */
export const HEADERS = {
  contentDisposition: 'content-disposition',
  cacheControl: 'cache-control',
  contentEncoding: 'content-encoding',
  contentLanguage: 'content-language',
} as const;
/** The optional fields, as the interface names them. */
export const FIELDS = Object.keys(HEADERS) as (keyof typeof HEADERS)[];

/** Prefix of the headers that carry an object's user metadata. */
export const USER_METADATA = 'x-amz-meta-';

/** The metadata as HTTP headers of a request or an answer. */
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
    ...Object.fromEntries(
      Object.entries(userMetadata).map(([name, value]) => [`${USER_METADATA}${name}`, value]),
    ),
  };
}

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

const ofType = (contentType: string): ObjectHeaders => ({ contentType, userMetadata: {} });
const UNKNOWN = ofType(UNKNOWN_TYPE);
const BY_EXTENSION = new Map(Object.entries(TYPES).map(([extension, type]) => [extension, ofType(type)]));

/** The metadata of a newly uploaded object, with the content type that its file name extension implies. */
export const initialHeaders = (key: string): ObjectHeaders =>
  BY_EXTENSION.get(key.slice(key.lastIndexOf('.') + 1).toLowerCase()) ?? UNKNOWN;

/**
 * The metadata that replaces all metadata of an object. Fields that describe the content itself (etag, size,
 * lastModified and the like) are ignored, so that metadata can be read, changed and written back.
 * @throws Refusal 400
 */
export function newHeaders(wanted: S3ObjectMetadata): ObjectHeaders {
  enforce(refuseMetadata(wanted));
  const { contentType = UNKNOWN_TYPE, httpExpiresDate, userMetadata = {} } = wanted;
  const given = FIELDS.flatMap((name) => {
    const value = wanted[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = Object.entries(userMetadata).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    contentType,
    ...Object.fromEntries(given),
    ...(httpExpiresDate !== undefined && { httpExpiresDate }),
    userMetadata: Object.fromEntries(own),
  };
}
