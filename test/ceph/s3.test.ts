import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench } from './bench.ts';
import { radosgwAdmin } from './s3Client.ts';
import { bucketTests } from './suites/s3Buckets.ts';
import { objectTests } from './suites/s3Objects.ts';
import { userTests } from './suites/s3Users.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.create();
}, 300_000);
afterAll(() => bench?.destroy(), 60_000);

test('the user of this service is created when it is first needed, and its key is kept in the cluster', async () => {
  expect(await radosgwAdmin(bench, 'user', 'list')).toEqual([]);
  expect((await bench.call('listS3Users', {})).map(({ uid }) => uid)).toEqual(['storedeck']);
  const { accessKey } = await bench.call('getS3UserKey', { params: { uid: 'storedeck' } });
  expect(JSON.parse(await bench.cluster.ceph('config-key', 'get', 'storedeck/s3-key'))).toMatchObject({
    accessKey,
  });
});

describe('S3 users', () => userTests(() => bench));
describe('S3 buckets', () => bucketTests(() => bench));
describe('S3 objects', () => objectTests(() => bench));

describe('what the engine depends on', () => {
  test('a deleted key of the service is created again', async () => {
    const { accessKey = '' } = await bench.call('getS3UserKey', { params: { uid: 'storedeck' } });
    await radosgwAdmin(bench, 'key', 'rm', '--uid', 'storedeck', '--access-key', accessKey);
    await bench.declined(503, /radosgw-admin key create/, 'getS3UserKey', { params: { uid: 'storedeck' } });
    await radosgwAdmin(bench, 'key', 'create', '--uid', 'storedeck', '--gen-access-key', '--gen-secret');
    const renewed = await bench.call('getS3UserKey', { params: { uid: 'storedeck' } });
    expect(renewed.accessKey).not.toBe(accessKey);
  });

  test('a gateway that has exited is reported, and used again once it is back', async () => {
    await bench.cluster.kill('client.rgw.a');
    // Refused or reset: a connection that was kept open may notice it first.
    const words = /gateway at http:\/\/127\.0\.0\.1:\d+ does not answer/;
    await bench.declined(503, words, 'listS3Users', {});
    await bench.cluster.start('client.rgw.a');
    const users = async () => (await bench.call('listS3Users', {})).length;
    await expect.poll(() => users().catch(() => 0), { timeout: 60_000, interval: 250 }).toBeGreaterThan(0);
  });
});
