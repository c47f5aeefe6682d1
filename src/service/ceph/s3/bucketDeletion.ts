import type { Clock } from '../../../lib/clock.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseBucketDeletion } from '../../rules/s3.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { Job, Resume, Say, Work } from '../tasks/board.ts';
import { findBucket } from './bucketChange.ts';
import { bucketName, objectCount, type BucketStats } from './buckets.ts';
import { ENCODED, readVersions } from './listing.ts';
import { mapConcurrently } from './mapConcurrently.ts';
import type { ObjectStore } from './objectStore.ts';

/**
 * The number of objects that are deleted at the same time, by one request each: the gateways' request for many objects
 * does not accept keys with control characters.
 */
const DELETIONS_AT_ONCE = 16;

/** @throws Refusal 409 for a bucket with objects, unless they may be deleted */
export function requireDeletable(stats: BucketStats, deleteData: boolean): void {
  const bucket = { name: bucketName(stats), objects: objectCount(stats) };
  enforce(refuseBucketDeletion(bucket, deleteData));
}

/** Deletes all versions of all objects page by page, so that it can report progress and be cancelled. */
async function deleteObjects(
  { gateway }: ObjectStore,
  bucket: string,
  say: Say,
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
    // What remains, such as index entries without objects, is purged with the bucket.
    if (versions.length === 0 || page === lastPage) return;
    lastPage = page;
    await mapConcurrently(versions, DELETIONS_AT_ONCE, async ({ key, versionId }) => {
      cancelled.throwIfAborted();
      await gateway.readText({ method: 'DELETE', subject: { bucket, key }, query: { versionId } });
    });
    deleted += versions.length;
    say(`${deleted} objects deleted`);
  }
}

/** A stored deletion of a bucket. The id reveals another bucket of the same name after a restart. */
interface BucketDeletion {
  readonly bucket: string;
  readonly id: string;
  /** Deletes the objects, too. */
  readonly deleteData: boolean;
}

const KIND = 'delete-bucket';

const deletion =
  (store: ObjectStore, { bucket, deleteData }: BucketDeletion): Work =>
  async (say, cancelled) => {
    if (deleteData) await deleteObjects(store, bucket, say, cancelled);
    cancelled.throwIfAborted();
    const purge = deleteData ? { 'purge-objects': 'true' } : {};
    await store.admin.change('DELETE', { admin: 'bucket', bucket }, purge);
    say(`bucket ${bucket} deleted`);
  };

/** Makes the job that deletes a bucket, with its objects if requested. After cancellation the rest of them stays. */
export const deletionJob = (store: ObjectStore, wanted: BucketDeletion, by: string): Job => ({
  name: 'Delete bucket',
  object: wanted.bucket,
  by,
  run: deletion(store, wanted),
  resume: { kind: KIND, input: wanted },
});

/** The kinds of work on buckets to continue after a restart, for TaskTable.recover. */
export const bucketKinds = (store: ObjectStore, clock: Clock): Record<string, Resume> => ({
  [KIND]: (input) => async (say, cancelled, mark) => {
    const wanted = input as BucketDeletion;
    // The gateway may start later than this service.
    const present = await retryWhileSilent(clock, () => findBucket(store.admin, wanted.bucket), cancelled);
    if (present === undefined) return say('the bucket is gone: it was deleted before the restart');
    if (present.id !== wanted.id)
      throw new Error(`another bucket is now named ${wanted.bucket}: it was not changed`);
    return deletion(store, wanted)(say, cancelled, mark);
  },
});
