import { expect, test } from 'vitest';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import type { StoredObject } from '../../../../src/service/sim/s3/model.ts';
import { objectPool, putObject } from '../../../../src/service/sim/s3/objects.ts';
import { checkQuotas } from '../../../../src/service/sim/s3/quota.ts';
import { holdsObjectStore, restoreObjectStore } from '../../../../src/service/sim/s3/restore.ts';
import { BUCKETS, OBJECTS, USERS } from '../../../../src/service/sim/s3/saved.ts';
import { SortedMap } from '../../../../src/service/sim/s3/sortedMap.ts';
import { createStorage } from '../../../../src/service/sim/storage.ts';
import { calmModel } from '../support.ts';

function seeded() {
  const model = calmModel();
  return createStorage(model, model.timeOf(0)).objectStore();
}

/** The first seeded bucket with objects, and its first key. */
function filled(store: ReturnType<typeof seeded>) {
  const bucket = [...store.buckets.values()].find(({ objects }) => objects.size > 2)!;
  return { bucket, key: bucket.objects.keyAt(0)!, other: bucket.objects.keyAt(1)! };
}

test.each([USERS, BUCKETS, OBJECTS])('an object store is restored if there are saved %s', (section) => {
  const persistence = memoryPersistence();
  expect(holdsObjectStore(persistence)).toBe(false);
  persistence.save(section, 'any', null);
  expect(holdsObjectStore(persistence)).toBe(true);
});

test('users and buckets that were deleted, added or changed are restored so', () => {
  const persistence = memoryPersistence();
  const store = seeded();
  const [first, second] = [...store.users.values()];
  const { bucket } = filled(store);
  const empty = store.buckets.get('scratch')!;
  const { size } = bucket.objects;
  const { id, createdAt, acl, cors } = bucket;
  persistence.save(USERS, first!.uid, null);
  persistence.save(USERS, 'fresh', { ...second, uid: 'fresh', subusers: [['sub', { permissions: 'read' }]] });
  persistence.save(BUCKETS, empty.name, null);
  persistence.save(BUCKETS, bucket.name, { id, createdAt, acl, cors, owner: 'fresh' });
  persistence.save(BUCKETS, 'added', { id: 'zone.4123.977', createdAt, acl, cors, owner: 'fresh' });
  restoreObjectStore(store, persistence);
  expect(store.users.has(first!.uid)).toBe(false);
  expect(store.users.get('fresh')?.subusers.get('sub')).toEqual({ permissions: 'read' });
  expect(store.buckets.has(empty.name)).toBe(false);
  expect(store.buckets.get(bucket.name)).toMatchObject({
    owner: 'fresh',
    bytes: bucket.bytes,
    actual: bucket.actual,
  });
  expect(store.buckets.get(bucket.name)?.objects.size).toBe(size);
  expect(store.buckets.get('added')).toMatchObject({ name: 'added', bytes: 0, actual: 0 });
  expect(store.bucketsMade).toBe(977);
});

test('objects that were deleted, replaced or added are restored so, and count in the totals of their bucket', () => {
  const persistence = memoryPersistence();
  const store = seeded();
  const { bucket, key, other } = filled(store);
  const [gone, kept] = [bucket.objects.get(key)!, bucket.objects.get(other)!];
  const before = { bytes: bucket.bytes, size: bucket.objects.size };
  persistence.save(OBJECTS, `${bucket.name}/${key}`, null);
  persistence.save(OBJECTS, `${bucket.name}/added/with/slashes`, { ...kept, content: kept.content.saved });
  persistence.save(OBJECTS, `unknown/${key}`, { ...kept, content: kept.content.saved });
  restoreObjectStore(store, persistence);
  expect(bucket.objects.has(key)).toBe(false);
  expect(bucket.objects.get('added/with/slashes')?.content.size).toBe(kept.content.size);
  expect(bucket.objects.size).toBe(before.size);
  expect(bucket.bytes).toBe(before.bytes - gone.content.size + kept.content.size);
});

test('half a million objects can be stored in all buckets together, and not one more', () => {
  class Counted extends SortedMap<StoredObject> {
    shown = 0;
    override get size(): number {
      return this.shown;
    }
  }
  const store = seeded();
  const { bucket, key } = filled(store);
  const object = bucket.objects.get(key)!;
  const others = [...store.buckets.values()].reduce((sum, { objects }) => sum + objects.size, 0);
  const objects = new Counted();
  store.buckets.set('huge', { ...bucket, name: 'huge', objects });
  objects.shown = 500_000 - others;
  expect(() => putObject(store, bucket, 'one-more', object)).toThrow(
    expect.objectContaining({
      status: 413,
      message: 'the simulated cluster keeps 500000 objects at most: delete some first',
    }),
  );
  putObject(store, bucket, key, object);
  objects.shown--;
  putObject(store, bucket, 'one-more', object);
  expect(bucket.objects.has('one-more')).toBe(true);
});

test('an object counts in no pool when the gateways have none, and a bucket without an owner has no quota', () => {
  const store = seeded();
  const { bucket, key } = filled(store);
  const pools = store.model.pools.filter(({ application }) => application === 'rgw');
  expect(objectPool(store)?.bytes).toBe(Math.max(...pools.map(({ bytes }) => bytes)));
  for (const pool of pools) store.model.pools.splice(store.model.pools.indexOf(pool), 1);
  expect(objectPool(store)).toBeUndefined();
  putObject(store, bucket, 'unpooled', bucket.objects.get(key)!);
  expect(bucket.objects.has('unpooled')).toBe(true);
  bucket.owner = 'nobody';
  expect(() => checkQuotas(store, bucket, 2 ** 60)).not.toThrow();
});
