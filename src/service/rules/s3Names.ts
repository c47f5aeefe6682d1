import { BUCKET_NAMES, isBucketName } from '../../api/contract/s3Buckets.ts';
import type { Refused } from './refused.ts';

/** Characters of a uid or of the name of a sub-user. */
const LONGEST_NAME = 128;
/** Bytes of a key in UTF-8 (S3; rgw_obj_key). */
const LONGEST_KEY = 1024;

const bad = (message: string): Refused => ({ status: 400, message });

/** A name as messages show it. */
export const quoted = (name: string): string => JSON.stringify(name);

/**
 * Refuses what cannot name a user or a sub-user: `:` separates the two, `$` a tenant from its user.
 * @param what begins the sentence, such as "the uid"
 */
export function refuseUserName(name: string, what: string): Refused | undefined {
  if (name.length > LONGEST_NAME) return bad(`${what} is longer than ${LONGEST_NAME} characters`);
  return !name.isWellFormed() || /[\s\p{Cc}/:$]/u.test(name) || name === ''
    ? bad(`${what} must be one word without spaces, "/", ":" and "$"`)
    : undefined;
}

/** A sub-user's name without the uid: `restore` for `restore` and for `backup:restore`. */
export const subuserName = (uid: string, subuser: string): string =>
  subuser.startsWith(`${uid}:`) ? subuser.slice(uid.length + 1) : subuser;

/** Refuses what cannot name a bucket. */
export const refuseBucketName = (name: string): Refused | undefined =>
  isBucketName(name) ? undefined : bad(`${quoted(name)} cannot be the name of a bucket: use ${BUCKET_NAMES}`);

/** Refuses what cannot be the key of an object. */
export function refuseKey(key: string): Refused | undefined {
  if (!key.isWellFormed()) return bad('the key holds half a character: write it in valid Unicode');
  return Buffer.byteLength(key) > LONGEST_KEY
    ? bad(`the key is longer than ${LONGEST_KEY} bytes: choose a shorter one`)
    : undefined;
}
