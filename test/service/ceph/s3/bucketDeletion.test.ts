import { expect, test } from 'vitest';
import { bucketKinds, deletionJob } from '../../../../src/service/ceph/s3/bucketDeletion.ts';
import type { ObjectStore } from '../../../../src/service/ceph/s3/objectStore.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { resumedWork } from '../tasks/resumed.ts';

/** The job of a deletion after a restart, on gateways that return the present id of the bucket with that name. */
async function resumed(deleteData: boolean, idNow: () => string) {
  const clock = fakeClock();
  const changes: unknown[][] = [];
  const store = {
    admin: {
      bucket: async () => ({ bucket: 'doomed', id: idNow() }),
      change: async (...all: unknown[]) => void changes.push(all),
    },
    gateway: { readText: async () => '<ListVersionsResult></ListVersionsResult>' },
  } as unknown as ObjectStore;
  const job = deletionJob(store, { bucket: 'doomed', id: 'b1', deleteData }, 'test');
  return { changes, ...(await resumedWork(clock, bucketKinds(store, clock), job)) };
}

test('the deletion of a bucket continues after a restart, and deletes its objects only if that was requested', async () => {
  const bucket = { admin: 'bucket', bucket: 'doomed' };
  expect((await resumed(true, () => 'b1')).changes).toEqual([
    ['DELETE', bucket, { 'purge-objects': 'true' }],
  ]);
  expect((await resumed(false, () => 'b1')).changes).toEqual([['DELETE', bucket, {}]]);
});

test('a bucket that is gone counts as deleted, and a new one of the same name is left alone', async () => {
  const gone = await resumed(true, () => {
    throw new Refusal(404, 'no such bucket');
  });
  expect(gone).toMatchObject({
    changes: [],
    failure: '',
    said: [expect.stringContaining('deleted before the restart')],
  });
  expect(await resumed(true, () => 'b2')).toMatchObject({
    changes: [],
    failure: expect.stringContaining('another bucket is now named doomed') as string,
  });
});

test('a gateway that starts later than the service is waited for', async () => {
  let looks = 0;
  const late = await resumed(true, () => {
    if (looks++ < 3) throw new Refusal(503, 'ECONNREFUSED');
    return 'b1';
  });
  expect(late).toMatchObject({ failure: '' });
  expect(late.changes).toHaveLength(1);
});
