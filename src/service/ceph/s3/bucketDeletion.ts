import type { Clock } from '../../../lib/clock.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseBucketDeletion } from '../../rules/s3.ts';
import type { Job, Resume, Work } from '../tasks/board.ts';
import { insist } from '../timeouts.ts';
import { findBucket } from './bucketChange.ts';
import { bucketName, objectCount, type BucketStats } from './buckets.ts';
import { ENCODED, readVersions } from './listing.ts';
import { mapConcurrently } from './mapConcurrently.ts';
import type { ObjectStore } from './objectStore.ts';

/** Objects that are deleted at the same time. The gateways' request for many objects takes no keys with control characters. */
const DELETIONS_AT_ONCE = 16;

/** @throws Refusal 409 while objects are in the bucket that are not to be deleted */
export function requireDeletable(stats: BucketStats, deleteData: boolean): void {
  const bucket = { name: bucketName(stats), objects: objectCount(stats) };
  enforce(refuseBucketDeletion(bucket, deleteData));
}

/** Deletes all versions of all objects, a page at a time, so that progress shows and the deletion can be cancelled. */
async function deleteObjects(
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
    // The rest, such as index entries whose objects are gone, is purged with the bucket.
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

/** A bucket that is to be deleted, as it is written down: another one may have its name after a restart. */
interface Deletion {
  readonly bucket: string;
  readonly id: string;
  /** With its objects. */
  readonly deleteData: boolean;
}

const KIND = 'delete-bucket';
const LOOK_MS = 3000;

const deletion =
  (store: ObjectStore, { bucket, deleteData }: Deletion): Work =>
  async (say, cancelled) => {
    if (deleteData) await deleteObjects(store, bucket, say, cancelled);
    cancelled.throwIfAborted();
    const purge = deleteData ? { 'purge-objects': 'true' } : {};
    await store.admin.change('DELETE', { admin: 'bucket', bucket }, purge);
    say(`bucket ${bucket} deleted`);
  };

/** Deletes a bucket, with its objects if requested. Once cancelled, the rest of the objects stay. */
export const deletionJob = (store: ObjectStore, wanted: Deletion, by: string): Job => ({
  name: 'Delete bucket',
  object: wanted.bucket,
  by,
  run: deletion(store, wanted),
  resume: { kind: KIND, input: wanted },
});

/** The way to go on with a deletion after a restart, for TaskTable.recover. */
export const bucketKinds = (store: ObjectStore, clock: Clock): Record<string, Resume> => ({
  [KIND]: (input) => async (say, cancelled, mark) => {
    const wanted = input as Deletion;
    // A gateway may come up later than this service.
    const present = await insist(clock, LOOK_MS, () => findBucket(store.admin, wanted.bucket), {
      signal: cancelled,
    });
    if (present === undefined) return say('the bucket is gone: it was deleted before the restart');
    if (present.id !== wanted.id)
      throw new Error(`another bucket is called ${wanted.bucket} by now: it is left alone`);
    return deletion(store, wanted)(say, cancelled, mark);
  },
});
