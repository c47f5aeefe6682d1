import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import type { Section } from '../../engine.ts';
import { newHeaders, asHttp } from '../../s3/objectHeaders.ts';
import { downloadAnswer } from '../content/answer.ts';
import { wholeMd5 } from '../content/content.ts';
import type { Sim } from '../handlers/section.ts';
import { presentTime } from '../model/model.ts';
import { bucketOrRefuse } from './buckets.ts';
import { listPage } from './listing.ts';
import type { StoredObject } from './model.ts';
import { objectOrRefuse, removeObject, setHeaders, toS3Object } from './objects.ts';
import { copyObject, moveObject, uploadObject } from './transfer.ts';
import { requireServed } from './users.ts';

/** Maximum and default number of objects on a page (S3; rgw_max_listing_results). */
const PAGE = 1000;

/** The metadata of an object; `raw` contains the headers that a gateway would send. */
function toMetadata({ content, modifiedAt, headers }: StoredObject): S3ObjectMetadata {
  const { size, etag } = content;
  const md5 = wholeMd5(content);
  return {
    ...headers,
    lastModified: Math.floor(modifiedAt / 1000),
    etag,
    size,
    ...(md5 !== undefined && { contentMD5: Buffer.from(md5, 'hex').toString('base64') }),
    raw: {
      'content-length': String(size),
      etag: `"${etag}"`,
      'last-modified': new Date(modifiedAt).toUTCString(),
      ...asHttp(headers),
    },
  };
}

export const s3ObjectHandlers = ({ downloads, model, objectStore }: Sim) => {
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
      const target = bucket(bucketName);
      const object = objectOrRefuse(target, key);
      requireServed(objectStore(), object.owner);
      setHeaders(objectStore(), target, key, { headers: newHeaders(body), modifiedAt: presentTime(model) });
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
