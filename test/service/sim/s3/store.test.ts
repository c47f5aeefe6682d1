import { describe, expect, test } from 'vitest';
import { changeBucket } from '../../../../src/service/sim/s3/bucketChange.ts';
import { listPage } from '../../../../src/service/sim/s3/listing.ts';
import { SortedMap } from '../../../../src/service/sim/s3/sortedMap.ts';
import {
  changedQuota,
  createSubuser,
  createUser,
  deleteUser,
  subuserOrRefuse,
  toS3User,
  updateUser,
} from '../../../../src/service/sim/s3/users.ts';
import { createStorage } from '../../../../src/service/sim/storage.ts';
import { calmModel, outputBySecond } from '../support.ts';

function seeded() {
  const model = calmModel();
  return createStorage(model, model.timeOf(0)).objectStore();
}

const refusedWith = (status: number, words: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(words) as string });

describe('S3 users', () => {
  test('a new user has keys like those of the gateways, no limits, and the uid as name', () => {
    const store = seeded();
    const user = createUser(store, 'fresh', undefined, '  Fresh@Example.NET ');
    expect(user.accessKey).toMatch(/^[A-Z0-9]{20}$/);
    expect(user.secretKey).toMatch(/^[A-Za-z0-9]{40}$/);
    const unlimited = { enabled: false, maxSizeKb: -1, maxObjects: -1 };
    createSubuser(store, user, 'fresh:app', 'read');
    expect(toS3User(user)).toEqual({
      uid: 'fresh',
      name: 'fresh',
      email: 'fresh@example.net',
      suspended: false,
      subusers: [{ subuser: 'app', permissions: 'read' }],
      bucketQuota: unlimited,
      userQuota: unlimited,
    });
    const own = subuserOrRefuse(store, 'fresh', 'app');
    expect(own).toMatchObject({ user, name: 'app', subuser: { permissions: 'read' } });
    expect(subuserOrRefuse(store, 'fresh', 'fresh:app').subuser).toBe(own.subuser);
    expect(own.subuser.accessKey).not.toBe(user.accessKey);
  });

  test('uids, e-mail addresses and sub-users are unique, and an address may stay empty or the same', () => {
    const store = seeded();
    const first = createUser(store, 'first', 'First', 'one@example.net');
    const second = createUser(store, 'second', 'Second');
    expect(createUser(store, 'third', 'Third').email).toBe('');
    expect(() => createUser(store, 'first')).toThrow(refusedWith(409, '"first" already exists'));
    expect(() => createUser(store, 'a b')).toThrow(refusedWith(400, 'the uid'));
    expect(() => updateUser(store, second, { email: 'ONE@example.net' })).toThrow(
      refusedWith(409, 'the S3 user "first" already has that e-mail address'),
    );
    updateUser(store, first, { email: 'one@example.net', name: 'Renamed' });
    updateUser(store, first, { suspended: true });
    expect(first).toMatchObject({ email: 'one@example.net', name: 'Renamed', suspended: true });
    createSubuser(store, first, 'app', 'full-control');
    expect(() => createSubuser(store, first, 'first:app', 'read')).toThrow(
      refusedWith(409, 'already has a sub-user "app"'),
    );
    expect(() => createSubuser(store, first, 'a b', 'read')).toThrow(
      refusedWith(400, 'the name of the sub-user'),
    );
    expect(() => subuserOrRefuse(store, 'first', 'none')).toThrow(refusedWith(404, 'no sub-user "none"'));
    expect(() => subuserOrRefuse(store, 'nobody', 'app')).toThrow(refusedWith(404, '"nobody"'));
  });

  test('a user is deleted once no bucket belongs to it', () => {
    const store = seeded();
    const user = createUser(store, 'owner');
    outputBySecond(changeBucket(store, 'owned', { owner: 'owner' }, 'operator'));
    expect(() => deleteUser(store, user)).toThrow(refusedWith(409, 'owns the bucket owned'));
    outputBySecond(changeBucket(store, 'owned', { owner: 'admin' }, 'operator'));
    deleteUser(store, user);
    expect(store.users.has('owner')).toBe(false);
  });

  test('a quota keeps what is not changed, and any negative limit means none', () => {
    const quota = { enabled: true, maxSizeKb: 7, maxObjects: 8 };
    expect(changedQuota(quota, {})).toEqual(quota);
    expect(changedQuota(quota, { enabled: false, maxSizeKb: -9, maxObjects: 0 })).toEqual({
      enabled: false,
      maxSizeKb: -1,
      maxObjects: 0,
    });
    expect(changedQuota(quota, { maxObjects: -2 })).toEqual({ ...quota, maxObjects: -1 });
  });
});

