import { describe, expect, test } from 'vitest';
import { s3Handlers } from '../../../../src/service/ceph/s3/handlers.ts';
import { Downloads } from '../../../../src/service/downloads.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { taskTable } from '../taskTable.ts';
import { adminError, bucket, error, recordedStore, user, type Answers } from './recordedStore.ts';

const photos = bucket('photos', 'alice', 3);
const policy = (...grants: string[]) =>
  `<AccessControlPolicy><Owner><ID>alice</ID></Owner><AccessControlList>${grants.join('')}</AccessControlList></AccessControlPolicy>`;
const versions = (...keys: string[]) =>
  `<ListVersionsResult>${keys.map((key) => `<Version><Key>${key}</Key><VersionId>null</VersionId></Version>`).join('')}</ListVersionsResult>`;
const ALL_VERSIONS = 'GET /photos?encoding-type=url&versions=';

function setUp(answers: Answers = {}) {
  const recorded = recordedStore({
    'GET /admin/metadata/user': '["alice"]',
    'GET /admin/user?uid=alice': user('alice'),
    'GET /admin/user?uid=bob': user('bob', { suspended: 1 }),
    'GET /admin/user?uid=carol': user('carol'),
    'GET /admin/user?uid=storedeck': user('storedeck', { system: 'true' }),
    'GET /admin/user?uid=ten%24tom': user('tom', { tenant: 'ten', keys: [] }),
    'GET /admin/user?uid=nobody': adminError(404, 'NoSuchUser'),
    'GET /admin/bucket?stats=true': JSON.stringify([photos]),
    'GET /admin/bucket?bucket=photos&stats=true': JSON.stringify(photos),
    'GET /admin/bucket?bucket=fresh&stats=true': adminError(404, 'NoSuchBucket'),
    'GET /photos?acl=': policy(),
    ...answers,
  });
  const tasks = taskTable(recorded.clock);
  const call = caller(s3Handlers(recorded.store, tasks, new Downloads(fakeClock())));
  const ended = async ({ id = 0 }: { readonly id?: number }) => {
    await expect.poll(async () => (await tasks.get(id)).done).toBe(true);
    return tasks.get(id);
  };
  const changed = () => recorded.changes().map(({ line, by }) => `${by} ${decodeURIComponent(line)}`);
  return { ...recorded, call, ended, changed, tasks };
}
const of = (bucketName: string) => ({ params: { bucketName } });

test('buckets are listed with the quota that their owner has for each', async () => {
  const quota = { enabled: true, max_size: 1024, max_objects: -1 };
  const { call } = setUp({ 'GET /admin/user?uid=alice': user('alice', { bucket_quota: quota }) });
  expect(await call('listS3Buckets', {})).toEqual([
    expect.objectContaining({ bucket: 'photos', quota: { enabled: true, maxSizeKb: 1, maxObjects: -1 } }),
  ]);
  expect(await call('listS3BucketNames', {})).toEqual([
    { displayName: 'photos', queryName: 'photos', quotaBytes: 1024 },
  ]);
});

describe('details of a bucket', () => {
  test('the details of a bucket have no CORS rules if the gateway does not support them', async () => {
    const { call } = setUp({ 'GET /photos?cors=': error(404, 'NoSuchCORSConfiguration') });
    expect(await call('getS3Bucket', of('photos'))).toEqual({ cors: [], acl: [] });
  });

  test('the details of a bucket have the grants to others', async () => {
    const everyone =
      '<Grant><Grantee><URI>http://acs.amazonaws.com/groups/global/AllUsers</URI></Grantee><Permission>READ</Permission></Grant>';
    const { call } = setUp({
      'GET /photos?cors=': error(404, 'NoSuchCORSConfiguration'),
      'GET /photos?acl=': policy(everyone),
    });
    expect(await call('getS3Bucket', of('photos'))).toEqual({
      cors: [],
      acl: [{ grantee: 'ALL_USERS', permission: 'Read' }],
    });
  });

  test('the details of an unknown bucket are refused', async () => {
    const none = error(404, 'NoSuchBucket');
    const { call } = setUp({ 'GET /nix?cors=': none, 'GET /nix?acl=': none });
    await expect(call('getS3Bucket', of('nix'))).rejects.toMatchObject(refusal(404, 'no bucket "nix"'));
  });
});

