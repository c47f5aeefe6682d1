import { writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { radosgwAdmin, s3Request, S3Client } from '../s3Client.ts';

const of = (bucketName: string) => ({ params: { bucketName } });
const mine = (bucketName: string) => ({ thisWillDeleteData: bucketName });

export function bucketTests(bench: () => Bench): void {
  const put = async (name: string, body: object) =>
    bench().ended((await bench().call('putS3Bucket', { ...of(name), body })).id);
  const stats = (name: string) =>
    radosgwAdmin<{ owner: string; usage: object }>(bench(), 'bucket', 'stats', '--bucket', name);
  const names = () => radosgwAdmin<string[]>(bench(), 'bucket', 'list');

  beforeAll(async () => {
    for (const uid of ['carol', 'dave']) await bench().call('createS3User', { body: { uid } });
  });

  test('buckets are created with an owner and grants', async () => {
    const acl = [
      { grantee: 'SINGLE_USER', userId: 'carol', permission: 'FullControl' },
      { grantee: 'SINGLE_USER', userId: 'dave', permission: 'Write' },
      { grantee: 'ALL_USERS', permission: 'Read' },
    ];
    expect(await put('photos', { owner: 'carol', acl })).toMatchObject({
      state: 'FINISHED',
      output: 'bucket photos created: owner carol\nbucket photos: 3 grants set\n',
    });
    expect(await stats('photos')).toMatchObject({ owner: 'carol' });
    using client = await S3Client.of(bench(), 'carol');
    const printed = await client.s3cmd('info', 's3://photos');
    expect(printed).toMatch(/ACL:\s+\*anon\*: READ/);
    expect(printed).toMatch(/ACL:\s+dave: WRITE/);
    const { acl: read = [] } = await bench().call('getS3Bucket', of('photos'));
    expect(read).toHaveLength(3);
    for (const grant of acl) expect(read).toContainEqual(expect.objectContaining(grant));
  });

  test('buckets are not created with invalid requests', async () => {
    const declined = (status: number, words: RegExp, name: string, body: object = {}) =>
      bench().declined(status, words, 'putS3Bucket', { ...of(name), body });
    await declined(400, /lower-case/, 'No_Name');
    await declined(404, /"nobody"/, 'photos-2', { owner: 'nobody' });
    const acl = [{ grantee: 'SINGLE_USER', userId: 'nobody', permission: 'Read' }];
    await declined(400, /"nobody"/, 'photos-2', { acl });
    await declined(400, /LOG_DELIVERY/, 'photos', { acl: [{ grantee: 'LOG_DELIVERY', permission: 'Read' }] });
    await bench().declined(404, /"photos-2"/, 'updateS3Bucket', {
      ...of('photos-2'),
      body: { owner: 'dave' },
    });
    expect(await names()).toEqual(['photos']);
  });

  test('buckets show their CORS rules', async () => {
    using client = await S3Client.of(bench(), 'carol');
    expect((await bench().call('getS3Bucket', of('photos'))).cors).toEqual([]);
    writeFileSync(
      client.file('cors'),
      '<CORSConfiguration><CORSRule><ID>shop</ID><AllowedOrigin>https://shop.example.net</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>300</MaxAgeSeconds></CORSRule></CORSConfiguration>',
    );
    await client.s3cmd('setcors', client.file('cors'), 's3://photos');
    expect((await bench().call('getS3Bucket', of('photos'))).cors).toEqual([
      {
        id: 'shop',
        allowedMethods: ['GET'],
        allowedOrigins: ['https://shop.example.net'],
        allowedHeaders: ['*'],
        exposedHeaders: ['ETag'],
        maxAgeSeconds: 300,
      },
    ]);
    await bench().declined(404, /"nix"/, 'getS3Bucket', of('nix'));
  });

  test('buckets are listed with their usage', async () => {
    using client = await S3Client.of(bench(), 'carol');
    writeFileSync(client.file('object'), 'x'.repeat(5000));
    await client.s3cmd('put', client.file('object'), 's3://photos/one');
    await bench().call('setS3UserBucketQuota', {
      params: { uid: 'carol' },
      body: { enabled: true, maxSizeKb: 512 },
    });
    const photos = (await bench().call('listS3Buckets', {})).find(({ bucket }) => bucket === 'photos');
    expect(photos).toMatchObject({
      owner: 'carol',
      placementRule: 'default-placement',
      usageSum: { sizeKb: 5, sizeKbActual: 8, numObjects: 1 },
      quota: { enabled: true, maxSizeKb: 512, maxObjects: -1 },
      usage: (await stats('photos')).usage,
    });
    expect(photos?.modified).toBeGreaterThan(1.7e9);
    expect(await bench().call('listS3BucketNames', {})).toEqual([
      { displayName: 'photos', queryName: 'photos', quotaBytes: 512 * 1024 },
    ]);
  });

  test('buckets are given to another owner, whose clients can then use them', async () => {
    const { id } = await bench().call('updateS3Bucket', { ...of('photos'), body: { owner: 'dave' } });
    expect((await bench().ended(id)).output).toContain('radosgw-admin bucket chown');
    expect(await stats('photos')).toMatchObject({ owner: 'dave' });
    expect((await bench().call('getS3Bucket', of('photos'))).acl).toEqual([
      { grantee: 'SINGLE_USER', userId: 'dave', displayName: 'dave', permission: 'FullControl' },
    ]);
    using client = await S3Client.of(bench(), 'dave');
    expect(await client.s3cmd('ls', 's3://photos')).toContain('s3://photos/one');
    using former = await S3Client.of(bench(), 'carol');
    await expect(former.s3cmd('ls', 's3://photos')).rejects.toThrow(/403/);
  });

  test('buckets of a tenant have the tenant in their name', async () => {
    await radosgwAdmin(bench(), 'user', 'create', '--uid', 'tom', '--tenant', 'ten', '--display-name', 'Tom');
    await bench().declined(400, /TENANT\/NAME/, 'putS3Bucket', {
      ...of('films'),
      body: { owner: 'ten$tom' },
    });
    expect(await put('ten/films', { owner: 'ten$tom' })).toMatchObject({ state: 'FINISHED' });
    expect(await stats('ten/films')).toMatchObject({ owner: 'ten$tom' });
    const buckets = await bench().call('listS3Buckets', {});
    expect(buckets.map(({ bucket }) => bucket).toSorted()).toEqual(['photos', 'ten/films']);
    const { id } = await bench().call('deleteS3Bucket', { ...of('ten/films'), body: mine('ten/films') });
    expect(await bench().ended(id)).toMatchObject({ state: 'FINISHED' });
  });

  test('buckets are deleted with consent, together with their objects', async () => {
    const deletion = (body: object) => ({ ...of('photos'), body: { ...mine('photos'), ...body } });
    await bench().declined(409, /holds 1 objects/, 'deleteS3Bucket', deletion({}));
    await bench().declined(
      400,
      /nothing was deleted/,
      'deleteS3Bucket',
      deletion({ thisWillDeleteData: 'yes' }),
    );
    await bench().declined(404, /"nix"/, 'deleteS3Bucket', { ...of('nix'), body: mine('nix') });
    // Versions of a key that XML cannot carry, a delete marker, and an unfinished upload.
    const versioning = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    await s3Request(bench(), 'dave', 'PUT', '/photos', { versioning: '' }, versioning);
    await s3Request(bench(), 'dave', 'POST', '/photos/unfinished', { uploads: '' });
    for (const content of ['first', 'second'])
      await bench().call('uploadS3Object', {
        ...of('photos'),
        form: { key: 'odd \u0001 key', file: { name: 'f', content: once(content) } },
      });
    await bench().call('deleteS3Object', { ...of('photos'), query: { key: 'one' } });
    const { id } = await bench().call('deleteS3Bucket', deletion({ deleteData: true }));
    expect(await bench().ended(id)).toMatchObject({
      state: 'FINISHED',
      output: '4 objects deleted\nbucket photos deleted\n',
    });
    expect(await names()).toEqual([]);
  });
}

async function* once(text: string) {
  yield Buffer.from(text);
}
