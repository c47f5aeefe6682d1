import { initialHeaders } from '../../s3/objectHeaders.ts';
import type { ContentStore } from '../content/contentStore.ts';
import { DAY, seedContents, seedDice } from '../content/seeding.ts';
import type { Model } from '../model/model.ts';
import type { Dice } from '../model/random.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { addBucket } from './buckets.ts';
import type { Bucket, SimObjectStore } from './model.ts';
import { insertObject, objectPool } from './objects.ts';
import type { SeedObject } from './seedObjects.ts';
import { SEED_USERS, type SeedBucket } from './seedUsers.ts';
import { createSubuser, createUser } from './users.ts';

/** Maximum size of an object in S3, in bytes. */
const LARGEST_OBJECT = 5 * 1024 ** 4;

/**
 * Creates the users, buckets and objects of a new cluster, the same ones for the same cluster. Their contents are
 * generated when they are read.
 * @param startedAt upper limit of their dates, in milliseconds since the epoch
 */
export function seedObjectStore(
  model: Model,
  contents: ContentStore,
  startedAt: number,
  persistence: Persistence,
): SimObjectStore {
  const dice = seedDice(model, 's3');
  const zone = dice.uuid();
  const store: SimObjectStore = {
    users: new Map(),
    buckets: new Map(),
    contents,
    persistence,
    seeded: new Set(),
    model,
    dice: dice.fork('keys'),
    zone,
    bucketsMade: 0,
  };
  const objects = SEED_USERS.flatMap(({ uid, name, email, subusers = {}, buckets = [], ...settings }) => {
    const user = Object.assign(createUser(store, uid, name, email), settings);
    for (const [subuser, permissions] of Object.entries(subusers))
      createSubuser(store, user, subuser, permissions);
    return buckets.flatMap((bucket) => seedBucket(store, uid, bucket, startedAt, dice.fork(bucket.name)));
  });
  fill(store, objects, startedAt, dice.fork('content'));
  return store;
}

interface SeededObject {
  readonly bucket: Bucket;
  readonly object: SeedObject;
}

function seedBucket(
  store: SimObjectStore,
  owner: string,
  { name, cors, grants = [], objects }: SeedBucket,
  startedAt: number,
  dice: Dice,
): SeededObject[] {
  const createdAt = startedAt - dice.between(400, 1200) * DAY;
  const bucket = addBucket(store, name, owner, { createdAt, ...(cors !== undefined && { cors }) });
  bucket.acl = [...bucket.acl, ...grants];
  return Array.from(objects?.(startedAt, dice) ?? [], (object) => ({ bucket, object }));
}

/** Puts the objects into their buckets. */
function fill(store: SimObjectStore, objects: readonly SeededObject[], startedAt: number, dice: Dice): void {
  const seeds = objects.map(({ object }) => object.holds);
  const contents = seedContents(seeds, objectPool(store), LARGEST_OBJECT, dice);
  for (const [index, { bucket, object }] of objects.entries()) {
    const { key, age } = object;
    insertObject(bucket, key, {
      content: contents[index]!,
      owner: bucket.owner,
      modifiedAt: startedAt - age,
      headers: initialHeaders(key),
    });
  }
}
