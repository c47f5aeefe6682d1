import { expect, test } from 'vitest';
import {
  noGateway,
  refuseBucketDeletion,
  refuseGrant,
  refuseOtherBucket,
  refuseQuota,
  refuseTransfer,
  refuseUserDeletion,
  wrongSize,
} from '../../../src/service/rules/s3.ts';

test('a user who owns buckets is not deleted, and the refusal names the first', () => {
  expect(refuseUserDeletion('alice', [])).toBeUndefined();
  expect(refuseUserDeletion('alice', ['one'])?.message).toContain('owns the bucket one: delete them');
  expect(refuseUserDeletion('alice', ['one', 'two'])).toMatchObject({
    status: 409,
    message: expect.stringContaining('one and 1 more') as string,
  });
});

test('a quota is limited to the largest number of bytes that can be counted', () => {
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 1024);
  expect([refuseQuota({}), refuseQuota({ maxSizeKb: most })]).toEqual([undefined, undefined]);
  expect(refuseQuota({ maxSizeKb: most + 1 })?.status).toBe(400);
});

test('a bucket that contains objects is deleted only together with them', () => {
  const full = { name: 'logs', objects: 3 };
  expect(refuseBucketDeletion(full, false)).toMatchObject({ status: 409 });
  expect(refuseBucketDeletion(full, true)).toBeUndefined();
  expect(refuseBucketDeletion({ ...full, objects: 0 }, false)).toBeUndefined();
});

test('a bucket is not deleted if the name given as consent differs from the path', () => {
  expect(refuseOtherBucket('logs', { name: 'other' })).toMatchObject({ status: 400 });
  expect(refuseOtherBucket('logs', { name: 'logs' })).toBeUndefined();
  expect(refuseOtherBucket('logs', {})).toBeUndefined();
});

test('an object is moved to another bucket or to another key', () => {
  const place = { key: 'k', dstBucketName: 'b', dstKey: 'k' };
  expect(refuseTransfer('b', place)?.status).toBe(400);
  expect(refuseTransfer('a', place)).toBeUndefined();
  expect(refuseTransfer('b', { ...place, dstKey: 'other' })).toBeUndefined();
});

test('a grant is given to a named user, or to a group that the gateways know', () => {
  expect(refuseGrant({ grantee: 'SINGLE_USER', userId: 'alice' })).toBeUndefined();
  expect(refuseGrant({ grantee: 'ALL_USERS' })).toBeUndefined();
  expect(refuseGrant({ grantee: 'SINGLE_USER' })?.message).toContain('needs the userId');
  expect(refuseGrant({ grantee: 'LOG_DELIVERY' })?.message).toContain('leave that grant out');
});

test('a file that differs from its announced size is refused', () => {
  expect(wrongSize(8, 'fewer')).toEqual({
    status: 400,
    message: 'the form states a file size of 8 bytes, but fewer arrived: send the actual size',
  });
});

test('without a gateway the operator is told to start one', () => {
  expect(noGateway()).toEqual({
    status: 503,
    message: 'the cluster reports no S3 gateway: start a radosgw on one of its servers',
  });
  expect(noGateway(', or wait').message).toMatch(/one of its servers, or wait$/);
});
