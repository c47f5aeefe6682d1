import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';
import { fileOf } from './tools.ts';

const CAROL = 'suite-carol';
const DAVE = 'suite-dave';
const PHOTOS = 'suite-photos';
const of = (bucketName: string) => ({ params: { bucketName } });

export const s3BucketTests: SectionTests = (site) => {
  const put = async (name: string, body: object) =>
    site().finished(await site().api.putS3Bucket({ ...of(name), body }));
  const listed = async () => (await site().api.listS3Buckets()).find(({ bucket }) => bucket === PHOTOS);
  const s3cmd = async (uid: string, ...args: string[]) => {
    const { clients } = site().traits;
    if (!clients) return undefined;
    const { fileContents = '' } = await site().api.downloadS3UserConfig({ params: { uid } });
    return clients.s3cmd(fileContents, ...args);
  };

  beforeAll(async () => {
    for (const uid of [CAROL, DAVE]) await site().api.createS3User({ body: { uid } });
  });
  afterAll(async () => {
    for (const uid of [CAROL, DAVE]) await site().api.deleteS3User({ params: { uid } });
  });

  test('a bucket is created with an owner and grants, which its clients see', async () => {
    const acl = [
      { grantee: 'SINGLE_USER', userId: CAROL, permission: 'FullControl' },
      { grantee: 'SINGLE_USER', userId: DAVE, permission: 'Write' },
      { grantee: 'ALL_USERS', permission: 'Read' },
    ];
    await put(PHOTOS, { owner: CAROL, acl });
    expect(await listed()).toMatchObject({ bucket: PHOTOS, owner: CAROL });
    const { acl: read = [], cors } = await site().api.getS3Bucket(of(PHOTOS));
    expect(cors).toEqual([]);
    expect(read).toHaveLength(3);
    for (const grant of acl) expect(read).toContainEqual(expect.objectContaining(grant));
    const seen = await s3cmd(CAROL, 'info', `s3://${PHOTOS}`);
    if (seen !== undefined) expect(seen).toMatch(/ACL:\s+\*anon\*: READ/);
  });

  test('invalid requests to create or change a bucket are refused', async () => {
    const body = {};
    await site().declines('putS3Bucket', 400, /lower-case/, { ...of('No_Name'), body });
    await site().declines('putS3Bucket', 404, /nobody/, { ...of('suite-x'), body: { owner: 'nobody' } });
    const acl = [{ grantee: 'LOG_DELIVERY', permission: 'Read' }];
    await site().declines('putS3Bucket', 400, /LOG_DELIVERY/, { ...of(PHOTOS), body: { acl } });
    await site().declines('updateS3Bucket', 404, /suite-x/, { ...of('suite-x'), body: { owner: DAVE } });
    await site().declines('getS3Bucket', 404, /suite-x/, of('suite-x'));
  });

  test('a bucket is listed with its usage', async () => {
    await site().api.uploadS3Object({
      ...of(PHOTOS),
      form: { key: 'one', size: 5000, file: fileOf('x'.repeat(5000)) },
    });
    const bucket = await site().eventually(listed, (found) => found?.usageSum?.numObjects === 1);
    expect(bucket).toMatchObject({ usageSum: { sizeKb: 5, numObjects: 1 } });
    expect(await site().api.listS3BucketNames()).toContainEqual(
      expect.objectContaining({ queryName: PHOTOS }),
    );
    const seen = await site().traits.clients?.radosgwAdmin('bucket', 'stats', '--bucket', PHOTOS);
    if (seen !== undefined) expect(JSON.parse(seen)).toMatchObject({ owner: CAROL, id: bucket?.id });
  });

  test('the CORS rules that a client sets are shown', async () => {
    const { clients } = site().traits;
    if (!clients) return;
    const { fileContents = '' } = await site().api.downloadS3UserConfig({ params: { uid: CAROL } });
    const rule =
      '<ID>shop</ID><AllowedOrigin>https://shop.example.net</AllowedOrigin><AllowedMethod>GET</AllowedMethod><MaxAgeSeconds>300</MaxAgeSeconds>';
    const rules = `<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`;
    await clients.setCors(fileContents, PHOTOS, rules);
    expect((await site().api.getS3Bucket(of(PHOTOS))).cors).toMatchObject([
      {
        id: 'shop',
        allowedMethods: ['GET'],
        allowedOrigins: ['https://shop.example.net'],
        maxAgeSeconds: 300,
      },
    ]);
  });

  test('a bucket is given to another owner, and the grants of the former owner end', async () => {
    await site().finished(await site().api.updateS3Bucket({ ...of(PHOTOS), body: { owner: DAVE } }));
    expect(await listed()).toMatchObject({ owner: DAVE });
    const { acl } = await site().api.getS3Bucket(of(PHOTOS));
    expect(acl).toMatchObject([{ grantee: 'SINGLE_USER', userId: DAVE, permission: 'FullControl' }]);
    if (!site().traits.clients) return;
    expect(await s3cmd(DAVE, 'ls', `s3://${PHOTOS}`)).toContain(`s3://${PHOTOS}/one`);
    await expect(s3cmd(CAROL, 'ls', `s3://${PHOTOS}`)).rejects.toThrow(/403/);
  });

  test('a bucket is deleted with consent, together with its objects', async () => {
    const deletion = (body: object) => ({ ...of(PHOTOS), body: { thisWillDeleteData: PHOTOS, ...body } });
    await site().declines('deleteS3Bucket', 409, /holds 1 object/, deletion({}));
    await site().declines('deleteS3Bucket', 400, /./, deletion({ thisWillDeleteData: 'yes' }));
    await site().declines('deleteS3Bucket', 404, /suite-x/, {
      ...of('suite-x'),
      body: { thisWillDeleteData: 'suite-x' },
    });
    const body = { thisWillDeleteData: PHOTOS, name: PHOTOS, deleteData: true };
    await site().finished(await site().api.deleteS3Bucket({ ...of(PHOTOS), body }));
    expect(await listed()).toBeUndefined();
    await site().declines('getS3Bucket', 404, new RegExp(PHOTOS), of(PHOTOS));
  });
};
