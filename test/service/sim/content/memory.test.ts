import { expect, test } from 'vitest';
import { copyJob } from '../../../../src/service/sim/files/copy.ts';
import { deletionJob } from '../../../../src/service/sim/files/deletion.ts';
import { uploadFile } from '../../../../src/service/sim/files/upload.ts';
import { bucketOrRefuse } from '../../../../src/service/sim/s3/buckets.ts';
import { removeObject } from '../../../../src/service/sim/s3/objects.ts';
import { copyObject, moveObject, uploadObject } from '../../../../src/service/sim/s3/transfer.ts';
import { createStorage } from '../../../../src/service/sim/storage.ts';
import type { SimJob } from '../../../../src/service/sim/tasks/board.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { upload } from '../storage.ts';
import { simulate } from '../support.ts';

const { signal } = new AbortController();
const file = (bytes: number) => upload(Buffer.alloc(bytes));
const run = (job: SimJob) => [...job.run()];

function storage() {
  const { model } = simulate({ scale: 15 }).cluster;
  const { objectStore, fileTree } = createStorage(model, 0);
  return { store: objectStore(), tree: fileTree(), used: () => objectStore().contents.used };
}

test('objects use memory for each content once, and none when they are deleted', async () => {
  const { store, used } = storage();
  const put = (key: string, bytes: number) =>
    uploadObject(store, { bucketName: 'scratch', key, file: file(bytes), size: undefined }, signal);
  const to = (key: string, dstKey: string) => ({
    bucketName: 'scratch',
    key,
    dstBucketName: 'scratch',
    dstKey,
  });
  await put('a', 100);
  await put('b', 30);
  expect(used()).toBe(130);
  copyObject(store, to('a', 'c'));
  moveObject(store, to('a', 'b'));
  expect(used()).toBe(100);
  await put('b', 7);
  expect(used()).toBe(107);
  for (const key of ['b', 'c']) removeObject(store, bucketOrRefuse(store, 'scratch'), key);
  expect(used()).toBe(0);
});

test('files use memory for each content once, and none when they are deleted', async () => {
  const { tree, used } = storage();
  const put = (path: string, bytes: number) => uploadFile(tree, parsePath(path), file(bytes), signal);
  await put('/scratch/a', 100);
  await put('/scratch/a', 60);
  expect(used()).toBe(60);
  run(copyJob(tree, parsePath('/scratch'), parsePath('/copy'), 'test'));
  expect(used()).toBe(60);
  await put('/copy/a', 5);
  expect(used()).toBe(65);
  run(deletionJob(tree, [parsePath('/scratch')], 'test'));
  expect(used()).toBe(5);
  run(deletionJob(tree, [parsePath('/copy')], 'test'));
  expect(used()).toBe(0);
});
