import type { Input } from '../../api/contract/index.ts';
import type { S3Grant } from '../../api/contract/s3Buckets.ts';
import type { S3Quota } from '../../api/contract/s3Users.ts';
import { badRequest, conflict, notFound, unavailable, type Refused } from './refused.ts';
import { quoted } from './s3Names.ts';

/** Maximum size in KiB: more bytes cannot be counted exactly. */
const MAX_KB = Math.floor(Number.MAX_SAFE_INTEGER / 1024);

/** Refusal: the cluster has no gateway that runs. `otherwise` continues the sentence with what else can be done. */
export const noGateway = (otherwise = ''): Refused =>
  unavailable(`the cluster reports no S3 gateway: start a radosgw on one of its servers${otherwise}`);

/** Refusal: no user has this uid. */
export const noUser = (uid: string): Refused =>
  notFound(`there is no S3 user ${quoted(uid)}: list the users to see which exist`);

/** Refusal: no bucket has this name. */
export const noBucket = (name: string): Refused =>
  notFound(`there is no bucket ${quoted(name)}: list the buckets to see which exist`);

/** Refusal: the bucket has no object of this key. */
export const noObject = (bucket: string, key: string): Refused =>
  notFound(`the bucket ${bucket} has no object ${quoted(key)}: list the objects to see which exist`);

/** Refusal: the uid of a new user is taken. */
export const uidTaken = (uid: string): Refused =>
  conflict(`the S3 user ${quoted(uid)} already exists: choose another uid`);

/** Refusal: another user has this e-mail address, which also identifies users. `holder` is that user, if known. */
export const emailTaken = (holder?: string): Refused =>
  conflict(
    `${holder === undefined ? 'another S3 user' : `the S3 user ${quoted(holder)}`} already has that e-mail address: use another one`,
  );

/** Refusal: the user has no such sub-user. `own` is the sub-user's name without the uid. */
export const noSubuser = (uid: string, own: string): Refused =>
  notFound(`the S3 user ${quoted(uid)} has no sub-user ${quoted(own)}`);

/** Refusal: the user already has this sub-user, which the gateways would change instead of creating one. */
export const subuserTaken = (uid: string, own: string): Refused =>
  conflict(`the S3 user ${quoted(uid)} already has a sub-user ${quoted(own)}`);

/** Refusal: the gateways do not serve a suspended user. */
export const ownerSuspended = (uid: string): Refused =>
  conflict(`the S3 user ${quoted(uid)}, who owns this, is suspended: resume the user first`);

/** Refuses to delete a user who owns buckets. */
export function refuseUserDeletion(uid: string, buckets: readonly string[]): Refused | undefined {
  const [bucket, ...more] = buckets;
  if (bucket === undefined) return undefined;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return conflict(
    `the S3 user ${quoted(uid)} owns the bucket ${bucket}${others}: delete them or change their owner first`,
  );
}

/** Refuses a limit that cannot be counted exactly. */
export const refuseQuota = ({ maxSizeKb = -1 }: S3Quota): Refused | undefined =>
  maxSizeKb > MAX_KB
    ? badRequest(`maxSizeKb is too large: set at most ${MAX_KB}, or -1 for no limit`)
    : undefined;

/** Refuses a grant that the gateways cannot store. */
export function refuseGrant({ grantee, userId }: Pick<S3Grant, 'grantee' | 'userId'>): Refused | undefined {
  if (grantee === 'LOG_DELIVERY')
    return badRequest('the S3 gateways have no group LOG_DELIVERY: leave that grant out');
  return grantee === 'SINGLE_USER' && userId === undefined
    ? badRequest('a grant to SINGLE_USER needs the userId of an S3 user')
    : undefined;
}

/** Refusal: the user named in a grant does not exist. */
export const noGrantee = (userId: string): Refused =>
  badRequest(`there is no S3 user ${quoted(userId)}: correct the userId or leave that grant out`);

/** Refusal: a file does not have the size that the form states. */
export const wrongSize = (stated: number, arrived: 'more' | 'fewer'): Refused =>
  badRequest(`the form states a file size of ${stated} bytes, but ${arrived} arrived: send the actual size`);

/** Refuses to delete a bucket if the body of the request names another one than its path. */
export const refuseOtherBucket = (
  bucketName: string,
  { name }: Pick<Input<'deleteS3Bucket'>['body'], 'name'>,
): Refused | undefined =>
  name !== undefined && name !== bucketName
    ? badRequest(`nothing was deleted: name must be the bucket of the path, ${bucketName}`)
    : undefined;

/** Refuses to delete a bucket that contains objects, unless they are to be deleted with it. */
export const refuseBucketDeletion = (
  { name, objects }: { readonly name: string; readonly objects: number },
  deleteData: boolean,
): Refused | undefined =>
  objects > 0 && !deleteData
    ? conflict(
        `the bucket ${name} holds ${objects} objects: delete them first, or set deleteData to delete them as well`,
      )
    : undefined;

/** Refuses to copy or move an object onto itself. */
export const refuseTransfer = (
  bucketName: string,
  { key, dstBucketName, dstKey }: Input<'copyS3Object'>['query'],
): Refused | undefined =>
  bucketName === dstBucketName && key === dstKey
    ? badRequest('an object cannot be copied or moved onto itself: choose another bucket or key')
    : undefined;
