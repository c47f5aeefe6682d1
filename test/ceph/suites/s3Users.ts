import { expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { radosgwAdmin, S3Client } from '../s3Client.ts';

interface Info {
  readonly display_name: string;
  readonly email: string;
  readonly suspended: number;
  readonly subusers: readonly { readonly id: string; readonly permissions: string }[];
  readonly keys: readonly { readonly user: string; readonly access_key: string }[];
  readonly user_quota: { readonly enabled: boolean; readonly max_size: number; readonly max_objects: number };
  readonly bucket_quota: Info['user_quota'];
}
const of = (uid: string, subuser = '') => ({ params: { uid, subuser } });

export function userTests(bench: () => Bench): void {
  const info = (uid: string) => radosgwAdmin<Info>(bench(), 'user', 'info', '--uid', uid);

  test('users are created as requested, and only once', async () => {
    await bench().call('createS3User', { body: { uid: 'alice', name: 'Alice Ä', email: 'Alice@x.org' } });
    expect(await info('alice')).toMatchObject({
      display_name: 'Alice Ä',
      // Releases before Ceph 18 accept it in lower case only.
      email: expect.stringMatching(/^alice@x\.org$/i) as string,
      suspended: 0,
    });
    await bench().declined(409, /"alice" already/, 'createS3User', { body: { uid: 'alice' } });
    const taken = { uid: 'bob', email: 'ALICE@x.org' };
    await bench().declined(409, /already has that e-mail address/, 'createS3User', { body: taken });
    await bench().declined(400, /one word/, 'createS3User', { body: { uid: 'a b' } });
    expect(await radosgwAdmin(bench(), 'user', 'list')).toEqual(expect.not.arrayContaining(['bob']));
  });

  test('users are listed, including the user of this service', async () => {
    const users = await bench().call('listS3Users', {});
    expect(users.map(({ uid }) => uid)).toEqual(expect.arrayContaining(['alice', 'storedeck']));
    expect(users.find(({ uid }) => uid === 'alice')).toEqual({
      uid: 'alice',
      name: 'Alice Ä',
      email: expect.stringMatching(/^alice@x\.org$/i) as string,
      suspended: false,
      subusers: [],
      bucketQuota: { enabled: false, maxSizeKb: -1, maxObjects: -1 },
      userQuota: { enabled: false, maxSizeKb: -1, maxObjects: -1 },
    });
  });

  test('users are renamed, suspended and resumed, and their clients notice', async () => {
    using client = await S3Client.of(bench(), 'alice');
    await bench().call('updateS3User', { ...of('alice'), body: { name: 'A', email: '', suspended: true } });
    expect(await info('alice')).toMatchObject({ display_name: 'A', email: '', suspended: 1 });
    await expect(client.s3cmd('ls')).rejects.toThrow(/UserSuspended|403/);
    await bench().call('updateS3User', { ...of('alice'), body: { suspended: false } });
    expect(await client.s3cmd('ls')).toBe('');
    await bench().declined(404, /"nobody"/, 'updateS3User', { ...of('nobody'), body: { suspended: true } });
    await bench().declined(400, /empty/, 'updateS3User', { ...of('alice'), body: { name: '' } });
    await bench().declined(409, /belongs to this service/, 'updateS3User', {
      ...of('storedeck'),
      body: { suspended: true },
    });
  });

  test('users get quotas in the units of the interface, and omitted fields stay unchanged', async () => {
    await bench().call('setS3UserQuota', { ...of('alice'), body: { enabled: true, maxSizeKb: 2048 } });
    await bench().call('setS3UserQuota', { ...of('alice'), body: { maxObjects: 9 } });
    await bench().call('setS3UserBucketQuota', { ...of('alice'), body: { maxSizeKb: -1, maxObjects: 7 } });
    expect(await info('alice')).toMatchObject({
      user_quota: { enabled: true, max_size: 2048 * 1024, max_objects: 9 },
      bucket_quota: { enabled: false, max_objects: 7 },
    });
    const alice = (await bench().call('listS3Users', {})).find(({ uid }) => uid === 'alice');
    expect(alice).toMatchObject({
      userQuota: { enabled: true, maxSizeKb: 2048, maxObjects: 9 },
      bucketQuota: { enabled: false, maxSizeKb: -1, maxObjects: 7 },
    });
    expect(await bench().call('listS3UserNames', {})).toContainEqual({
      displayName: 'A',
      queryName: 'alice',
      quotaBytes: 2048 * 1024,
      quotaObjects: 9,
    });
    await bench().declined(404, /"nobody"/, 'setS3UserQuota', { ...of('nobody'), body: { enabled: true } });
  });

  test('users have sub-users with keys of their own', async () => {
    const body = { subuser: 'backup', permissions: 'read' } as const;
    await bench().call('createS3Subuser', { ...of('alice'), body });
    await bench().declined(409, /already has a sub-user "backup"/, 'createS3Subuser', {
      ...of('alice'),
      body,
    });
    await bench().call('updateS3Subuser', {
      ...of('alice', 'backup'),
      body: { permissions: 'full-control' },
    });
    const { subusers, keys } = await info('alice');
    expect(subusers).toEqual([{ id: 'alice:backup', permissions: 'full-control' }]);
    expect(keys.map(({ user }) => user).toSorted()).toEqual(['alice', 'alice:backup']);
    for (const { user, access_key: accessKey } of keys) {
      const key = user.includes(':')
        ? await bench().call('getS3SubuserKey', of('alice', 'backup'))
        : await bench().call('getS3UserKey', of('alice'));
      expect(key).toMatchObject({ user, accessKey });
    }
    using client = await S3Client.of(bench(), 'alice', 'backup');
    expect(await client.s3cmd('ls')).toBe('');
    await bench().call('deleteS3Subuser', of('alice', 'backup'));
    expect(await info('alice')).toMatchObject({ subusers: [], keys: [{ user: 'alice' }] });
    await bench().declined(404, /no sub-user/, 'deleteS3Subuser', of('alice', 'backup'));
    await bench().declined(404, /no sub-user/, 'getS3SubuserKey', of('alice', 'backup'));
  });

  test('users are deleted, unless they own a bucket', async () => {
    using client = await S3Client.of(bench(), 'alice');
    await client.s3cmd('mb', 's3://of-alice');
    await bench().declined(409, /owns the bucket of-alice/, 'deleteS3User', of('alice'));
    await client.s3cmd('rb', 's3://of-alice');
    await bench().call('deleteS3User', of('alice'));
    expect(await radosgwAdmin(bench(), 'user', 'list')).toEqual(expect.not.arrayContaining(['alice']));
    await bench().declined(404, /"alice"/, 'deleteS3User', of('alice'));
    await bench().declined(409, /belongs to this service/, 'deleteS3User', of('storedeck'));
  });
}
