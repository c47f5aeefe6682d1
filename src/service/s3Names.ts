import { Refusal } from './engine.ts';

/** Characters of a uid or of the name of a sub-user. */
const LONGEST_NAME = 128;
/** Bytes of a key in UTF-8 (S3; rgw_obj_key). */
const LONGEST_KEY = 1024;

/** A name as messages show it. */
export const quoted = (name: string): string => JSON.stringify(name);

/**
 * Refuses what cannot name a user or a sub-user: `:` stands between the two, `$` behind a tenant.
 * @param what begins the sentence, such as "the uid"
 * @throws Refusal 400
 */
export function requireUserName(name: string, what: string): void {
  if (name.length > LONGEST_NAME) throw new Refusal(400, `${what} is longer than ${LONGEST_NAME} characters`);
  if (!name.isWellFormed() || /[\s\p{Cc}/:$]/u.test(name) || name === '')
    throw new Refusal(400, `${what} must be one word without spaces, "/", ":" and "$"`);
}

/** A sub-user's own name, which may stand alone or behind the uid (`backup:restore`). */
export const ownName = (uid: string, subuser: string): string =>
  subuser.startsWith(`${uid}:`) ? subuser.slice(uid.length + 1) : subuser;

/**
 * Amazon's rules for the names of buckets, which the gateways follow (rgw_relaxed_s3_bucket_names is off).
 * @throws Refusal 400
 */
export function requireBucketName(name: string): void {
  const words = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
  const valid =
    name.length >= 3 &&
    name.length <= 63 &&
    name.split('.').every((label) => words.test(label)) &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name);
  if (!valid)
    throw new Refusal(
      400,
      `${quoted(name)} cannot be the name of a bucket: use 3 to 63 lower-case letters, digits, hyphens and single dots, and no address`,
    );
}

/** Refuses what cannot be the key of an object. @throws Refusal 400 */
export function requireKey(key: string): void {
  if (!key.isWellFormed())
    throw new Refusal(400, 'the key holds half a character: write it in valid Unicode');
  if (Buffer.byteLength(key) > LONGEST_KEY)
    throw new Refusal(400, `the key is longer than ${LONGEST_KEY} bytes: choose a shorter one`);
}
