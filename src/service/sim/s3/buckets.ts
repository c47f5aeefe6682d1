import type { S3Bucket, S3BucketDetail } from '../../../api/contract/s3Buckets.ts';
import { Refusal } from '../../engine.ts';
import { noBucket, noGrantee, refuseGrant } from '../../rules/s3.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { requireBucketName } from '../../s3Names.ts';
import { saveBucket } from './kept.ts';
import type { Bucket, CorsRule, Grant, ObjectStore } from './model.ts';
import { SortedMap } from './sortedMap.ts';
import { bucketsOf, requireServed, userOrRefuse } from './users.ts';

/** The owner of a bucket that was made without naming one. */
const DEFAULT_OWNER = 'admin';
/** Buckets that one user may own (rgw_user_max_buckets). */
const MOST_BUCKETS = 1000;

/** @throws Refusal 404 */
export function bucketOrRefuse({ buckets }: ObjectStore, name: string): Bucket {
  const bucket = buckets.get(name);
  if (bucket === undefined) throw refusal(noBucket(name));
  return bucket;
}

/** The changes of a bucket that PUT and PATCH ask for; what is left out stays. */
export interface BucketChange {
  readonly owner?: string;
  readonly acl?: readonly Grant[];
}

/**
 * Looks whether a change can be made, and whether it makes a new bucket.
 * @throws Refusal 400, 404 or 409
 */
export function checkChange(
  store: ObjectStore,
  name: string,
  { owner, acl }: BucketChange,
): 'create' | 'update' {
  const bucket = store.buckets.get(name);
  if (bucket === undefined) requireBucketName(name);
  const next = owner ?? bucket?.owner ?? DEFAULT_OWNER;
  if (next !== bucket?.owner) checkOwner(store, next);
  if (bucket === undefined) requireServed(store, next);
  for (const grant of acl ?? []) checkGrant(store, grant);
  return bucket === undefined ? 'create' : 'update';
}

/** Makes a change that was checked. */
export function applyChange(store: ObjectStore, name: string, { owner, acl }: BucketChange): void {
  const bucket = store.buckets.get(name) ?? addBucket(store, name, owner ?? DEFAULT_OWNER);
  if (owner !== undefined && owner !== bucket.owner) {
    bucket.owner = owner;
    // What the former owner had granted ends with the change, as when a gateway links a bucket to another user.
    bucket.acl = [ownerGrant(owner)];
  }
  if (acl !== undefined) {
    bucket.acl = acl.map(({ grantee, userId, permission }) => ({
      ...(grantee !== undefined && { grantee }),
      ...(grantee === 'SINGLE_USER' && userId !== undefined && { userId }),
      ...(permission !== undefined && { permission }),
    }));
  }
  saveBucket(store, name);
}

/** An empty bucket of that owner, who alone may use it. */
export function addBucket(
  store: ObjectStore,
  name: string,
  owner: string,
  {
    cors = [],
    createdAt = now(store),
  }: { readonly cors?: readonly CorsRule[]; readonly createdAt?: number } = {},
): Bucket {
  const bucket: Bucket = {
    name,
    id: `${store.zone}.24117.${++store.bucketsMade}`,
    createdAt,
    owner,
    acl: [ownerGrant(owner)],
    cors,
    objects: new SortedMap(),
    bytes: 0,
    actual: 0,
  };
  store.buckets.set(name, bucket);
  return bucket;
}

/** The present, in milliseconds since the epoch. */
export const now = ({ model }: ObjectStore): number => model.timeOf(model.tick);

const ownerGrant = (userId: string): Grant => ({ grantee: 'SINGLE_USER', userId, permission: 'FullControl' });

function checkOwner(store: ObjectStore, uid: string): void {
  userOrRefuse(store, uid);
  if (bucketsOf(store, uid).length >= MOST_BUCKETS) {
    throw new Refusal(
      400,
      `the S3 user ${JSON.stringify(uid)} owns ${MOST_BUCKETS} buckets, and more are not allowed: choose another owner`,
    );
  }
}

function checkGrant({ users }: ObjectStore, grant: Grant): void {
  enforce(refuseGrant(grant));
  const { grantee, userId = '' } = grant;
  if (grantee === 'SINGLE_USER' && !users.has(userId)) throw refusal(noGrantee(userId));
}

/** The quota is its owner's for each bucket; sizes are KiB, rounded up. */
export function toS3Bucket({ users }: ObjectStore, bucket: Bucket): S3Bucket {
  const { name, id, owner, createdAt, bytes, actual, objects } = bucket;
  const [sizeKb, sizeKbActual] = [bytes, actual].map((size) => Math.ceil(size / 1024)) as [number, number];
  const quota = users.get(owner)?.bucketQuota;
  return {
    bucket: name,
    placementRule: 'default-placement',
    id,
    owner,
    modified: Math.floor(createdAt / 1000),
    // The names of the gateways' own statistics (radosgw-admin bucket stats).
    usage: {
      'rgw.main': {
        size: bytes,
        size_actual: actual,
        size_kb: sizeKb,
        size_kb_actual: sizeKbActual,
        num_objects: objects.size,
      },
    },
    ...(quota !== undefined && { quota }),
    usageSum: { sizeKb, sizeKbActual, numObjects: objects.size },
  };
}

/** Grants name users as they are called now. */
export const toBucketDetail = ({ users }: ObjectStore, { cors, acl }: Bucket): S3BucketDetail => ({
  cors: [...cors],
  acl: acl.map((grant) => {
    const displayName = users.get(grant.userId ?? '')?.name;
    return { ...grant, ...(displayName !== undefined && { displayName }) };
  }),
});
