import type { S3Bucket } from '../../../api/contract/s3Buckets.ts';
import type { S3BucketName, S3UserName } from '../../../api/contract/stats.ts';
import { toQuota, uidOf, type QuotaInfo, type UserInfo } from './users.ts';

/** The usage of a bucket in one category of objects: `rgw.main` are the objects, `rgw.multimeta` unfinished uploads. */
interface CategoryUsage {
  /** Bytes, as they are and in whole blocks of 4 KiB. */
  readonly size?: number;
  readonly size_actual?: number;
  readonly num_objects?: number;
}

/** A bucket as the gateways describe it (`radosgw-admin bucket stats`), as far as it is read here. */
export interface BucketStats {
  readonly bucket: string;
  readonly tenant?: string;
  readonly id: string;
  readonly owner: string;
  readonly placement_rule: string;
  readonly mtime: string;
  readonly usage: Readonly<Record<string, CategoryUsage>>;
  readonly bucket_quota: QuotaInfo;
}

/** The name of a bucket with its tenant, as radosgw-admin writes it. */
export const bucketName = ({ tenant, bucket }: BucketStats): string =>
  tenant ? `${tenant}/${bucket}` : bucket;

const sum = ({ usage }: BucketStats, field: 'size' | 'size_actual'): number =>
  Object.values(usage).reduce((total, category) => total + (category[field] ?? 0), 0);

/** Bytes in a bucket. */
export const bytesOf = (stats: BucketStats): number => sum(stats, 'size');

const inKb = (bytes: number): number => Math.ceil(bytes / 1024);

/** The number of objects in a bucket. The other categories count other things, and the count in `rgw.none` is known to be wrong. */
export const objectCount = ({ usage }: BucketStats): number => usage['rgw.main']?.num_objects ?? 0;

/** The quota of each user for a bucket, by uid. */
type BucketQuotas = ReadonlyMap<string, QuotaInfo | undefined>;

export const bucketQuotas = (users: readonly UserInfo[]): BucketQuotas =>
  new Map(users.map((user) => [uidOf(user), user.bucket_quota]));

/** A bucket's own quota comes before the one that its owner has for each bucket. */
const quotaOf = ({ owner, bucket_quota }: BucketStats, ofOwners: BucketQuotas): QuotaInfo =>
  bucket_quota.enabled ? bucket_quota : (ofOwners.get(owner) ?? bucket_quota);

/** Sizes are KiB, rounded up; without a quota of its own, a bucket shows its owner's for each bucket. */
export function toS3Bucket(stats: BucketStats, ofOwners: BucketQuotas): S3Bucket {
  const modified = Math.floor(Date.parse(stats.mtime) / 1000);
  return {
    bucket: bucketName(stats),
    placementRule: stats.placement_rule,
    id: stats.id,
    owner: stats.owner,
    ...(!Number.isNaN(modified) && { modified }),
    usage: stats.usage,
    quota: toQuota(quotaOf(stats, ofOwners)),
    usageSum: {
      sizeKb: inKb(sum(stats, 'size')),
      sizeKbActual: inKb(sum(stats, 'size_actual')),
      numObjects: objectCount(stats),
    },
  };
}

/** The limits of a quota that are in force, as the lists of names show them. */
const limits = (quota: QuotaInfo | undefined) => ({
  ...(quota?.enabled && quota.max_size >= 0 && { quotaBytes: quota.max_size }),
  ...(quota?.enabled && quota.max_objects >= 0 && { quotaObjects: quota.max_objects }),
});

/** The names of buckets and users that have graphs, with the limits that are in force. */
export const toBucketName = (stats: BucketStats, ofOwners: BucketQuotas): S3BucketName => {
  const name = bucketName(stats);
  return { displayName: name, queryName: name, ...limits(quotaOf(stats, ofOwners)) };
};

export const toUserName = (user: UserInfo): S3UserName => ({
  displayName: user.display_name,
  queryName: uidOf(user),
  ...limits(user.user_quota),
});
