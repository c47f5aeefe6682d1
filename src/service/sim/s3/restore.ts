import type { Keep } from '../kept/keep.ts';
import { BUCKETS, OBJECTS, USERS, type KeptBucket, type KeptObject, type KeptUser } from './saved.ts';
import type { Bucket, ObjectStore, StoredObject } from './model.ts';
import { insertObject, takeObject } from './objects.ts';
import { SortedMap } from './sortedMap.ts';

/** True when a keep holds anything of an object store. */
export const holdsObjectStore = (keep: Keep): boolean =>
  [USERS, BUCKETS, OBJECTS].some((section) => keep.load(section).size > 0);

/** Brings an object store that holds what is there from the beginning to what was kept of it. */
export function restoreObjectStore(store: ObjectStore, keep: Keep): void {
  for (const [uid, value] of keep.load(USERS)) {
    const kept = value as KeptUser;
    if (kept === null) store.users.delete(uid);
    else store.users.set(uid, { ...kept, subusers: new Map(kept.subusers) });
  }
  for (const [name, value] of keep.load(BUCKETS)) restoreBucket(store, name, value as KeptBucket);
  for (const [path, value] of keep.load(OBJECTS)) {
    const slash = path.indexOf('/');
    const bucket = store.buckets.get(path.slice(0, slash));
    if (bucket !== undefined) restoreObject(store, bucket, path.slice(slash + 1), value as KeptObject);
  }
}

function restoreBucket(store: ObjectStore, name: string, kept: KeptBucket): void {
  const before = store.buckets.get(name);
  if (kept === null) {
    store.buckets.delete(name);
    return;
  }
  const { objects = new SortedMap<StoredObject>(), bytes = 0, actual = 0 } = before ?? {};
  store.buckets.set(name, { name, ...kept, objects, bytes, actual });
  store.bucketsMade = Math.max(store.bucketsMade, Number(kept.id.slice(kept.id.lastIndexOf('.') + 1)) || 0);
}

function restoreObject(store: ObjectStore, bucket: Bucket, key: string, kept: KeptObject): void {
  takeObject(bucket, key);
  if (kept === null) return;
  const content = store.contents.restore(kept.content);
  store.contents.hold(content);
  insertObject(bucket, key, { ...kept, content });
}
