import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import { FIELDS, HEADERS, type ObjectHeaders, USER_METADATA, UNKNOWN_TYPE } from '../../s3/objectHeaders.ts';
import { withoutQuotes } from './listing.ts';

const seconds = (date: string | undefined): number | undefined => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
};

/** The headers that the object's owner has set, from a gateway's answer. */
export function fromHttp(http: Readonly<Record<string, string>>): ObjectHeaders {
  const given = FIELDS.flatMap((field) => {
    const value = http[HEADERS[field]];
    return value === undefined ? [] : [[field, value] as const];
  });
  const own = Object.entries(http).flatMap(([name, value]) =>
    name.startsWith(USER_METADATA) ? [[name.slice(USER_METADATA.length), value] as const] : [],
  );
  const httpExpiresDate = seconds(http['expires']);
  return {
    contentType: http['content-type'] ?? UNKNOWN_TYPE,
    ...Object.fromEntries(given),
    ...(httpExpiresDate !== undefined && { httpExpiresDate }),
    userMetadata: Object.fromEntries(own),
  };
}

/** Headers about the answer, not about the object; those with `rgwx-` are for other gateways. */
const ANSWER_HEADERS = /^(?:connection|date|keep-alive|server|accept-ranges|x-amz-request-id|rgwx-.*)$/;

/** The time at which an object expires, and the bucket's rule for it (S3, header x-amz-expiration). */
function expiration(header: string): Pick<S3ObjectMetadata, 'expirationTime' | 'expirationTimeRuleId'> {
  const expirationTime = seconds(/expiry-date="([^"]*)"/.exec(header)?.[1]);
  const rule = /rule-id="([^"]*)"/.exec(header)?.[1];
  return {
    ...(expirationTime !== undefined && { expirationTime }),
    ...(rule !== undefined && { expirationTimeRuleId: rule }),
  };
}

/** An object's metadata, from the headers of a gateway's answer to HEAD. */
export function toMetadata(http: Readonly<Record<string, string>>): S3ObjectMetadata {
  const etag = withoutQuotes(http['etag'] ?? '');
  const lastModified = seconds(http['last-modified']);
  const versionId = http['x-amz-version-id'];
  return {
    ...fromHttp(http),
    size: Number(http['content-length'] ?? 0),
    etag,
    ...(lastModified !== undefined && { lastModified }),
    ...(versionId !== undefined && { versionId }),
    ...expiration(http['x-amz-expiration'] ?? ''),
    // The etag of an object that was stored in one piece is the MD5 of its content.
    ...(/^[0-9a-f]{32}$/.test(etag) && { contentMD5: Buffer.from(etag, 'hex').toString('base64') }),
    raw: Object.fromEntries(Object.entries(http).filter(([name]) => !ANSWER_HEADERS.test(name))),
  };
}
