import type { Downloads } from '../../downloads.ts';
import type { Section } from '../../engine.ts';
import { asText, INLINE_LIMIT } from '../../inlineText.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseTransfer } from '../../rules/s3.ts';
import { refuseKey } from '../../rules/s3Names.ts';
import { initialHeaders, newHeaders } from '../../s3/objectHeaders.ts';
import { bytesOf } from './gateway/gateway.ts';
import { ENCODED, readListing } from './listing.ts';
import { deleteObject, download, headOf, metadataOf, openObject, type ObjectRef } from './objects.ts';
import type { ObjectStore } from './objectStore.ts';
import { copyObject, moveObject, ownerOf, replaceMetadata } from './transfer.ts';
import { upload } from './upload.ts';

/** The maximum and default number of objects on a page (S3; rgw_max_listing_results). */
const PAGE = 1000;

interface CopyTarget {
  readonly key: string;
  readonly dstBucketName: string;
  readonly dstKey: string;
}

function sourceAndTarget(
  bucketName: string,
  { key, dstBucketName, dstKey }: CopyTarget,
): [ObjectRef, ObjectRef] {
  enforce(refuseKey(dstKey));
  enforce(refuseTransfer(bucketName, { key, dstBucketName, dstKey }));
  return [
    { bucket: bucketName, key },
    { bucket: dstBucketName, key: dstKey },
  ];
}

export const s3ObjectHandlers = (store: ObjectStore, downloads: Downloads) =>
  ({
    async listS3Objects({ params: { bucketName: bucket }, query = {} }) {
      const { max = PAGE, prefix = '', continuationToken, flatView = false } = query;
      const xml = await store.gateway.readText({
        method: 'GET',
        subject: { bucket },
        query: {
          'list-type': '2',
          'fetch-owner': 'true',
          ...ENCODED,
          'max-keys': String(Math.min(max, PAGE)),
          ...(prefix !== '' && { prefix }),
          ...(!flatView && { delimiter: '/' }),
          ...(continuationToken !== undefined && { 'continuation-token': continuationToken }),
        },
      });
      return readListing(xml, bucket);
    },

    deleteS3Object: ({ params: { bucketName: bucket }, query: { key } }) =>
      deleteObject(store, { bucket, key }),

    getS3ObjectMetadata: ({ params: { bucketName: bucket }, query: { key } }) =>
      metadataOf(store, { bucket, key }),
    setS3ObjectMetadata: ({ params: { bucketName: bucket }, query: { key }, body }, { signal }) =>
      replaceMetadata(store, { bucket, key }, newHeaders(body), signal),

    async downloadS3Object({ params: { bucketName: bucket }, query: { key } }) {
      const object = { bucket, key };
      const { etag = '', ...headers } = await headOf(store, object);
      const size = Number(headers['content-length'] ?? 0);
      const fileName = key.split('/').findLast((part) => part !== '') ?? bucket;
      if (size <= INLINE_LIMIT) {
        const fileContents = asText(await bytesOf(await openObject(store, object, etag)));
        if (fileContents !== undefined) return { fileName, fileContents };
      }
      return downloads.offer(fileName, () => download(store, object, { fileName, size, etag }));
    },

    async uploadS3Object({ params: { bucketName: bucket }, form: { key, size, file } }, { signal }) {
      enforce(refuseKey(key));
      const as = await ownerOf(store, bucket);
      const target = { bucket, key, headers: initialHeaders(key), as, signal };
      await upload(store.gateway, target, file.content, size);
    },

    copyS3Object: ({ params: { bucketName }, query }, { signal }) =>
      copyObject(store, ...sourceAndTarget(bucketName, query), signal),
    moveS3Object: ({ params: { bucketName }, query }, { signal }) =>
      moveObject(store, ...sourceAndTarget(bucketName, query), signal),
  }) satisfies Section;
