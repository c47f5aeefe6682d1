import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload, type StorageBench } from '../storage.ts';
import { keys, params, put } from './scratch.ts';

test('a suspended user cannot store anything', async () => {
  const bench = storageBench();
  const { api } = bench;
  await put(bench, 'a', '1');
  await api.updateS3User({ params: { uid: 'admin' }, body: { suspended: true } });
  const suspended = { status: 409, message: expect.stringContaining('suspended') };
  const query = { key: 'a', dstBucketName: 'scratch', dstKey: 'b' };
  for (const call of [
    () => put(bench, 'b', '2'),
    () => api.copyS3Object({ params, query }),
    () => api.moveS3Object({ params, query }),
    () => api.setS3ObjectMetadata({ params, query: { key: 'a' }, body: { contentType: 'text/plain' } }),
    () => api.putS3Bucket({ params: { bucketName: 'new-bucket' }, body: {} }),
  ])
    expect(await refusal(call())).toEqual(suspended);
  expect(await keys(bench)).toEqual(['a']);
  await api.updateS3User({ params: { uid: 'admin' }, body: { suspended: false } });
  await put(bench, 'b', '2');
});

describe('quotas', () => {
  const quotaOf = async ({ api }: StorageBench, kind: 'user' | 'bucket', quota: object) => {
    const input = { params: { uid: 'admin' }, body: { enabled: true, ...quota } };
    await (kind === 'user' ? api.setS3UserQuota(input) : api.setS3UserBucketQuota(input));
  };

  test.each(['user', 'bucket'] as const)('quotas of a %s limit the number of objects', async (kind) => {
    const bench = storageBench();
    await quotaOf(bench, kind, { maxObjects: 2 });
    await put(bench, 'a', '1');
    await put(bench, 'b', '2');
    expect(await refusal(put(bench, 'c', '3'))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/quota exceeded.*"admin".*2 objects/),
    });
    expect(await keys(bench)).toEqual(['a', 'b']);
  });

  test.each(['user', 'bucket'] as const)(
    'quotas of a %s limit the size in KiB, in whole blocks',
    async (kind) => {
      const bench = storageBench();
      await quotaOf(bench, kind, { maxSizeKb: 8 });
      await put(bench, 'a', 'x'.repeat(4097 - 1));
      expect(await refusal(put(bench, 'b', 'x'.repeat(4097)))).toMatchObject({ status: 403 });
      await put(bench, 'b', 'x');
      expect(await refusal(put(bench, 'c', 'x'))).toMatchObject({ status: 403 });
    },
  );

  test('quotas of a user count all of their buckets, and those of a bucket only that one', async () => {
    const bench = storageBench();
    await bench.finish(bench.api.putS3Bucket({ params: { bucketName: 'second' }, body: {} }));
    await quotaOf(bench, 'bucket', { maxObjects: 1 });
    await put(bench, 'a', '1');
    const second = { params: { bucketName: 'second' }, form: { key: 'a', file: upload('1') } };
    await bench.api.uploadS3Object(second);
    await bench.api.deleteS3Object({ params: { bucketName: 'second' }, query: { key: 'a' } });
    await quotaOf(bench, 'user', { maxObjects: 1 });
    expect(await refusal(bench.api.uploadS3Object(second))).toMatchObject({ status: 403 });
  });

  test('quotas that are not enabled limit nothing', async () => {
    const bench = storageBench();
    await bench.api.setS3UserQuota({ params: { uid: 'admin' }, body: { enabled: false, maxObjects: 0 } });
    await put(bench, 'a', '1');
    expect(await keys(bench)).toEqual(['a']);
  });

  test('quotas stop an upload as soon as it is too long', async () => {
    const bench = storageBench();
    await quotaOf(bench, 'user', { maxSizeKb: 64 });
    let sent = 0;
    const content = (async function* () {
      for (; sent < 1000; sent++) yield Buffer.alloc(4096);
    })();
    const call = bench.api.uploadS3Object({ params, form: { key: 'k', file: { name: 'f', content } } });
    expect(await refusal(call)).toMatchObject({ status: 403 });
    expect(sent).toBeLessThan(20);
  });

  test('quotas apply to copies, which change nothing if they do not fit', async () => {
    const bench = storageBench();
    await put(bench, 'a', '1');
    await quotaOf(bench, 'user', { maxObjects: 1 });
    const query = { key: 'a', dstBucketName: 'scratch', dstKey: 'b' };
    expect(await refusal(bench.api.copyS3Object({ params, query }))).toMatchObject({ status: 403 });
    expect(await refusal(bench.api.moveS3Object({ params, query }))).toMatchObject({ status: 403 });
    expect(await keys(bench)).toEqual(['a']);
  });
});

test.each(['quotaMaxBytes', 'quotaMaxObjects'] as const)(
  'nothing is stored beyond the %s of the pool, or once it is reached',
  async (limit) => {
    const bench = storageBench();
    const { pools } = bench.engine.cluster.model;
    const pool = pools.find(({ name }) => name === 'rgw-data')!;
    const used = limit === 'quotaMaxBytes' ? pool.bytes : pool.objects;
    await bench.api.updatePool({ params: { name: 'rgw-data' }, body: { [limit]: Math.ceil(used) + 1 } });
    await put(bench, 'a', 'x');
    expect(await refusal(put(bench, 'b', 'xx'))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^pool rgw-data would exceed its quota of .*: raise the quota/),
    });
    expect(await keys(bench)).toEqual(['a']);
  },
);
