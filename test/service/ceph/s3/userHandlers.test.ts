import { describe, expect, test } from 'vitest';
import { s3UserHandlers } from '../../../../src/service/ceph/s3/userHandlers.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { adminError, recordedStore, user, type Answers } from './recordedStore.ts';

const of = (uid: string, subuser = '') => ({ params: { uid, subuser } });
const alice = user('alice', {
  subusers: [{ id: 'alice:backup', permissions: 'read' }],
  keys: [
    { user: 'alice', access_key: 'AK', secret_key: 'SK' },
    { user: 'alice:backup', access_key: 'AKB', secret_key: 'SKB' },
  ],
});

function setUp(answers: Answers = {}) {
  const recorded = recordedStore({
    'GET /admin/metadata/user': '["bob","alice","gone"]',
    'GET /admin/user?uid=alice': alice,
    'GET /admin/user?uid=bob': user('bob'),
    'GET /admin/user?uid=gone': adminError(404, 'NoSuchUser'),
    'GET /admin/user?uid=nobody': adminError(404, 'NoSuchUser'),
    'GET /admin/bucket?uid=alice': '["photos","films"]',
    'GET /admin/bucket?uid=bob': '[]',
    ...answers,
  });
  const changed = () => recorded.changes().map(({ line }) => decodeURIComponent(line));
  return { ...recorded, changed, call: caller(s3UserHandlers(recorded.store)) };
}

test('users are listed by name, without one that was deleted meanwhile', async () => {
  const { call, asked } = setUp();
  const users = await Promise.all([call('listS3Users', {}), call('listS3Users', {})]);
  expect(users[0].map(({ uid }) => uid)).toEqual(['alice', 'bob']);
  expect(users[1]).toEqual(users[0]);
  expect(asked).toHaveLength(4);
});

test('a change is visible in the next list', async () => {
  const { call, asked } = setUp();
  await call('listS3Users', {});
  await call('createS3User', { body: { uid: 'carol' } });
  await call('listS3Users', {});
  expect(asked.filter(({ line }) => line === 'GET /admin/metadata/user')).toHaveLength(2);
});

describe('creating a user', () => {
  test('a new user has the given display name, or the uid', async () => {
    const { call, changed } = setUp();
    await call('createS3User', { body: { uid: 'carol', name: 'Carol Ö', email: 'c@x.org' } });
    await call('createS3User', { body: { uid: 'dan', name: '', email: '' } });
    expect(changed()).toEqual([
      'PUT /admin/user?display-name=Carol Ö&email=c@x.org&uid=carol',
      'PUT /admin/user?display-name=dan&uid=dan',
    ]);
  });

  test.each(['a b', 'a:b', 'a/b', 'ten$a', 'x'.repeat(129)])(
    'a new user cannot be called %j',
    async (uid) => {
      const { call, changed } = setUp();
      await expect(call('createS3User', { body: { uid } })).rejects.toMatchObject(refusal(400, 'the uid'));
      expect(changed()).toEqual([]);
    },
  );
});

test('only the changed fields of a user are sent', async () => {
  const { call, changed } = setUp();
  await call('updateS3User', { ...of('alice'), body: { suspended: true } });
  await call('updateS3User', { ...of('alice'), body: { name: 'A', email: '' } });
  expect(changed()).toEqual([
    'POST /admin/user?suspended=true&uid=alice',
    'POST /admin/user?display-name=A&email=&uid=alice',
  ]);
  const unnamed = call('updateS3User', { ...of('alice'), body: { name: '' } });
  await expect(unnamed).rejects.toMatchObject(refusal(400, 'cannot be empty'));
});

