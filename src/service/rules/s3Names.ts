import { badRequest, type Refused } from './refused.ts';

/** Maximum length of a uid or a sub-user's name, in characters. */
const LONGEST_NAME = 128;
/** Maximum length of a key, in bytes of UTF-8 (S3; rgw_obj_key). */
const LONGEST_KEY = 1024;

/** A name as it is written in messages. */
export const quoted = (name: string): string => JSON.stringify(name);

/**
 * Refuses names that a user or a sub-user cannot have: `:` separates the two, `$` separates a tenant from its user.
 * @param what begins the sentence, such as "the uid"
 */
export function refuseUserName(name: string, what: string): Refused | undefined {
  if (name.length > LONGEST_NAME) return badRequest(`${what} is longer than ${LONGEST_NAME} characters`);
  return !name.isWellFormed() || /[\s\p{Cc}/:$]/u.test(name) || name === ''
    ? badRequest(`${what} must be one word without spaces, "/", ":" and "$"`)
    : undefined;
}

/** A sub-user's name without the uid: `restore` for `restore` and for `backup:restore`. */
export const subuserName = (uid: string, subuser: string): string =>
  subuser.startsWith(`${uid}:`) ? subuser.slice(uid.length + 1) : subuser;

/**
 * Refuses bucket names that break Amazon's rules, which the gateways enforce while rgw_relaxed_s3_bucket_names is
 * off.
 */
export function refuseBucketName(name: string): Refused | undefined {
  const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
  const isValid =
    name.length >= 3 &&
    name.length <= 63 &&
    name.split('.').every((part) => label.test(part)) &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name);
  return isValid
    ? undefined
    : badRequest(
        `${quoted(name)} is not a valid bucket name: use 3 to 63 lower-case letters, digits, hyphens and single dots, and not an IP address`,
      );
}

/** Refuses a text that cannot be the key of an object. */
export function refuseKey(key: string): Refused | undefined {
  if (!key.isWellFormed()) return badRequest('the key is not valid Unicode: it contains half a character');
  return Buffer.byteLength(key) > LONGEST_KEY
    ? badRequest(`the key is longer than ${LONGEST_KEY} bytes: choose a shorter one`)
    : undefined;
}
