import { expect, test } from 'vitest';
import {
  emailTaken,
  noBucket,
  noGateway,
  noGrantee,
  noObject,
  noSubuser,
  noUser,
  ownerSuspended,
  refuseBucketDeletion,
  refuseGrant,
  refuseOtherBucket,
  refuseQuota,
  refuseTransfer,
  refuseUserDeletion,
  subuserTaken,
  uidTaken,
  wrongSize,
} from '../../../src/service/rules/s3.ts';

test('a user who owns buckets is not deleted, and the refusal names the first', () => {
  expect(refuseUserDeletion('alice', [])).toBeUndefined();
  expect(refuseUserDeletion('alice', ['one'])?.message).toContain('owns the bucket one: delete them');
  expect(refuseUserDeletion('alice', ['one', 'two', 'three'])?.message).toContain('one and 2 more: delete');
  expect(refuseUserDeletion('alice', ['one', 'two'])).toMatchObject({
    status: 409,
    message: expect.stringContaining('one and 1 more') as string,
  });
});

test('a quota is limited to the largest number of bytes that can be counted', () => {
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 1024);
  expect([refuseQuota({}), refuseQuota({ maxSizeKb: most })]).toEqual([undefined, undefined]);
  expect(refuseQuota({ maxSizeKb: most + 1 })).toEqual({
    status: 400,
    message: `maxSizeKb is too large: set at most ${most}, or -1 for no limit`,
  });
});

test('a bucket that contains objects is deleted only together with them', () => {
  const full = { name: 'logs', objects: 3 };
  expect(refuseBucketDeletion(full, false)).toMatchObject({ status: 409 });
  expect(refuseBucketDeletion({ ...full, objects: 1 }, false)?.message).toContain('logs holds 1 objects');
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

test.each([
  [noUser('bob'), 404, 'there is no S3 user "bob": list the users to see which exist'],
  [noBucket('logs'), 404, 'there is no bucket "logs": list the buckets to see which exist'],
  [noObject('logs', 'a b'), 404, 'the bucket logs has no object "a b": list the objects to see which exist'],
  [noSubuser('bob', 'app'), 404, 'the S3 user "bob" has no sub-user "app"'],
  [noGrantee('bob'), 400, 'there is no S3 user "bob": correct the userId or leave that grant out'],
  [uidTaken('bob'), 409, 'the S3 user "bob" already exists: choose another uid'],
  [emailTaken(), 409, 'another S3 user already has that e-mail address: use another one'],
  [emailTaken('eve'), 409, 'the S3 user "eve" already has that e-mail address: use another one'],
  [subuserTaken('bob', 'app'), 409, 'the S3 user "bob" already has a sub-user "app"'],
  [ownerSuspended('bob'), 409, 'the S3 user "bob", who owns this, is suspended: resume the user first'],
])('what the object store lacks, has already or does not serve is named: %o', (refused, status, message) => {
  expect(refused).toEqual({ status, message });
});
