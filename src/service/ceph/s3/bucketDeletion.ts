import { refuseBucketDeletion } from '../../rules/s3.ts';
import { enforce } from '../../rules/refused.ts';
import { bucketName, objectCount, type BucketStats } from './buckets.ts';
import { ENCODED, readVersions } from './listing.ts';
import type { ObjectStore } from './objectStore.ts';
import { together } from './mapConcurrently.ts';

/** Objects deleted at the same time. The gateways' deletion of many in one request takes no keys with control characters. */
const AT_A_TIME = 16;

/** @throws Refusal 409 while objects are in the bucket that are not to be deleted */
export function requireDeletable(stats: BucketStats, deleteData: boolean): void {
  const bucket = { name: bucketName(stats), objects: objectCount(stats) };
  enforce(refuseBucketDeletion(bucket, deleteData));
}

/** Deletes all versions of all objects, a page at a time, so that the deletion shows and can be ended. */
async function empty(
  { gateway }: ObjectStore,
  bucket: string,
  say: (line: string) => void,
  cancelled: AbortSignal,
): Promise<void> {
  let deleted = 0;
  let lastPage = '';
  for (;;) {
    const page = await gateway.readText({
      method: 'GET',
      subject: { bucket },
      query: { versions: '', ...ENCODED },
    });
    const versions = readVersions(page);
    // What cannot be deleted one by one, such as entries of an index whose objects are gone, ends with the bucket.
    if (versions.length === 0 || page === lastPage) return;
    lastPage = page;
    await together(versions, AT_A_TIME, async ({ key, versionId }) => {
      cancelled.throwIfAborted();
      await gateway.readText({ method: 'DELETE', subject: { bucket, key }, query: { versionId } });
    });
    deleted += versions.length;
    say(`${deleted} objects deleted`);
  }
}

/** Deletes a bucket, with what is in it where that was asked for. Cancelling spares what is not yet deleted. */
export async function deleteBucket(
  store: ObjectStore,
  bucket: string,
  deleteData: boolean,
  say: (line: string) => void,
  cancelled: AbortSignal,
): Promise<void> {
  if (deleteData) await empty(store, bucket, say, cancelled);
  cancelled.throwIfAborted();
  const purge = deleteData ? { 'purge-objects': 'true' } : {};
  await store.admin.change('DELETE', { admin: 'bucket', bucket }, purge);
  say(`bucket ${bucket} deleted`);
}
