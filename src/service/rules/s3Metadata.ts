import type { S3ObjectMetadata } from '../../api/contract/s3Buckets.ts';
import { badRequest, type Refused } from './refused.ts';

/** Maximum size of the names and values of an object's user metadata together, in bytes (S3). */
const MAX_METADATA = 2048;
/** Largest number of seconds that a date can express (ECMAScript, "Time Values"). */
const LAST_SECOND = 8.64e12;

/** The metadata fields that each travel in an HTTP header of their own. */
const HEADER_FIELDS = [
  'contentType',
  'contentDisposition',
  'cacheControl',
  'contentEncoding',
  'contentLanguage',
] as const;

/** Refuses metadata that a gateway could not store with an object. */
export function refuseMetadata(wanted: S3ObjectMetadata): Refused | undefined {
  for (const field of HEADER_FIELDS) {
    const refused = refuseHeaderValue(field, wanted[field] ?? '');
    if (refused) return refused;
  }
  return refuseExpiry(wanted.httpExpiresDate ?? 0) ?? refuseUserMetadata(wanted.userMetadata ?? {});
}

const refuseHeaderValue = (name: string, value: string): Refused | undefined =>
  /[^\t\P{Cc}]/u.test(value)
    ? badRequest(`${name} contains control characters, which headers cannot contain: remove them`)
    : undefined;

const refuseExpiry = (seconds: number): Refused | undefined =>
  Math.abs(seconds) > LAST_SECOND
    ? badRequest('httpExpiresDate is not a date: use a Unix timestamp in seconds')
    : undefined;

function refuseUserMetadata(wanted: Readonly<Record<string, unknown>>): Refused | undefined {
  let size = 0;
  for (const [name, value] of Object.entries(wanted)) {
    // Gateways would turn "_" into a hyphen.
    if (!/^[A-Za-z0-9!#$%&'*+.^`|~-]+$/.test(name))
      return badRequest(
        `${JSON.stringify(name)} is not a valid metadata name: use only letters, digits and hyphens`,
      );
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return badRequest(`userMetadata.${name}: must be text`);
    const refused = refuseHeaderValue(`userMetadata.${name}`, String(value));
    if (refused) return refused;
    size += Buffer.byteLength(name) + Buffer.byteLength(String(value));
  }
  return size > MAX_METADATA
    ? badRequest(`userMetadata has ${size} bytes of names and values: at most ${MAX_METADATA} are allowed`)
    : undefined;
}
