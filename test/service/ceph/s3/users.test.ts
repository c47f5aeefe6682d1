import { describe, expect, test } from 'vitest';
import {
  toBucketName,
  toS3Bucket,
  toUserName,
  type BucketStats,
} from '../../../../src/service/ceph/s3/buckets.ts';
import {
  actorOf,
  keyOf,
  quotaQuery,
  toS3User,
  type UserInfo,
} from '../../../../src/service/ceph/s3/users.ts';
import { bucket, user } from './recordedStore.ts';

const info = (uid: string, more = {}) => JSON.parse(user(uid, more)) as UserInfo;
const stats = (...args: Parameters<typeof bucket>) => bucket(...args) as BucketStats;
const quota = (enabled: boolean, max_size: number, max_objects: number) => ({
  enabled,
  max_size,
  max_objects,
});

describe('a user', () => {
  const alice = info('alice', {
    suspended: 1,
    subusers: [{ id: 'alice:backup', permissions: 'read-write' }],
    keys: [
      { user: 'alice:backup', access_key: 'A', secret_key: 'a' },
      { user: 'alice', access_key: 'B', secret_key: 'b' },
    ],
    // A gateway reports a limit that was set to -1 KiB in this way.
    user_quota: { enabled: true, max_size: -1024, max_size_kb: 0, max_objects: 5 },
    bucket_quota: { enabled: false, max_size: 1025, max_size_kb: 2, max_objects: -1 },
  });

  test('a user is described in the terms and units of the interface', () => {
    expect(toS3User(alice)).toEqual({
      uid: 'alice',
      name: 'ALICE',
      email: '',
      suspended: true,
      subusers: [{ subuser: 'backup', permissions: 'read-write' }],
      bucketQuota: { enabled: false, maxSizeKb: 2, maxObjects: -1 },
      userQuota: { enabled: true, maxSizeKb: -1, maxObjects: 5 },
    });
  });

  test('a user of an older gateway has unknown quotas', () => {
    const { user_quota: _, bucket_quota: __, ...old } = alice;
    expect(toS3User(old).userQuota).toEqual({ enabled: false, maxSizeKb: -1, maxObjects: -1 });
  });

  test('a user of a tenant has both names in its uid', () => {
    expect(toS3User(info('tom', { tenant: 'ten' })).uid).toBe('ten$tom');
  });

  test('a user has a key for itself and one for each sub-user', () => {
    expect(keyOf(alice)).toEqual({ user: 'alice', accessKey: 'B', secretKey: 'b' });
    expect(keyOf(alice, 'backup')).toEqual({ user: 'alice:backup', accessKey: 'A', secretKey: 'a' });
    expect(keyOf(alice, 'alice:backup').accessKey).toBe('A');
    expect(() => keyOf(alice, 'nobody')).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => keyOf(info('bob', { keys: [] }))).toThrow(expect.objectContaining({ status: 404 }));
  });

  test('a suspended user, or one without a key, cannot be used for requests', () => {
    expect(() => actorOf(alice)).toThrow(expect.objectContaining({ status: 409 }));
    expect(() => actorOf(info('bob', { keys: [] }))).toThrow(expect.objectContaining({ status: 409 }));
    expect(actorOf(info('root', { system: 'true' }))).toMatchObject({ accessKey: 'KEY-root', system: true });
  });
});

describe('a new quota', () => {
  test('a new quota keeps fields that are not given', () => {
    expect(quotaQuery(quota(true, 2048, 7), { maxObjects: 8 })).toEqual({
      enabled: 'true',
      'max-size-kb': '2',
      'max-objects': '8',
    });
  });

  test('a new quota treats every negative limit as none, and refuses a limit that is too large', () => {
    const query = quotaQuery(quota(true, 2048, 7), { maxSizeKb: -5, maxObjects: -2 });
    expect(query).toMatchObject({ 'max-size-kb': '-1', 'max-objects': '-1' });
    const tooMuch = () => quotaQuery(quota(true, 0, 0), { maxSizeKb: 2 ** 60 });
    expect(tooMuch).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('a bucket', () => {
  const none = new Map();

  test('a bucket is described with its usage and creation time', () => {
    expect(toS3Bucket(stats('photos', 'alice', 3), none)).toEqual({
      bucket: 'photos',
      placementRule: 'default-placement',
      id: '87684b02-339d-4be6-8ddb-368b5ee3796d.4122.6',
      owner: 'alice',
      modified: 1795227677,
      usage: { 'rgw.main': { size: 63, size_actual: 12288, num_objects: 3 } },
      quota: { enabled: false, maxSizeKb: -1, maxObjects: -1 },
      usageSum: { sizeKb: 1, sizeKbActual: 12, numObjects: 3 },
    });
  });

  test('only real objects of a bucket are counted', () => {
    const usage = { 'rgw.main': { num_objects: 2 }, 'rgw.none': { num_objects: 2 ** 64 } };
    expect(toS3Bucket(stats('b', 'a', 0, { usage }), none).usageSum?.numObjects).toBe(2);
  });

  test('a bucket of a tenant has the name that radosgw-admin uses', () => {
    expect(toS3Bucket(stats('b', 'ten$tom', 0, { tenant: 'ten' }), none).bucket).toBe('ten/b');
  });

  test('a bucket has its own quota, or else that of its owner', () => {
    const owners = new Map([['alice', quota(true, 4096, -1)]]);
    expect(toS3Bucket(stats('b', 'alice'), owners).quota).toMatchObject({ enabled: true, maxSizeKb: 4 });
    const own = stats('b', 'alice', 0, { bucket_quota: quota(true, -1, 9) });
    expect(toS3Bucket(own, owners).quota).toMatchObject({ enabled: true, maxObjects: 9, maxSizeKb: -1 });
  });

  test('a bucket is listed by name with the effective limits', () => {
    const owners = new Map([
      ['alice', quota(true, 4096, -1)],
      ['bob', quota(false, 4096, 5)],
    ]);
    expect(toBucketName(stats('b', 'alice'), owners)).toEqual({
      displayName: 'b',
      queryName: 'b',
      quotaBytes: 4096,
    });
    expect(toBucketName(stats('b', 'bob'), owners)).toEqual({ displayName: 'b', queryName: 'b' });
    expect(toUserName(info('bob', { user_quota: quota(true, -1, 5) }))).toEqual({
      displayName: 'BOB',
      queryName: 'bob',
      quotaObjects: 5,
    });
  });
});

test('a limit of zero is a limit, and one below zero is none', () => {
  const limited = (size: number, objects: number) => info('a', { bucket_quota: quota(true, size, objects) });
  const of = (user: UserInfo) => toBucketName(stats('b', 'a'), new Map([['a', user.bucket_quota!]]));
  const name = { displayName: 'b', queryName: 'b' };
  expect(of(limited(0, 0))).toEqual({ ...name, quotaBytes: 0, quotaObjects: 0 });
  expect(of(limited(-1, -1))).toEqual(name);
  const none = { enabled: 'true', 'max-size-kb': '0', 'max-objects': '0' };
  expect(quotaQuery(quota(true, 0, 0), {})).toEqual(none);
  expect(quotaQuery(quota(true, -7, -7), {})).toEqual({ ...none, 'max-size-kb': '-1', 'max-objects': '-1' });
});
