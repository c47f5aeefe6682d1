import { expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';

const UNLIMITED = { enabled: false, maxSizeKb: -1, maxObjects: -1 };

test('a new user is listed, with no quota', async () => {
  const { api } = storageBench();
  await api.createS3User({ body: { uid: 'ops', name: 'Operations', email: 'Ops@Example.net' } });
  expect((await api.listS3Users()).find(({ uid }) => uid === 'ops')).toEqual({
    uid: 'ops',
    name: 'Operations',
    email: 'ops@example.net',
    suspended: false,
    subusers: [],
    bucketQuota: UNLIMITED,
    userQuota: UNLIMITED,
  });
});

test('a uid and an e-mail address belong to one user only, and a refusal changes nothing', async () => {
  const { api } = storageBench();
  const before = await api.listS3Users();
  expect(await refusal(api.createS3User({ body: { uid: 'backup' } }))).toMatchObject({ status: 409 });
  const taken = await refusal(api.createS3User({ body: { uid: 'new', email: 'BACKUP@example.net' } }));
  expect(taken).toMatchObject({ status: 409, message: expect.stringContaining('"backup"') });
  const stolen = api.updateS3User({
    params: { uid: 'media' },
    body: { name: 'Thief', email: 'backup@example.net' },
  });
  expect(await refusal(stolen)).toMatchObject({ status: 409 });
  expect(await api.listS3Users()).toEqual(before);
});

test.each(['a b', 'a/b', 'a:b', 'a$b', 'a\nb', 'x'.repeat(129)])('%j cannot be a uid', async (uid) => {
  const { api } = storageBench();
  expect(await refusal(api.createS3User({ body: { uid } }))).toMatchObject({ status: 400 });
});

test('a user can be suspended and resumed, and keeps the fields that were not given', async () => {
  const { api } = storageBench();
  const webshop = async () => (await api.listS3Users()).find(({ uid }) => uid === 'webshop');
  const before = await webshop();
  await api.updateS3User({ params: { uid: 'webshop' }, body: { suspended: true } });
  expect(await webshop()).toEqual({ ...before, suspended: true });
  await api.updateS3User({ params: { uid: 'webshop' }, body: { suspended: false, name: 'Shop' } });
  expect(await webshop()).toEqual({ ...before, name: 'Shop' });
});

test('sub-users belong to their user, each with its own key', async () => {
  const { api } = storageBench();
  const params = { uid: 'backup', subuser: 'mirror' };
  await api.createS3Subuser({ params: { uid: 'backup' }, body: { subuser: 'mirror', permissions: 'read' } });
  await api.updateS3Subuser({ params, body: { permissions: 'read-write' } });
  const backup = (await api.listS3Users()).find(({ uid }) => uid === 'backup');
  expect(backup?.subusers).toContainEqual({ subuser: 'mirror', permissions: 'read-write' });
  const [own, others] = [
    await api.getS3SubuserKey({ params }),
    await api.getS3UserKey({ params: { uid: 'backup' } }),
  ];
  expect(own.user).toBe('backup:mirror');
  expect(own.accessKey).toMatch(/^[A-Z0-9]{20}$/);
  expect(own.secretKey).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(own.accessKey).not.toBe(others.accessKey);
  expect(await api.getS3SubuserKey({ params: { uid: 'backup', subuser: 'backup:mirror' } })).toEqual(own);

  const again = api.createS3Subuser({
    params: { uid: 'backup' },
    body: { subuser: 'mirror', permissions: 'read' },
  });
  expect(await refusal(again)).toMatchObject({ status: 409 });
  await api.deleteS3Subuser({ params });
  expect(await refusal(api.getS3SubuserKey({ params }))).toMatchObject({ status: 404 });
  expect(await refusal(api.deleteS3Subuser({ params }))).toMatchObject({ status: 404 });
});

test('keys depend on the seed of the engine', async () => {
  const key = async (seed: number) =>
    await storageBench({ seed }).api.getS3UserKey({ params: { uid: 'media' } });
  expect(await key(5)).toEqual(await key(5));
  expect(await key(5)).not.toEqual(await key(6));
});

test('the configuration file of a client has the key', async () => {
  const { api } = storageBench();
  const params = { uid: 'backup', subuser: 'restore' };
  const { secretKey = '?' } = await api.getS3SubuserKey({ params });
  const { fileName, fileContents } = await api.downloadS3SubuserConfig({ params });
  expect(fileName).toBe('backup-restore.s3cfg');
  expect(fileContents).toContain(`secret_key = ${secretKey}\n`);
  expect((await api.downloadS3UserConfig({ params: { uid: 'backup' } })).fileContents).not.toContain(
    secretKey,
  );
});

test('a quota changes in the given fields, and a negative value means unlimited', async () => {
  const { api } = storageBench();
  const params = { uid: 'media' };
  await api.setS3UserQuota({ params, body: { enabled: true, maxObjects: 7 } });
  await api.setS3UserQuota({ params, body: { maxSizeKb: -5 } });
  await api.setS3UserBucketQuota({ params, body: { maxSizeKb: 12 } });
  const media = (await api.listS3Users()).find(({ uid }) => uid === 'media');
  expect(media?.userQuota).toEqual({ enabled: true, maxSizeKb: -1, maxObjects: 7 });
  expect(media?.bucketQuota).toEqual({ enabled: false, maxSizeKb: 12, maxObjects: -1 });
  const most = api.setS3UserQuota({ params, body: { maxSizeKb: 2 ** 52 } });
  expect(await refusal(most)).toMatchObject({ status: 400 });
  const bucket = (await api.listS3Buckets()).find(({ owner }) => owner === 'media');
  expect(bucket?.quota).toEqual(media?.bucketQuota);
});

test('a user who owns buckets cannot be deleted', async () => {
  const { api, finish } = storageBench();
  const params = { uid: 'admin' };
  expect(await refusal(api.deleteS3User({ params }))).toMatchObject({
    status: 409,
    message: expect.stringContaining('scratch'),
  });
  await finish(api.putS3Bucket({ params: { bucketName: 'scratch' }, body: { owner: 'media' } }));
  await api.deleteS3User({ params });
  expect(await refusal(api.getS3UserKey({ params }))).toMatchObject({ status: 404 });
});

test('without a gateway that answers S3 does not work', async () => {
  const { api, engine } = storageBench();
  for (const daemon of engine.cluster.model.daemons)
    if (daemon.kind === 'radosgw') engine.cluster.killDaemon('radosgw', daemon.name);
  engine.cluster.step(120);
  expect(await refusal(api.listS3Users())).toMatchObject({ status: 503 });
});

test('a changed quota of a user and of its buckets is in the log of the management service', async () => {
  const { api } = storageBench();
  const change = { params: { uid: 'backup' }, body: { enabled: true, maxObjects: 5 } };
  await api.setS3UserQuota(change);
  await api.setS3UserBucketQuota(change);
  const lines = await api.readLogs({ query: { service: ['mgmt'], lines: 2 } });
  expect(lines.map(({ m }) => m)).toEqual([
    'quota of the S3 user "backup" changed',
    'bucket quota of the S3 user "backup" changed',
  ]);
});
