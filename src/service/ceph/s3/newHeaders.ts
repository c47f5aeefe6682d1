import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import { Refusal } from '../../engine.ts';
import { FIELDS, UNKNOWN_TYPE, type ObjectHeaders } from './objectHeaders.ts';

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

/** The metadata of an object that was just uploaded: its type as its name tells it. */
export function initialHeaders(key: string): ObjectHeaders {
  const extension = /\.(\w+)$/.exec(key)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(TYPES, extension);
  return { contentType: known ? TYPES[extension]! : UNKNOWN_TYPE, userMetadata: {} };
}

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
