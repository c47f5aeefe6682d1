import { refuseOtherBucket } from '../../rules/s3.ts';
import { enforce } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Section } from '../../engine.ts';
import { downloadAnswer } from '../content/answer.ts';
import { logManagement } from '../log/write.ts';
import { bucketOrRefuse, now, toBucketDetail, toS3Bucket } from '../s3/buckets.ts';
import { changeBucket, deleteBucket } from '../s3/jobs.ts';
import { listPage } from '../s3/listing.ts';
import { newHeaders } from '../../objectHeaders.ts';
import { toMetadata } from '../s3/metadata.ts';
import { objectOrRefuse, removeObject, setHeaders, toS3Object } from '../s3/objects.ts';
import { copyObject, moveObject, uploadObject } from '../s3/transfer.ts';
import { requireServed } from '../s3/users.ts';
import type { Sim } from './section.ts';

/** Objects on a page, at most and where nothing is said (S3; rgw_max_listing_results). */
const PAGE = 1000;

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
    ...objectHandlers(sim),
  } satisfies Section;
};

const objectHandlers = ({ downloads, objectStore }: Sim) => {
  const bucket = (name: string) => bucketOrRefuse(objectStore(), name);
  return {
    listS3Objects({ params: { bucketName }, query = {} }) {
      const { max = PAGE, prefix = '', continuationToken, flatView = false } = query;
      const store = objectStore();
      const from = bucket(bucketName);
      const { keys, ...page } = listPage(from.objects, {
        prefix,
        max: Math.min(max, PAGE),
        ...(!flatView && { delimiter: '/' }),
        ...(continuationToken !== undefined && { continuationToken }),
      });
      return {
        ...page,
        prefixes: [...page.prefixes],
        objects: keys.map((key) => toS3Object(store, from, key)),
      };
    },
    deleteS3Object({ params: { bucketName }, query: { key } }) {
      const from = bucket(bucketName);
      objectOrRefuse(from, key);
      removeObject(objectStore(), from, key);
    },
    getS3ObjectMetadata: ({ params: { bucketName }, query: { key } }) =>
      toMetadata(objectOrRefuse(bucket(bucketName), key)),
    setS3ObjectMetadata({ params: { bucketName }, query: { key }, body }) {
      const of = bucket(bucketName);
      const object = objectOrRefuse(of, key);
      requireServed(objectStore(), object.owner);
      setHeaders(objectStore(), of, key, { headers: newHeaders(body), modifiedAt: now(objectStore()) });
    },
    downloadS3Object({ params: { bucketName }, query: { key } }) {
      const { content } = objectOrRefuse(bucket(bucketName), key);
      const fileName = key.split('/').findLast((part) => part !== '') ?? bucketName;
      return downloadAnswer(
        downloads,
        fileName,
        content,
        () => objectStore().buckets.get(bucketName)?.objects.get(key)?.content,
      );
    },
    uploadS3Object: async ({ params: { bucketName }, form: { key, file, size } }, { signal }) =>
      await uploadObject(objectStore(), { bucketName, key, file, size }, signal),
    copyS3Object: ({ params: { bucketName }, query }) => copyObject(objectStore(), { bucketName, ...query }),
    moveS3Object: ({ params: { bucketName }, query }) => moveObject(objectStore(), { bucketName, ...query }),
  } satisfies Section;
};