describe('deleting a user', () => {
  test('a user who owns buckets is not deleted', async () => {
    const { call, changed } = setUp();
    const deletion = call('deleteS3User', of('alice'));
    await expect(deletion).rejects.toMatchObject(refusal(409, 'owns the bucket photos and 1 more'));
    expect(changed()).toEqual([]);
  });

  test('a user without buckets is deleted', async () => {
    const { call, changed } = setUp();
    await call('deleteS3User', of('bob'));
    expect(changed()).toEqual(['DELETE /admin/user?uid=bob']);
  });

  test('the deletion of an unknown user, and of the user of this service, is refused', async () => {
    const { call, changed } = setUp();
    await expect(call('deleteS3User', of('nobody'))).rejects.toMatchObject(refusal(404, '"nobody"'));
    await expect(call('deleteS3User', of('storedeck'))).rejects.toMatchObject(
      refusal(409, 'belongs to this service'),
    );
    const suspension = call('updateS3User', { ...of('storedeck'), body: { suspended: true } });
    await expect(suspension).rejects.toMatchObject(refusal(409, 'belongs to this service'));
    expect(changed()).toEqual([]);
  });
});

describe('sub-users', () => {
  test('a sub-user is created with a key, and only once', async () => {
    const { call, changed } = setUp();
    const body = { subuser: 'alice:restore', permissions: 'read-write' } as const;
    await call('createS3Subuser', { ...of('alice'), body });
    expect(changed()).toEqual([
      'PUT /admin/user?access=readwrite&generate-secret=true&key-type=s3&subuser=restore&uid=alice',
    ]);
    const again = call('createS3Subuser', { ...of('alice'), body: { ...body, subuser: 'backup' } });
    await expect(again).rejects.toMatchObject(refusal(409, 'already has a sub-user "backup"'));
  });

  test('a sub-user is changed and deleted by either name, if it exists', async () => {
    const { call, changed } = setUp();
    await call('updateS3Subuser', { ...of('alice', 'alice:backup'), body: { permissions: 'full-control' } });
    await call('deleteS3Subuser', of('alice', 'backup'));
    expect(changed()).toEqual([
      'POST /admin/user?access=full&subuser=backup&uid=alice',
      'DELETE /admin/user?purge-keys=true&subuser=backup&uid=alice',
    ]);
    const deletion = call('deleteS3Subuser', of('alice', 'nobody'));
    await expect(deletion).rejects.toMatchObject(refusal(404, 'no sub-user "nobody"'));
  });
});

test('only the given fields of a quota are changed', async () => {
  const quota = JSON.stringify({ enabled: false, max_size: 4096, max_size_kb: 4, max_objects: -1 });
  const { call, changed } = setUp({
    'GET /admin/user?quota=&quota-type=user&uid=alice': quota,
    'GET /admin/user?quota=&quota-type=bucket&uid=alice': quota,
  });
  await call('setS3UserQuota', { ...of('alice'), body: { enabled: true } });
  await call('setS3UserBucketQuota', { ...of('alice'), body: { maxObjects: 7 } });
  expect(changed()).toEqual([
    'PUT /admin/user?enabled=true&max-objects=-1&max-size-kb=4&quota=&quota-type=user&uid=alice',
    'PUT /admin/user?enabled=false&max-objects=7&max-size-kb=4&quota=&quota-type=bucket&uid=alice',
  ]);
});

test('keys are returned alone and in the configuration of a client', async () => {
  const { call } = setUp();
  expect(await call('getS3UserKey', of('alice'))).toEqual({
    user: 'alice',
    accessKey: 'AK',
    secretKey: 'SK',
  });
  expect(await call('getS3SubuserKey', of('alice', 'backup'))).toMatchObject({ user: 'alice:backup' });
  const { fileName, fileContents } = await call('downloadS3SubuserConfig', of('alice', 'alice:backup'));
  expect(fileName).toBe('alice-backup.s3cfg');
  expect(fileContents).toBe(
    '[default]\naccess_key = AKB\nsecret_key = SKB\nhost_base = s3:7480\nhost_bucket = s3:7480\nuse_https = False\nsignature_v2 = False\n',
  );
});

test('a gateway that does not answer in JSON is no gateway', async () => {
  const { call } = setUp({ 'GET /admin/metadata/user': '<html>' });
  await expect(call('listS3Users', {})).rejects.toMatchObject(refusal(503, 'is it a radosgw'));
});