describe('creating a bucket', () => {
  test('a new bucket is created by its owner, and then gets its grants', async () => {
    const { call, ended, changed, asked } = setUp();
    const acl = [{ grantee: 'ALL_USERS', permission: 'Read' }] as const;
    const task = await call('putS3Bucket', { ...of('fresh'), body: { owner: 'alice', acl: [...acl] } });
    expect(task).toMatchObject({ object: 'fresh', startedBy: 'test', state: 'RUNNING' });
    expect(await ended(task)).toMatchObject({
      state: 'FINISHED',
      output: 'bucket fresh created: owner alice\nbucket fresh: 1 grants set\n',
    });
    expect(changed()).toEqual(['KEY-alice PUT /fresh', 'SERVICE PUT /fresh?acl=']);
    expect(asked.at(-1)?.body).toContain('<Owner><ID>alice</ID></Owner>');
  });

  test('a new bucket without an owner belongs to this service', async () => {
    const { call, ended, changed } = setUp();
    await ended(await call('putS3Bucket', { ...of('fresh'), body: {} }));
    expect(changed()).toEqual(['KEY-storedeck PUT /fresh']);
  });

  test.each([
    ['fresh', { owner: 'nobody' }, 404, 'no S3 user "nobody"'],
    ['fresh', { owner: 'bob' }, 409, 'suspended'],
    [
      'fresh',
      { owner: 'ten$tom' },
      400,
      'fresh belongs to no tenant and the S3 user ten$tom to the tenant ten',
    ],
    ['ten/fresh', { owner: 'alice' }, 400, 'belongs to the tenant ten and the S3 user alice to no tenant'],
    ['ten/Fresh_', { owner: 'ten$tom' }, 400, '"Fresh_"'],
    ['ten/admin', { owner: 'ten$tom' }, 400, '"admin" cannot be a bucket name'],
    ['ten/fresh', { owner: 'ten$tom' }, 409, 'has no key'],
    ['Fresh_', {}, 400, 'lower-case'],
    ['1.2.3.4', {}, 400, 'not an IP address'],
    ['admin', {}, 400, 'use it internally'],
    ['fresh', { acl: [{ grantee: 'LOG_DELIVERY', permission: 'Write' }] }, 400, 'LOG_DELIVERY'],
    ['fresh', { acl: [{ grantee: 'SINGLE_USER', permission: 'Read' }] }, 400, 'userId'],
    ['fresh', { acl: [{ grantee: 'SINGLE_USER', userId: 'nobody', permission: 'Read' }] }, 400, '"nobody"'],
  ] as const)('a bucket named %s with %j is refused: %i %s', async (name, body, status, words) => {
    const stats = `GET /admin/bucket?bucket=${encodeURIComponent(name)}&stats=true`;
    const { call, changed, tasks } = setUp({ [stats]: adminError(404, 'NoSuchBucket') });
    const input = { ...of(name), body: structuredClone<object>(body) };
    await expect(call('putS3Bucket', input)).rejects.toMatchObject(refusal(status, words));
    expect(changed()).toEqual([]);
    expect((await tasks.list({})).data).toEqual([]);
  });
});

describe('changing a bucket', () => {
  test('a bucket is given to another user, with a warning that the objects are not', async () => {
    const { call, ended, changed } = setUp();
    const { output } = await ended(
      await call('updateS3Bucket', { ...of('photos'), body: { owner: 'carol' } }),
    );
    expect(changed()).toEqual([`SERVICE PUT /admin/bucket?bucket=photos&bucket-id=${photos.id}&uid=carol`]);
    expect(output).toMatch(
      /^bucket photos: owner changed from alice to carol, grants to others removed\n.* radosgw-admin bucket chown --bucket photos --uid carol\n$/,
    );
  });

  test('a bucket is not changed by an update with its present values', async () => {
    const { call, ended, changed } = setUp();
    expect(
      await ended(await call('putS3Bucket', { ...of('photos'), body: { owner: 'alice' } })),
    ).toMatchObject({
      state: 'FINISHED',
    });
    expect(changed()).toEqual([]);
  });

  test('only an existing bucket can be updated', async () => {
    const { call } = setUp();
    await expect(call('updateS3Bucket', { ...of('fresh'), body: {} })).rejects.toMatchObject(refusal(404));
  });
});

