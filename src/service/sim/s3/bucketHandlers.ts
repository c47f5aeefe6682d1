import type { Section } from '../../engine.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseOtherBucket, refuseBucketDeletion } from '../../rules/s3.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Sim } from '../handlers/section.ts';
import { s3Limits } from '../history/usage.ts';
import { logManagement } from '../log/write.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { changeBucket } from './bucketChange.ts';
import { bucketOrRefuse, toBucketDetail, toS3Bucket } from './buckets.ts';
import { bucketQueue, type SimObjectStore } from './model.ts';
import { removeObject } from './objects.ts';
import { saveBucket } from './saved.ts';

/** Objects that the gateways delete per second [assumed]. */
const DELETED_PER_SECOND = 2000;

/**
 * The task that deletes a bucket, with its objects if requested. When it is cancelled, the remaining objects stay.
 * @throws Refusal 404; 409 if it contains objects that are not to be deleted
 */
function deleteBucket(store: SimObjectStore, name: string, deleteData: boolean, startedBy: string): SimJob {
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

export const s3BucketHandlers = (sim: Sim) => {
  const { model, objectStore } = sim;
  return {
    listS3Buckets() {
      const store = objectStore();
      return Array.from(store.buckets.values(), (bucket) => toS3Bucket(store, bucket));
    },
    listS3BucketNames() {
      const { buckets, users } = objectStore();
      return Array.from(buckets.values(), ({ name, owner }) => ({
        displayName: name,
        queryName: name,
        ...s3Limits(users.get(owner)?.bucketQuota),
      }));
    },
    getS3Bucket({ params: { bucketName } }) {
      const store = objectStore();
      return toBucketDetail(store, bucketOrRefuse(store, bucketName));
    },
    putS3Bucket: ({ params: { bucketName }, body }, { by }) =>
      model.tasks.start(changeBucket(objectStore(), bucketName, body, by)),
    updateS3Bucket({ params: { bucketName }, body }, { by }) {
      bucketOrRefuse(objectStore(), bucketName);
      return model.tasks.start(changeBucket(objectStore(), bucketName, body, by));
    },
    deleteS3Bucket({ params: { bucketName }, body }, { by }) {
      bucketOrRefuse(objectStore(), bucketName);
      enforce(refuseOtherBucket(bucketName, body));
      requireConsent(body.thisWillDeleteData, bucketName);
      const task = model.tasks.start(deleteBucket(objectStore(), bucketName, body.deleteData ?? false, by));
      logManagement(model, 'warning', `deletion of the bucket ${bucketName} requested`);
      return task;
    },
  } satisfies Section;
};
