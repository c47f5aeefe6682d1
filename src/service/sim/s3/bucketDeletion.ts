import { refuseBucketDeletion } from '../../rules/s3.ts';
import { enforce } from '../../rules/refused.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { bucketOrRefuse } from './buckets.ts';
import { bucketQueue, type SimObjectStore } from './model.ts';
import { removeObject } from './objects.ts';
import { saveBucket } from './saved.ts';

/** Objects that the gateways delete in a second [assumed]. */
const DELETED_PER_SECOND = 2000;

/**
 * Deletes a bucket, with its objects if requested. Once cancelled, the rest of the objects stay.
 * @throws Refusal 404, or 409 while objects are in it that are not to be deleted
 */
export function deleteBucket(
  store: SimObjectStore,
  name: string,
  deleteData: boolean,
  startedBy: string,
): SimJob {
  requireDeletable(store, name, deleteData);
  return {
    name: 'Delete bucket',
    object: name,
    startedBy,
    queue: bucketQueue(name),
    *run(): Run {
      const bucket = requireDeletable(store, name, deleteData);
      for (let deleted = 0; bucket.objects.size > 0;) {
        const batch = Math.min(DELETED_PER_SECOND, bucket.objects.size);
        for (let index = 0; index < batch; index++) {
          removeObject(store, bucket, bucket.objects.keyAt(bucket.objects.size - 1)!);
        }
        deleted += batch;
        yield `${deleted} objects deleted, ${bucket.objects.size} left`;
      }
      store.buckets.delete(name);
      saveBucket(store, name);
      yield `bucket ${name} deleted`;
    },
  };
}

function requireDeletable(store: SimObjectStore, name: string, deleteData: boolean) {
  const bucket = bucketOrRefuse(store, name);
  enforce(refuseBucketDeletion({ name, objects: bucket.objects.size }, deleteData));
  return bucket;
}
