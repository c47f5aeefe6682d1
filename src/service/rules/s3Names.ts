import { BUCKET_NAMES, isBucketName } from '../../api/contract/s3Buckets.ts';
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

/** Refuses an invalid bucket name. */
export const refuseBucketName = (name: string): Refused | undefined =>
  isBucketName(name)
    ? undefined
    : badRequest(`${quoted(name)} is not a valid bucket name: use ${BUCKET_NAMES}`);

/** Refuses a text that cannot be the key of an object. */
export function refuseKey(key: string): Refused | undefined {
  if (!key.isWellFormed())
    return badRequest('the key is not valid Unicode: it contains an unpaired surrogate');
  return Buffer.byteLength(key) > LONGEST_KEY
    ? badRequest(`the key is longer than ${LONGEST_KEY} bytes: choose a shorter one`)
    : undefined;
}
