import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload } from '../storage.ts';

const SENTENCE = "I'm really sure that I want to delete this";
const named = (bucketName: string) => ({ params: { bucketName } });

describe('creating and changing a bucket', () => {
  test('a new bucket is created by a task, empty, and only its owner may use it', async () => {
    const { api, finish } = storageBench();
    const task = await finish(api.putS3Bucket({ ...named('reports'), body: { owner: 'media' } }));
    expect(task).toMatchObject({ state: 'FINISHED', object: 'reports', startedBy: 'console' });
    expect((await api.listS3Buckets()).find(({ bucket }) => bucket === 'reports')).toMatchObject({
      owner: 'media',
      placementRule: 'default-placement',
      usageSum: { sizeKb: 0, sizeKbActual: 0, numObjects: 0 },
    });
    expect(await api.getS3Bucket(named('reports'))).toEqual({
      cors: [],
      acl: [
        { grantee: 'SINGLE_USER', userId: 'media', displayName: 'Media archive', permission: 'FullControl' },
      ],
    });
  });

  test('a bucket keeps its objects when its owner changes, but not the grants of the former one', async () => {
    const { api, finish } = storageBench();
    await finish(api.putS3Bucket({ ...named('shop-images'), body: { owner: 'analytics' } }));
    const { acl } = await api.getS3Bucket(named('shop-images'));
    expect(acl).toMatchObject([{ userId: 'analytics' }]);
    const { objects } = await api.listS3Objects({
      ...named('shop-images'),
      query: { flatView: true, max: 1 },
    });
    expect(objects?.[0]?.owner).toEqual({ id: 'webshop', displayName: 'Web shop' });
  });

  test('a bucket gets the given grants, without their meaningless parts', async () => {
    const { api, finish } = storageBench();
    const acl = [
      { grantee: 'SINGLE_USER', userId: 'jdoe', displayName: 'somebody', permission: 'Write' },
      { grantee: 'ALL_USERS', userId: 'jdoe', permission: 'Read' },
    ] as const;
    await finish(api.updateS3Bucket({ ...named('scratch'), body: { acl: [...acl] } }));
    expect((await api.getS3Bucket(named('scratch'))).acl).toEqual([
      { grantee: 'SINGLE_USER', userId: 'jdoe', displayName: 'Jane Doe', permission: 'Write' },
      { grantee: 'ALL_USERS', permission: 'Read' },
    ]);
  });

  test.each([
    ['an owner who does not exist', 'new-bucket', { owner: 'nobody' }, 404],
    [
      'a grant to a user who does not exist',
      'scratch',
      { acl: [{ grantee: 'SINGLE_USER', userId: 'nobody', permission: 'Read' }] },
      400,
    ],
    ['a grant without a user', 'scratch', { acl: [{ grantee: 'SINGLE_USER', permission: 'Read' }] }, 400],
    [
      'a group that the gateways do not have',
      'scratch',
      { acl: [{ grantee: 'LOG_DELIVERY', permission: 'Write' }] },
      400,
    ],
    ['capitals', 'Reports', {}, 400],
    ['a short name', 'ab', {}, 400],
    ['a name that is an IP address', '10.0.0.1', {}, 400],
    ['an empty label', 'a..b', {}, 400],
    ['a hyphen at the end', 'reports-', {}, 400],
    ['a long name', 'a'.repeat(64), {}, 400],
  ] as const)('a request for a bucket is refused for %s', async (_, name, body, status) => {
    const { api } = storageBench();
    const before = await api.listS3Buckets();
    const call = api.putS3Bucket({ ...named(name), body: structuredClone(body) as { owner?: string } });
    expect(await refusal(call)).toMatchObject({ status });
    expect(await api.listS3Buckets()).toEqual(before);
    expect((await api.listTasks()).totalElements).toBe(0);
  });

  test('the creation of a bucket fails if its owner is deleted before the task begins', async () => {
    const { api, finish } = storageBench();
    await api.createS3User({ body: { uid: 'short-lived' } });
    const task = api.putS3Bucket({ ...named('reports'), body: { owner: 'short-lived' } });
    await task;
    await api.deleteS3User({ params: { uid: 'short-lived' } });
    expect(await finish(task)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('short-lived'),
    });
    expect(await refusal(api.getS3Bucket(named('reports')))).toMatchObject({ status: 404 });
  });
});

test('only a bucket that exists can be changed', async () => {
  const { api } = storageBench();
  expect(await refusal(api.updateS3Bucket({ ...named('nothing'), body: { owner: 'media' } }))).toMatchObject({
    status: 404,
  });
});

test('some buckets have CORS rules', async () => {
  const { api } = storageBench();
  const { cors } = await api.getS3Bucket(named('shop-images'));
  expect(cors).toMatchObject([{ allowedMethods: ['GET', 'HEAD'], maxAgeSeconds: 3600 }]);
});

