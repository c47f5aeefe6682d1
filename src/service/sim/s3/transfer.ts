import type { Upload } from '../../../api/operation.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseTransfer, wrongSize } from '../../rules/s3.ts';
import { refuseKey } from '../../rules/s3Names.ts';
import { initialHeaders } from '../../s3/objectHeaders.ts';
import { requireRoom } from '../content/pools.ts';
import { presentTime } from '../model/model.ts';
import { bucketOrRefuse } from './buckets.ts';
import type { Bucket, SimObjectStore } from './model.ts';
import { objectOrRefuse, objectPool, putObject, removeObject } from './objects.ts';
import { checkQuotas } from './quota.ts';
import { requireServed } from './users.ts';

/**
 * @throws Refusal for an object of this size if the bucket's owner is suspended, or a quota or the pool has no room
 * for it
 */
function requireSpace(store: SimObjectStore, bucket: Bucket, size: number): void {
  requireServed(store, bucket.owner);
  checkQuotas(store, bucket, size);
  const pool = objectPool(store);
  if (pool !== undefined) requireRoom(store.model, pool, size);
}

/** An upload into a bucket. */
export interface ObjectUpload {
  readonly bucketName: string;
  readonly key: string;
  readonly file: Upload;
  /** Size in bytes, if the client has stated it. */
  readonly size: number | undefined;
}

/**
 * Stores an upload as an object once it is complete; until then nothing changes.
 * @throws Refusal 400, 403, 404, 409, 413 or 503
 */
export async function uploadObject(
  store: SimObjectStore,
  { bucketName, key, file, size }: ObjectUpload,
  signal: AbortSignal,
): Promise<void> {
  enforce(refuseKey(key));
  requireSpace(store, bucketOrRefuse(store, bucketName), size ?? 0);
  await store.contents.receive(
    file.content,
    (received) => {
      signal.throwIfAborted();
      if (size !== undefined && received > size) throw refusal(wrongSize(size, 'more'));
      requireSpace(store, bucketOrRefuse(store, bucketName), received);
    },
    (content) => {
      signal.throwIfAborted();
      if (size !== undefined && content.size !== size) throw refusal(wrongSize(size, 'fewer'));
      const bucket = bucketOrRefuse(store, bucketName);
      requireSpace(store, bucket, content.size);
      putObject(store, bucket, key, {
        content,
        owner: bucket.owner,
        modifiedAt: presentTime(store.model),
        headers: initialHeaders(key),
      });
    },
  );
}

/** An object to be copied or moved, with its destination. */
export interface SimTransfer {
  readonly bucketName: string;
  readonly key: string;
  readonly dstBucketName: string;
  readonly dstKey: string;
}

/** Copies an object with its metadata. @throws Refusal 400, 403, 404, 409, 413 or 503 */
export function copyObject(
  store: SimObjectStore,
  { bucketName, key, dstBucketName, dstKey }: SimTransfer,
): void {
  const source = objectOrRefuse(bucketOrRefuse(store, bucketName), key);
  const target = bucketOrRefuse(store, dstBucketName);
  enforce(refuseKey(dstKey));
  enforce(refuseTransfer(bucketName, { key, dstBucketName, dstKey }));
  requireSpace(store, target, source.content.size);
  putObject(store, target, dstKey, { ...source, owner: target.owner, modifiedAt: presentTime(store.model) });
}

/** Moves an object. S3 can only copy and delete, so there must be room for both objects for a moment. */
export function moveObject(store: SimObjectStore, transfer: SimTransfer): void {
  copyObject(store, transfer);
  removeObject(store, bucketOrRefuse(store, transfer.bucketName), transfer.key);
}
