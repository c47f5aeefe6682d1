import type { S3Object } from '../../../api/contract/s3Buckets.ts';
import { Refusal } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { noObject } from '../../rules/s3.ts';
import { charge } from '../content/pools.ts';
import { savePool } from '../persistence/pools.ts';
import type { SimPool } from '../pools/pool.ts';
import type { Bucket, SimObjectStore, StoredObject } from './model.ts';
import { actualSize } from './quota.ts';
import { saveObject } from './saved.ts';

/** Maximum number of objects in all buckets of the simulated cluster, because each takes memory. */
const MAX_OBJECTS = 500_000;

/** The pool of the objects' content: the largest pool of the gateways, whose other pools are for indexes and logs. */
export const objectPool = ({ model }: SimObjectStore): SimPool | undefined =>
  model.pools
    .filter(({ application }) => application === 'rgw')
    .reduce<SimPool | undefined>(
      (one, other) => (one === undefined || other.bytes > one.bytes ? other : one),
      undefined,
    );

/** @throws Refusal 404 */
export function objectOrRefuse({ name, objects }: Bucket, key: string): StoredObject {
  const object = objects.get(key);
  if (object === undefined) throw refusal(noObject(name, key));
  return object;
}

/** Stores an object under its key, and replaces an existing one. @throws Refusal 413 when there are too many objects */
export function putObject(store: SimObjectStore, bucket: Bucket, key: string, object: StoredObject): void {
  if (!bucket.objects.has(key)) requireCapacity(store);
  // Referenced before the old object is removed, because both may share one content.
  store.contents.hold(object.content);
  removeObject(store, bucket, key);
  insertObject(bucket, key, object);
  account(store, object.content.size, 1);
  saveObject(store, bucket, key);
}

/** Removes an object, if it exists. */
export function removeObject(store: SimObjectStore, bucket: Bucket, key: string): void {
  const object = detachObject(bucket, key);
  if (object === undefined) return;
  store.contents.drop(object.content);
  account(store, object.content.size, -1);
  saveObject(store, bucket, key);
}

/** Removes an object from its bucket without changing the usage of the pool. */
export function detachObject(bucket: Bucket, key: string): StoredObject | undefined {
  const object = bucket.objects.get(key);
  if (object === undefined) return undefined;
  bucket.objects.delete(key);
  count(bucket, object, -1);
  return object;
}

/** Replaces the headers of an object. */
export function setHeaders(
  store: SimObjectStore,
  bucket: Bucket,
  key: string,
  change: Pick<StoredObject, 'headers' | 'modifiedAt'>,
): void {
  bucket.objects.set(key, { ...objectOrRefuse(bucket, key), ...change });
  saveObject(store, bucket, key);
}

/** Adds content of this size to the usage of the objects' pool (`count` 1), or subtracts it (-1). */
function account(store: SimObjectStore, size: number, count: 1 | -1): void {
  const pool = objectPool(store);
  if (pool === undefined) return;
  charge(pool, size, count);
  savePool(store.persistence, pool);
}

/** Adds an object to a bucket that has none with this key, without changing the usage of the pool. */
export function insertObject(bucket: Bucket, key: string, object: StoredObject): void {
  bucket.objects.set(key, object);
  count(bucket, object, 1);
}

function count(bucket: Bucket, { content }: StoredObject, sign: 1 | -1): void {
  bucket.bytes += sign * content.size;
  bucket.actual += sign * actualSize(content.size);
}

function requireCapacity({ buckets }: SimObjectStore): void {
  const objects = [...buckets.values()].reduce((sum, bucket) => sum + bucket.objects.size, 0);
  if (objects >= MAX_OBJECTS)
    throw new Refusal(413, `the simulated cluster keeps ${MAX_OBJECTS} objects at most: delete some first`);
}

/** @throws Refusal 404 */
export function toS3Object({ users }: SimObjectStore, bucket: Bucket, key: string): S3Object {
  const { content, owner, modifiedAt } = objectOrRefuse(bucket, key);
  return {
    bucketName: bucket.name,
    key,
    size: content.size,
    lastModified: new Date(modifiedAt).toISOString(),
    storageClass: 'STANDARD',
    owner: { id: owner, displayName: users.get(owner)?.name ?? owner },
    etag: content.etag,
  };
}