describe('deleting a bucket', () => {
  const deletion = (more: object = {}) => ({
    ...of('photos'),
    body: { thisWillDeleteData: 'photos', ...more },
  });

  test.each([
    [{ deleteData: true, thisWillDeleteData: 'yes' }, 400, 'thisWillDeleteData must be "photos"'],
    [{ deleteData: true, name: 'films' }, 400, 'must be the bucket of the path'],
    [{}, 409, 'holds 3 objects'],
  ])('the deletion of a bucket with %j is refused: %i %s', async (more, status, words) => {
    const { call, changed } = setUp();
    await expect(call('deleteS3Bucket', deletion(more))).rejects.toMatchObject(refusal(status, words));
    expect(changed()).toEqual([]);
  });

  test('the deletion of a bucket deletes the objects first, and reports how many', async () => {
    const pages = [versions('a%2Fb', 'c'), versions('d'), versions()];
    const encoded = (page: string) => page.replace('<Version>', '<EncodingType>url</EncodingType><Version>');
    const { call, ended, changed } = setUp({ [ALL_VERSIONS]: () => encoded(pages.shift() ?? '') });
    const task = await ended(await call('deleteS3Bucket', deletion({ deleteData: true })));
    expect(task).toMatchObject({
      state: 'FINISHED',
      output: '2 objects deleted\n3 objects deleted\nbucket photos deleted\n',
    });
    expect(changed()).toEqual([
      'SERVICE DELETE /photos/a/b?versionId=null',
      'SERVICE DELETE /photos/c?versionId=null',
      'SERVICE DELETE /photos/d?versionId=null',
      'SERVICE DELETE /admin/bucket?bucket=photos&purge-objects=true',
    ]);
  });

  test('the deletion of a bucket leaves what cannot be deleted one by one to the gateway', async () => {
    const { call, ended, changed } = setUp({ [ALL_VERSIONS]: versions('stale') });
    await ended(await call('deleteS3Bucket', deletion({ deleteData: true })));
    expect(changed()).toEqual([
      'SERVICE DELETE /photos/stale?versionId=null',
      'SERVICE DELETE /admin/bucket?bucket=photos&purge-objects=true',
    ]);
  });

  test('a cancelled deletion of a bucket keeps what is left', async () => {
    let cancel = async () => {};
    const page = () => {
      void cancel();
      return versions('a');
    };
    const { call, ended, changed, tasks } = setUp({ [ALL_VERSIONS]: page });
    const task = await call('deleteS3Bucket', deletion({ deleteData: true }));
    cancel = () => tasks.cancel(task.id ?? 0);
    expect(await ended(task)).toMatchObject({ state: 'CANCELED' });
    expect(changed().some((line) => line.includes('/admin/bucket'))).toBe(false);
  });

  test('the deletion of a bucket fails if the gateway refuses it, with the reason', async () => {
    const { call, ended } = setUp({
      'GET /admin/bucket?bucket=photos&stats=true': JSON.stringify(bucket('photos', 'alice')),
      'DELETE /admin/bucket?bucket=photos': adminError(409, 'BucketNotEmpty'),
    });
    const task = await ended(await call('deleteS3Bucket', deletion()));
    expect(task).toMatchObject({ state: 'FAILED', output: 'the bucket "photos" is not empty\n' });
  });
});

test('a leading slash does not turn the name of a bucket into another one', async () => {
  const { call, changes } = setUp({
    'GET /admin/bucket?bucket=%2Fphotos&stats=true': { status: 200, text: '' },
  });
  const params = { bucketName: '/photos' };
  await expect(call('updateS3Bucket', { params, body: { owner: 'bob' } })).rejects.toMatchObject(
    refusal(404),
  );
  await expect(call('putS3Bucket', { params, body: {} })).rejects.toMatchObject(refusal(400));
  expect(changes()).toEqual([]);
});
