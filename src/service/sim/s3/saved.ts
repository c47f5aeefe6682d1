import type { SavedContent } from '../content/content.ts';
import type { Bucket, SimObjectStore, StoredObject, Subuser, User } from './model.ts';

/** Users, buckets and objects as they are saved; null for a seeded one that was deleted. */
export type SavedUser = (Omit<User, 'subusers'> & { readonly subusers: readonly [string, Subuser][] }) | null;
export type SavedBucket = Pick<Bucket, 'id' | 'createdAt' | 'owner' | 'acl' | 'cors'> | null;
export type SavedObject = (Omit<StoredObject, 'content'> & { readonly content: SavedContent }) | null;

/** Names of the sections. */
export const [USERS, BUCKETS, OBJECTS] = ['s3Users', 's3Buckets', 's3Objects'] as const;

/** The key of a saved object. Bucket names contain no slash. */
const objectKey = (bucket: string, key: string): string => `${bucket}/${key}`;

/** Records which entries are seeded: unlike that of others, their deletion must be saved. */
export function recordSeeds({ users, buckets, seeded }: SimObjectStore): void {
  for (const uid of users.keys()) seeded.add(`${USERS} ${uid}`);
  for (const { name, objects } of buckets.values()) {
    seeded.add(`${BUCKETS} ${name}`);
    for (const key of objects.keys()) seeded.add(`${OBJECTS} ${objectKey(name, key)}`);
  }
}

function save(
  { persistence, seeded }: SimObjectStore,
  section: string,
  key: string,
  value: object | undefined,
): void {
  if (value !== undefined) persistence.save(section, key, value);
  else if (seeded.has(`${section} ${key}`)) persistence.save(section, key, null);
  else persistence.remove(section, key);
}

/** Saves the present state of a user, or its deletion. */
export function saveUser(store: SimObjectStore, uid: string): void {
  const user = store.users.get(uid);
  const saved = user && ({ ...user, subusers: [...user.subusers] } satisfies SavedUser);
  save(store, USERS, uid, saved);
}

/** Saves the present state of a bucket without its objects, or its deletion. */
export function saveBucket(store: SimObjectStore, name: string): void {
  const bucket = store.buckets.get(name);
  if (bucket === undefined) save(store, BUCKETS, name, undefined);
  else {
    const { id, createdAt, owner, acl, cors } = bucket;
    save(store, BUCKETS, name, { id, createdAt, owner, acl, cors } satisfies SavedBucket);
  }
}

/** Saves the present state of an object, or its deletion. */
export function saveObject(store: SimObjectStore, { name, objects }: Bucket, key: string): void {
  const object = objects.get(key);
  const saved = object && ({ ...object, content: object.content.saved } satisfies SavedObject);
  save(store, OBJECTS, objectKey(name, key), saved);
}
