import { plainBytes as inUnits } from '../../../lib/format.ts';
import { Refusal } from '../../engine.ts';
import type { Bucket, SimObjectStore, ObjectQuota } from './model.ts';
import { bucketsOf } from './users.ts';

const BLOCK = 4096;

/** The size of an object in statistics and quotas: whole blocks of 4 KiB (rgw_rounded_objsize). */
export const actualSize = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

/**
 * Refuses an object that would exceed the quota of the bucket or its owner. As on the gateways, an object to be
 * replaced still counts.
 * @throws Refusal 403, like the gateways' QuotaExceeded
 */
export function checkQuotas(store: SimObjectStore, bucket: Bucket, size: number): void {
  const owner = store.users.get(bucket.owner);
  if (owner === undefined) return;
  check(
    owner.bucketQuota,
    [bucket],
    size,
    `every bucket of ${JSON.stringify(owner.uid)}, so of ${bucket.name}`,
  );
  if (owner.userQuota.enabled)
    check(owner.userQuota, bucketsOf(store, owner.uid), size, `the S3 user ${JSON.stringify(owner.uid)}`);
}

function check(quota: ObjectQuota, buckets: readonly Bucket[], size: number, whose: string): void {
  if (!quota.enabled) return;
  const objects = buckets.reduce((sum, bucket) => sum + bucket.objects.size, 0);
  const bytes = buckets.reduce((sum, { actual }) => sum + actual, 0);
  const exceeded = (limit: string, used: string) =>
    new Refusal(
      403,
      `quota exceeded: the limit of ${whose} is ${limit}, and ${used} are used: raise the quota or delete objects`,
    );
  if (quota.maxObjects >= 0 && objects + 1 > quota.maxObjects)
    throw exceeded(`${quota.maxObjects} objects`, String(objects));
  const most = quota.maxSizeKb * 1024;
  if (most >= 0 && bytes + actualSize(size) > most) throw exceeded(inUnits(most), inUnits(bytes));
}
