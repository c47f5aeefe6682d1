import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryPersistence } from '../../../../src/service/sim/persistence/directoryPersistence.ts';
import { upload } from '../storage.ts';
import { directory, open, type Session } from './bench.ts';

async function storedThings({ api }: Session) {
  const buckets = await api.listS3Buckets();
  const objects = async (bucketName: string) => {
    const { objects: all = [] } = await api.listS3Objects({
      params: { bucketName },
      query: { flatView: true, max: 1000 },
    });
    return all.map(({ key, size, etag }) => ({ key, size, etag }));
  };
  return {
    users: await api.listS3Users(),
    buckets: buckets
      .map(({ bucket, owner, id, usageSum }) => ({ bucket, owner, id, usageSum }))
      .toSorted((a, b) => String(a.bucket).localeCompare(String(b.bucket))),
    scratch: await objects('scratch'),
    own: await objects('own-bucket'),
    root: (await api.listFiles({ query: { dir: '/' } })).entries,
    moved: await api.statFiles({ body: ['/kept/moved', '/kept/sub'] }),
    quota: await api.getDirectoryQuota({ query: { dir: '/kept' } }),
  };
}

test('S3 users, buckets, objects and files are restored with their contents', async () => {
  const path = directory();
  let before: unknown;
  let key: unknown;
  {
    await using session = open(path);
    const { api } = session;
    await api.createS3User({ body: { uid: 'own', name: 'Own', email: 'own@example.net' } });
    await api.createS3Subuser({ params: { uid: 'own' }, body: { subuser: 'sub', permissions: 'read' } });
    await api.setS3UserQuota({ params: { uid: 'own' }, body: { enabled: true, maxObjects: 7 } });
    await api.updateS3User({ params: { uid: 'jdoe' }, body: { suspended: false } });
    key = await api.getS3UserKey({ params: { uid: 'own' } });
    await api.putS3Bucket({ params: { bucketName: 'own-bucket' }, body: { owner: 'own' } });
    await api.deleteS3Bucket({
      params: { bucketName: 'shop-exports' },
      body: { thisWillDeleteData: 'shop-exports', deleteData: true },
    });
    await session.finish();
    const put = (bucketName: string, name: string, text: string) =>
      api.uploadS3Object({ params: { bucketName }, form: { key: name, file: upload(text) } });
    await put('own-bucket', 'a/b', 'first');
    await put('own-bucket', 'a/b', 'second');
    await put('scratch', 'gone', 'gone');
    await api.deleteS3Object({ params: { bucketName: 'scratch' }, query: { key: 'gone' } });
    await api.copyS3Object({
      params: { bucketName: 'own-bucket' },
      query: { key: 'a/b', dstBucketName: 'scratch', dstKey: 'copy' },
    });
    await api.createDirectory({ body: { dir: '/kept/sub' } });
    await api.uploadFile({ query: { path: '/kept/file' }, form: { file: upload('of a file') } });
    await api.moveFile({ query: { path: '/kept/file', dstPath: '/kept/moved' } });
    await api.updateFile({ query: { path: '/kept/moved' }, body: { uid: 1000, mode: 600 } });
    await api.setDirectoryQuota({ query: { dir: '/kept' }, body: { maxBytes: 2 ** 60 } });
    await api.moveFile({ query: { path: '/projects', dstPath: '/kept/sub/projects' } });
    await api.deleteFiles({ query: { path: ['/scratch'] } });
    await session.finish();
    before = await storedThings(session);
  }
  for (let restart = 0; restart < 2; restart++) {
    const persistence = directoryPersistence(path);
    persistence.confirmRestored();
    await using again = open(path, persistence);
    expect(await storedThings(again)).toEqual(before);
    expect(await again.api.getS3UserKey({ params: { uid: 'own' } })).toEqual(key);
    const text = async (bucketName: string, name: string) =>
      (await again.api.downloadS3Object({ params: { bucketName }, query: { key: name } })).fileContents;
    expect(await text('own-bucket', 'a/b')).toBe('second');
    expect(await text('scratch', 'copy')).toBe('second');
    expect((await again.api.downloadFile({ query: { path: '/kept/moved' } })).fileContents).toBe('of a file');
    expect((await again.api.listFiles({ query: { dir: '/kept/sub' } })).entries).toContain('projects');
    expect(readdirSync(join(path, 'contents'))).toHaveLength(2);
  }
});

test('a user created after a restart gets a new key', async () => {
  const path = directory();
  const keyOf = async ({ api }: Session, uid: string) => {
    await api.createS3User({ body: { uid } });
    return (await api.getS3UserKey({ params: { uid } })).accessKey;
  };
  let first: unknown;
  {
    await using session = open(path);
    first = await keyOf(session, 'one');
  }
  await using session = open(path);
  expect(await keyOf(session, 'two')).not.toBe(first);
});

test('a bucket created after a restart gets an id of its own', async () => {
  const path = directory();
  for (const bucketName of ['one', 'two']) {
    await using session = open(path);
    await session.api.putS3Bucket({ params: { bucketName }, body: {} });
    await session.finish();
    const ids = (await session.api.listS3Buckets()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('tasks survive a restart: unfinished ones have failed, and ids continue', async () => {
  const path = directory();
  let ids: (number | undefined)[] = [];
  {
    await using session = open(path);
    const { id: first } = await session.api.putS3Bucket({ params: { bucketName: 'finished' }, body: {} });
    await session.finish();
    const { id: second } = await session.api.benchmarkDisk({ params: { diskId: 1 } });
    session.engine.cluster.step();
    ids = [first, second];
  }
  await using session = open(path);
  const task = (id = 0) => session.api.getTask({ params: { id } });
  expect(await task(ids[0])).toMatchObject({ state: 'FINISHED', done: true });
  expect(await task(ids[1])).toMatchObject({
    state: 'FAILED',
    done: true,
    output: expect.stringContaining('the service stopped before this task ended'),
  });
  const { id: third = 0 } = await session.api.benchmarkDisk({ params: { diskId: 1 } });
  expect(third).toBeGreaterThan(Math.max(...ids.map(Number)));
});
