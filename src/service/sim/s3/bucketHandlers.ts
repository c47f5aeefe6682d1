import { refuseOtherBucket } from '../../rules/s3.ts';
import { enforce } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Section } from '../../engine.ts';
import { logManagement } from '../log/write.ts';
import { bucketOrRefuse, toBucketDetail, toS3Bucket } from './buckets.ts';
import { changeBucket } from './bucketChange.ts';
import { deleteBucket } from './bucketDeletion.ts';
import type { Sim } from '../handlers/section.ts';

export const s3BucketHandlers = (sim: Sim) => {
  const { model, objectStore } = sim;
  return {
    listS3Buckets() {
      const store = objectStore();
      return Array.from(store.buckets.values(), (bucket) => toS3Bucket(store, bucket));
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
      logManagement(model, 4, `deletion of the bucket ${bucketName} requested`);
      return task;
    },
  } satisfies Section;
};
