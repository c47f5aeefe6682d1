import type { S3Bucket, S3BucketDetail, S3CorsRule } from '../../../api/contract/s3Buckets.ts';
import { refusal } from '../../rules/refused.ts';
import { noBucket } from '../../rules/s3.ts';
import { presentTime } from '../model/model.ts';
import type { Bucket, SimGrant, SimObjectStore } from './model.ts';
import { SortedMap } from './sortedMap.ts';

/** The bucket of this name. @throws Refusal 404 */
export function bucketOrRefuse({ buckets }: SimObjectStore, name: string): Bucket {
  const bucket = buckets.get(name);
  if (bucket === undefined) throw refusal(noBucket(name));
  return bucket;
}

/** Adds an empty bucket, to which only its owner has access. */
export function addBucket(
  store: SimObjectStore,
  name: string,
  owner: string,
  {
    cors = [],
    createdAt = presentTime(store.model),
  }: { readonly cors?: readonly S3CorsRule[]; readonly createdAt?: number } = {},
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

/** The grant of a new bucket, which gives its owner full control. */
export const ownerGrant = (userId: string): SimGrant => ({
  grantee: 'SINGLE_USER',
  userId,
  permission: 'FullControl',
});

/** A bucket as the interface shows it. Its quota is its owner's quota for each bucket; sizes are KiB, rounded up. */
export function toS3Bucket({ users }: SimObjectStore, bucket: Bucket): S3Bucket {
  const { name, id, owner, createdAt, bytes, actual, objects } = bucket;
  const [sizeKb, sizeKbActual] = [bytes, actual].map((size) => Math.ceil(size / 1024)) as [number, number];
  const quota = users.get(owner)?.bucketQuota;
  return {
    bucket: name,
    placementRule: 'default-placement',
    id,
    owner,
    modified: Math.floor(createdAt / 1000),
    // Field names of the gateways' own statistics (radosgw-admin bucket stats).
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

/** The details of a bucket, with the current display names of users in grants. */
export const toBucketDetail = ({ users }: SimObjectStore, { cors, acl }: Bucket): S3BucketDetail => ({
  cors: [...cors],
  acl: acl.map((grant) => {
    const displayName = users.get(grant.userId ?? '')?.name;
    return { ...grant, ...(displayName !== undefined && { displayName }) };
  }),
});
