import type { S3BucketDetail } from '../../../api/contract/s3Buckets.ts';
import type { S3Quota, SUBUSER_PERMISSIONS } from '../../../api/contract/s3Users.ts';
import type { AccessKey } from '../../s3/accessKey.ts';
import type { ObjectHeaders } from '../../s3/objectHeaders.ts';
import type { Content } from '../content/content.ts';
import type { ContentStore } from '../content/contentStore.ts';
import type { Keep } from '../kept/keep.ts';
import type { Model } from '../model.ts';
import type { Dice } from '../random.ts';
import type { SortedMap } from './sortedMap.ts';

/** KiB and objects; -1 is no limit. */
export type ObjectQuota = Required<S3Quota>;
export type Permissions = (typeof SUBUSER_PERMISSIONS)[number];

export interface Subuser extends AccessKey {
  permissions: Permissions;
}

/** A user of the object store, with a key; sub-users have their own. */
export interface User extends AccessKey {
  readonly uid: string;
  name: string;
  email: string;
  suspended: boolean;
  /** By their name, without the uid. */
  readonly subusers: Map<string, Subuser>;
  userQuota: ObjectQuota;
  /** Of each bucket that the user owns. */
  bucketQuota: ObjectQuota;
}

export type SimGrant = NonNullable<S3BucketDetail['acl']>[number];
export type CorsRule = NonNullable<S3BucketDetail['cors']>[number];

export interface Bucket {
  readonly name: string;
  /** As the gateways number buckets: zone, gateway, count. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The uid of a user. */
  owner: string;
  acl: readonly SimGrant[];
  readonly cors: readonly CorsRule[];
  /** By their keys. */
  readonly objects: SortedMap<StoredObject>;
  /** Sums over the objects, in bytes; `actual` counts each in whole blocks of 4 KiB, as the gateways do. */
  bytes: number;
  actual: number;
}

/** An object without its key, under which the bucket holds it. */
export interface StoredObject {
  readonly content: Content;
  /** The uid of the user who owned the bucket when the object was made; changing the bucket's owner leaves it. */
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly headers: ObjectHeaders;
}

/** The S3 side of the cluster: what its gateways serve. */
export interface SimObjectStore {
  readonly users: Map<string, User>;
  readonly buckets: Map<string, Bucket>;
  readonly contents: ContentStore;
  readonly keep: Keep;
  /** The section and key of everything that was seeded. */
  readonly seeded: Set<string>;
  readonly model: Model;
  /** The source of keys. */
  readonly dice: Dice;
  /** Id of the zone that the gateways serve, a UUID. */
  readonly zone: string;
  /** Buckets that were ever made, for the ids of new ones. */
  bucketsMade: number;
}

/** The queue of the tasks on a bucket, which run one after the other. */
export const bucketQueue = (bucket: string): string => `s3 bucket ${bucket}`;