describe('a change of a bucket', () => {
  test('a new bucket belongs to admin unless an owner is given, and its task tells what it did', () => {
    const store = seeded();
    const job = changeBucket(store, 'fresh', {}, 'operator');
    expect(job).toMatchObject({ name: 'Create or change bucket', object: 'fresh', startedBy: 'operator' });
    expect(outputBySecond(job)).toEqual(['bucket fresh created: owner admin, 1 grants']);
    createUser(store, 'other');
    const acl = [
      { grantee: 'ALL_USERS', userId: 'other', permission: 'READ' },
      { grantee: 'SINGLE_USER', userId: 'other', permission: 'WRITE' },
    ] as const;
    expect(outputBySecond(changeBucket(store, 'fresh', { acl }, 'operator'))).toEqual([
      'bucket fresh changed: owner admin, 2 grants',
    ]);
    expect(store.buckets.get('fresh')?.acl).toEqual([{ grantee: 'ALL_USERS', permission: 'READ' }, acl[1]]);
    outputBySecond(changeBucket(store, 'fresh', { owner: 'admin' }, 'operator'));
    expect(store.buckets.get('fresh')?.acl).toHaveLength(2);
    outputBySecond(changeBucket(store, 'fresh', { owner: 'other' }, 'operator'));
    expect(store.buckets.get('fresh')?.acl).toEqual([expect.objectContaining({ userId: 'other' })]);
  });

  test('a bucket is refused with an invalid name, an unknown or suspended owner, or a grant to nobody', () => {
    const store = seeded();
    updateUser(store, createUser(store, 'away'), { suspended: true });
    const change = (name: string, how: Parameters<typeof changeBucket>[2]) => () =>
      changeBucket(store, name, how, 'operator');
    expect(change('A b', {})).toThrow(refusedWith(400, 'A b'));
    expect(change('fresh', { owner: 'nobody' })).toThrow(refusedWith(404, '"nobody"'));
    expect(change('fresh', { owner: 'away' })).toThrow(
      refusedWith(409, '"away", who owns this, is suspended'),
    );
    expect(change('scratch', { owner: 'away' })).not.toThrow();
    const grant = { grantee: 'SINGLE_USER', userId: 'nobody', permission: 'READ' } as const;
    expect(change('scratch', { acl: [grant] })).toThrow(refusedWith(400, 'correct the userId'));
    expect(store.buckets.has('fresh')).toBe(false);
  });

  test('a user owns a thousand buckets at most', () => {
    const store = seeded();
    createUser(store, 'rich');
    const sample = store.buckets.get('scratch')!;
    const own = (count: number) => {
      for (let index = 0; index < count; index++)
        store.buckets.set(`rich-${index}`, { ...sample, name: `rich-${index}`, owner: 'rich' });
    };
    own(999);
    expect(() => changeBucket(store, 'next', { owner: 'rich' }, 'operator')).not.toThrow();
    own(1000);
    expect(() => changeBucket(store, 'next', { owner: 'rich' }, 'operator')).toThrow(
      refusedWith(400, 'the S3 user "rich" owns 1000 buckets, the maximum: choose another owner'),
    );
    expect(() => changeBucket(store, 'rich-0', { owner: 'rich' }, 'operator')).not.toThrow();
  });
});

test('keys are sorted by their bytes, found by position and prefix, and each is kept once', () => {
  const map = new SortedMap<number>();
  for (const [index, key] of ['b', 'd', 'a', 'c', 'b', 'é'].entries()) map.set(key, index);
  expect(map.keys()).toEqual(['a', 'b', 'c', 'd', 'é']);
  expect([map.size, map.get('b'), map.has('x'), map.keyAt(2), map.keyAt(5)]).toEqual([
    5,
    4,
    false,
    'c',
    undefined,
  ]);
  expect(['', 'a', 'aa', 'd', 'z', 'ü'].map((text) => map.indexFrom(text))).toEqual([0, 0, 1, 3, 4, 5]);
  map.delete('b');
  map.delete('missing');
  expect(map.keys()).toEqual(['a', 'c', 'd', 'é']);
});

test('a listing goes on where the last page ended, even if that key is gone, and refuses foreign tokens', () => {
  const map = new SortedMap<number>();
  for (const key of ['a/1', 'a/2', 'b', 'c/1', 'd']) map.set(key, 1);
  const first = listPage(map, { prefix: '', delimiter: '/', max: 2 });
  expect(first).toMatchObject({ keys: ['b'], prefixes: ['a/'] });
  map.delete('b');
  const { continuationToken = '' } = first;
  expect(listPage(map, { prefix: '', delimiter: '/', max: 2, continuationToken })).toEqual({
    keys: ['d'],
    prefixes: ['c/'],
  });
  expect(listPage(map, { prefix: 'a/', delimiter: '/', max: 9 })).toEqual({
    keys: ['a/1', 'a/2'],
    prefixes: [],
  });
  const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const bad of ['', 'x', token(['key', 1]), token(['prefix', 'a']), token(['other', 'a/']), token({})])
    expect(() => listPage(map, { prefix: '', max: 1, continuationToken: bad })).toThrow(
      'the continuationToken does not belong to this listing',
    );
  expect(listPage(map, { prefix: '', max: 1, continuationToken: token(['prefix', 'a/']) }).keys).toEqual([
    'c/1',
  ]);
});
