import type { Persistence } from '../persistence/persistence.ts';
import type { Bucket, SimObjectStore, StoredObject } from './model.ts';
import { insertObject, detachObject } from './objects.ts';
import { BUCKETS, OBJECTS, USERS, type SavedBucket, type SavedObject, type SavedUser } from './saved.ts';
import { SortedMap } from './sortedMap.ts';

/** True if changes of an object store were saved. */
export const holdsObjectStore = (persistence: Persistence): boolean =>
  [USERS, BUCKETS, OBJECTS].some((section) => persistence.load(section).size > 0);

/** Applies the saved changes to a seeded object store. */
export function restoreObjectStore(store: SimObjectStore, persistence: Persistence): void {
  for (const [uid, value] of persistence.load(USERS)) {
    const saved = value as SavedUser;
    if (saved === null) store.users.delete(uid);
    else store.users.set(uid, { ...saved, subusers: new Map(saved.subusers) });
  }
  for (const [name, value] of persistence.load(BUCKETS)) restoreBucket(store, name, value as SavedBucket);
  for (const [path, value] of persistence.load(OBJECTS)) {
    const slash = path.indexOf('/');
    const bucket = store.buckets.get(path.slice(0, slash));
    if (bucket !== undefined) restoreObject(store, bucket, path.slice(slash + 1), value as SavedObject);
  }
}

function restoreBucket(store: SimObjectStore, name: string, saved: SavedBucket): void {
  const existing = store.buckets.get(name);
  if (saved === null) {
    store.buckets.delete(name);
    return;
  }
  const { objects = new SortedMap<StoredObject>(), bytes = 0, actual = 0 } = existing ?? {};
  store.buckets.set(name, { name, ...saved, objects, bytes, actual });
  store.bucketsMade = Math.max(store.bucketsMade, Number(saved.id.slice(saved.id.lastIndexOf('.') + 1)) || 0);
}

function restoreObject(store: SimObjectStore, bucket: Bucket, key: string, saved: SavedObject): void {
  detachObject(bucket, key);
  if (saved === null) return;
  const content = store.contents.restore(saved.content);
  store.contents.hold(content);
  insertObject(bucket, key, { ...saved, content });
}
