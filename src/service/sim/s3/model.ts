import type { S3BucketDetail, S3CorsRule } from '../../../api/contract/s3Buckets.ts';
import type { S3Quota, SUBUSER_PERMISSIONS } from '../../../api/contract/s3Users.ts';
import type { AccessKey } from '../../s3/accessKey.ts';
import type { ObjectHeaders } from '../../s3/objectHeaders.ts';
import type { Content } from '../content/content.ts';
import type { ContentStore } from '../content/contentStore.ts';
import type { Model } from '../model/model.ts';
import type { Dice } from '../model/random.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { SortedMap } from './sortedMap.ts';

/** Limits in KiB and objects; -1 means no limit. */
export type ObjectQuota = Required<S3Quota>;
export type Permissions = (typeof SUBUSER_PERMISSIONS)[number];

export interface Subuser extends AccessKey {
  permissions: Permissions;
}

/** A user of the object store, with an access key; sub-users have their own. */
export interface User extends AccessKey {
  readonly uid: string;
  name: string;
  email: string;
  suspended: boolean;
  /** By name without the uid. */
  readonly subusers: Map<string, Subuser>;
  userQuota: ObjectQuota;
  /** The quota of each bucket that the user owns. */
  bucketQuota: ObjectQuota;
}

export type SimGrant = NonNullable<S3BucketDetail['acl']>[number];
export interface Bucket {
  readonly name: string;
  /** The gateways' form of a bucket id: zone, gateway, count. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The uid of a user. */
  owner: string;
  acl: readonly SimGrant[];
  readonly cors: readonly S3CorsRule[];
  /** By key. */
  readonly objects: SortedMap<StoredObject>;
  /** Total size of the objects in bytes. `actual` counts each in blocks of 4 KiB, as the gateways do. */
  bytes: number;
  actual: number;
}

/** An object without its key, under which the bucket stores it. */
export interface StoredObject {
  readonly content: Content;
  /** The uid of the bucket's owner when the object was created. A change of the bucket's owner does not affect it. */
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly headers: ObjectHeaders;
}

/** The object store that the S3 gateways serve. */
export interface SimObjectStore {
  readonly users: Map<string, User>;
  readonly buckets: Map<string, Bucket>;
  readonly contents: ContentStore;
  readonly persistence: Persistence;
  /** The sections and keys of all seeded entries, as `section key`. */
  readonly seeded: Set<string>;
  readonly model: Model;
  /** The generator of access keys. */
  readonly dice: Dice;
  /** The id of the gateways' zone, a UUID. */
  readonly zone: string;
  /** Number of buckets ever created, from which new ids are made. */
  bucketsMade: number;
}

/** The queue of the tasks on a bucket, which run one after another. */
export const bucketQueue = (bucket: string): string => `s3 bucket ${bucket}`;
