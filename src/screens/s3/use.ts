import type { S3Bucket } from '../../api/contract/s3Buckets.ts';

/** The usage of all buckets of a user. */
export interface Use {
  /** Names of the user's buckets. */
  readonly buckets: readonly string[];
  readonly sizeKb: number;
  readonly objects: number;
}

/** Adds up the usage of the buckets of one owner. */
export function useOf(buckets: readonly S3Bucket[], owner: string | undefined): Use {
  const own = buckets.filter((bucket) => bucket.owner === owner);
  const sum = (value: (bucket: S3Bucket) => number | undefined) =>
    own.reduce((total, bucket) => total + (value(bucket) ?? 0), 0);
  return {
    buckets: own.map(({ bucket = '' }) => bucket),
    sizeKb: sum(({ usageSum }) => usageSum?.sizeKb),
    objects: sum(({ usageSum }) => usageSum?.numObjects),
  };
}
