import type { S3Bucket } from '../../../api/contract/s3Buckets.ts';
import type { S3BucketName, S3UserName } from '../../../api/contract/stats.ts';
import { toQuota, uidOf, type QuotaInfo, type UserInfo } from './users.ts';

/** A bucket's usage in one category: `rgw.main` are the objects, `rgw.multimeta` unfinished uploads. */
interface CategoryUsage {
  /** Bytes; `size_actual` is rounded up to blocks of 4 KiB. */
  readonly size?: number;
  readonly size_actual?: number;
  readonly num_objects?: number;
}

/** A bucket in the gateways' statistics (`radosgw-admin bucket stats`), as far as it is read here. */
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

/** The number of objects in a bucket. Other categories count other things, and `rgw.none` is known to be wrong. */
export const objectCount = ({ usage }: BucketStats): number => usage['rgw.main']?.num_objects ?? 0;

/** The quotas of users for each of their buckets, by uid. */
type BucketQuotas = ReadonlyMap<string, QuotaInfo | undefined>;

export const bucketQuotas = (users: readonly UserInfo[]): BucketQuotas =>
  new Map(users.map((user) => [uidOf(user), user.bucket_quota]));

/** The effective quota: the bucket's own, or else its owner's quota for each bucket. */
const quotaOf = ({ owner, bucket_quota }: BucketStats, ownerQuotas: BucketQuotas): QuotaInfo =>
  bucket_quota.enabled ? bucket_quota : (ownerQuotas.get(owner) ?? bucket_quota);

/** A bucket in the interface's format, with sizes in KiB, rounded up, and its effective quota. */
export function toS3Bucket(stats: BucketStats, ownerQuotas: BucketQuotas): S3Bucket {
  const modified = Math.floor(Date.parse(stats.mtime) / 1000);
  return {
    bucket: bucketName(stats),
    placementRule: stats.placement_rule,
    id: stats.id,
    owner: stats.owner,
    ...(!Number.isNaN(modified) && { modified }),
    usage: stats.usage,
    quota: toQuota(quotaOf(stats, ownerQuotas)),
    usageSum: {
      sizeKb: inKb(sum(stats, 'size')),
      sizeKbActual: inKb(sum(stats, 'size_actual')),
      numObjects: objectCount(stats),
    },
  };
}

/** The active limits of a quota, for lists of names. */
const limits = (quota: QuotaInfo | undefined) => ({
  ...(quota?.enabled && quota.max_size >= 0 && { quotaBytes: quota.max_size }),
  ...(quota?.enabled && quota.max_objects >= 0 && { quotaObjects: quota.max_objects }),
});

/** A bucket or user for which graphs can be requested, with its active limits. */
export const toBucketName = (stats: BucketStats, ownerQuotas: BucketQuotas): S3BucketName => {
  const name = bucketName(stats);
  return { displayName: name, queryName: name, ...limits(quotaOf(stats, ownerQuotas)) };
};

export const toUserName = (user: UserInfo): S3UserName => ({
  displayName: user.display_name,
  queryName: uidOf(user),
  ...limits(user.user_quota),
});
