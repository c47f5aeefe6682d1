import { refuseBucketDeletion } from '../../rules/s3.ts';
import { enforce } from '../../rules/refused.ts';
import type { Job, Run } from '../tasks/board.ts';
import { applyChange, bucketOrRefuse, checkChange, type BucketChange } from './buckets.ts';
import { saveBucket } from './kept.ts';
import type { ObjectStore } from './model.ts';
import { removeObject } from './objects.ts';

/** Objects that the gateways delete in a second [assumed]. */
const DELETED_PER_SECOND = 2000;

/** The fields that jobs on a bucket have in common; those on the same one wait for each other. */
const onBucket = (bucket: string, startedBy: string) => ({
  object: bucket,
  startedBy,
  queue: `s3 bucket ${bucket}`,
});

/**
 * Makes a bucket, or changes its owner and grants.
 * @throws Refusal when that cannot be done; the job looks once more when its turn comes
 */
export function changeBucket(store: ObjectStore, name: string, change: BucketChange, startedBy: string): Job {
  checkChange(store, name, change);
  return {
    name: 'Create or change bucket',
    ...onBucket(name, startedBy),
    *run(): Run {
      const kind = checkChange(store, name, change);
      applyChange(store, name, change);
      const { owner, acl } = bucketOrRefuse(store, name);
      yield `bucket ${name} ${kind === 'create' ? 'created' : 'changed'}: owner ${owner}, ${acl.length} grants`;
    },
  };
}

/**
 * Deletes a bucket, with its objects where that was asked for. Cancelling spares what is not yet deleted.
 * @throws Refusal 404, or 409 while objects are in it that are not to be deleted
 */
export function deleteBucket(store: ObjectStore, name: string, deleteData: boolean, startedBy: string): Job {
  requireDeletable(store, name, deleteData);
  return {
    name: 'Delete bucket',
    ...onBucket(name, startedBy),
    *run(): Run {
      const bucket = requireDeletable(store, name, deleteData);
      for (let deleted = 0; bucket.objects.size > 0;) {
        const turn = Math.min(DELETED_PER_SECOND, bucket.objects.size);
        for (let index = 0; index < turn; index++) {
          removeObject(store, bucket, bucket.objects.keyAt(bucket.objects.size - 1)!);
        }
        deleted += turn;
        yield `${deleted} objects deleted, ${bucket.objects.size} left`;
      }
      store.buckets.delete(name);
      saveBucket(store, name);
      yield `bucket ${name} deleted`;
    },
  };
}

function requireDeletable(store: ObjectStore, name: string, deleteData: boolean) {
  const bucket = bucketOrRefuse(store, name);
  enforce(refuseBucketDeletion({ name, objects: bucket.objects.size }, deleteData));
  return bucket;
}