describe('deleting a bucket', () => {
  const bucketNames = async ({ api }: ReturnType<typeof storageBench>) =>
    (await api.listS3Buckets()).map(({ bucket }) => bucket);

  test.each([SENTENCE, 'telemetry'])(
    'a bucket is deleted with everything in it if %j says so',
    async (thisWillDeleteData) => {
      const bench = storageBench();
      const body = { deleteData: true, thisWillDeleteData };
      const task = await bench.finish(bench.api.deleteS3Bucket({ ...named('telemetry'), body }));
      expect(task).toMatchObject({ state: 'FINISHED', output: expect.stringContaining('objects deleted') });
      expect(await bucketNames(bench)).not.toContain('telemetry');
    },
  );

  test('an empty bucket is deleted without consent to the loss of data', async () => {
    const bench = storageBench();
    const body = { thisWillDeleteData: 'scratch' };
    await bench.finish(bench.api.deleteS3Bucket({ ...named('scratch'), body }));
    expect(await bucketNames(bench)).not.toContain('scratch');
  });

  test('the space of a deleted bucket is free again', async () => {
    const { api, engine, finish } = storageBench();
    const pool = engine.cluster.model.pools.find(({ name }) => name === 'rgw-data')!;
    const films = (await api.listS3Buckets()).find(({ bucket }) => bucket === 'media-archive');
    const before = pool.bytes;
    const body = { deleteData: true, thisWillDeleteData: 'media-archive' };
    await finish(api.deleteS3Bucket({ ...named('media-archive'), body }));
    const freed = before - pool.bytes;
    expect(freed / ((films?.usageSum?.sizeKb ?? 0) * 1024)).toBeCloseTo(1, 2);
  });

  test.each([
    ['while it contains objects', { thisWillDeleteData: 'telemetry' }, 409, 'deleteData'],
    [
      'with the name of another one as consent',
      { deleteData: true, thisWillDeleteData: 'scratch' },
      400,
      SENTENCE,
    ],
    ['with consent in other capitals', { deleteData: true, thisWillDeleteData: 'Telemetry' }, 400, SENTENCE],
    [
      'if the body names another one',
      { name: 'scratch', deleteData: true, thisWillDeleteData: SENTENCE },
      400,
      'name',
    ],
  ])('a bucket is not deleted %s', async (_, body, status, says) => {
    const bench = storageBench();
    expect(await refusal(bench.api.deleteS3Bucket({ ...named('telemetry'), body }))).toMatchObject({
      status,
      message: expect.stringContaining(says),
    });
    expect(await bucketNames(bench)).toContain('telemetry');
  });

  test('a bucket is deleted only partly if the task is cancelled', async () => {
    const { api, engine, finish } = storageBench();
    const count = async () =>
      (await api.listS3Buckets()).find(({ bucket }) => bucket === 'telemetry')?.usageSum?.numObjects ?? 0;
    const before = await count();
    const task = api.deleteS3Bucket({
      ...named('telemetry'),
      body: { deleteData: true, thisWillDeleteData: SENTENCE },
    });
    const { id = 0 } = await task;
    engine.cluster.step(2);
    await api.cancelTask({ params: { id } });
    expect(await finish(task)).toMatchObject({ state: 'CANCELED' });
    expect(await count()).toBeGreaterThan(0);
    expect(await count()).toBeLessThan(before);
  });

  test('an object uploaded after the deletion was requested keeps its bucket from being deleted', async () => {
    const bench = storageBench();
    const task = bench.api.deleteS3Bucket({ ...named('scratch'), body: { thisWillDeleteData: SENTENCE } });
    await task;
    await bench.api.uploadS3Object({ ...named('scratch'), form: { key: 'late', file: upload('!') } });
    expect(await bench.finish(task)).toMatchObject({ state: 'FAILED' });
    expect(await bucketNames(bench)).toContain('scratch');
  });
});

test('a user owns a thousand buckets at most, created or received', async () => {
  const { api, engine, finish } = storageBench();
  await api.createS3User({ body: { uid: 'collector' } });
  const make = (name: string) => api.putS3Bucket({ ...named(name), body: { owner: 'collector' } });
  for (let number = 0; number < 999; number++) await make(`bucket-${number}`);
  while ((await api.listTasks({ query: { limit: 1000 } })).data!.some(({ done }) => done !== true))
    engine.cluster.step();
  await finish(make('the-last-one'));
  const full = {
    status: 400,
    message: expect.stringMatching(/"collector" owns 1000 buckets.*choose another owner/),
  };
  expect(await refusal(make('one-too-many'))).toEqual(full);
  expect(await refusal(api.updateS3Bucket({ ...named('scratch'), body: { owner: 'collector' } }))).toEqual(
    full,
  );
  // A bucket that the user already owns can still be changed.
  await finish(make('the-last-one'));
});
