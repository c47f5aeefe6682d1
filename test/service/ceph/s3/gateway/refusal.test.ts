import { expect, test } from 'vitest';
import { gatewayRefusal, type RefusedSubject } from '../../../../../src/service/ceph/s3/gateway/refusal.ts';

const ADMIN: RefusedSubject = { admin: 'user', uid: 'alice' };
const BUCKET: RefusedSubject = { bucket: 'photos' };
const OBJECT: RefusedSubject = { bucket: 'photos', key: 'a/b' };
const xml = (code: string, message = '') =>
  `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

test.each<readonly [string, RefusedSubject, number, string]>([
  ['NoSuchBucket', { admin: 'bucket', bucket: 'photos' }, 404, 'there is no bucket "photos"'],
  ['NoSuchBucket', ADMIN, 404, 'there is no bucket ""'],
  ['NoSuchKey', OBJECT, 404, 'the bucket photos has no object "a/b"'],
  ['NoSuchKey', BUCKET, 404, 'there is no bucket "photos"'],
  ['NoSuchKey', ADMIN, 404, 'there is no S3 user "alice"'],
  ['NoSuchKey', { admin: 'metadata/user' }, 404, 'there is no S3 user ""'],
  ['NoSuchKey', { admin: 'bucket', bucket: 'photos' }, 404, 'there is no bucket "photos"'],
  ['NoSuchUser', ADMIN, 404, 'there is no S3 user "alice"'],
  ['NoSuchUser', BUCKET, 404, 'there is no S3 user ""'],
  ['NoSuchSubUser', ADMIN, 404, 'the S3 user "alice" has no such sub-user'],
  ['UserAlreadyExists', ADMIN, 409, 'the S3 user "alice" already exists'],
  ['EmailExists', ADMIN, 409, 'another S3 user already has that e-mail address'],
  ['BucketAlreadyExists', BUCKET, 409, 'the bucket "photos" of another user exists already'],
  ['BucketNotEmpty', BUCKET, 409, 'the bucket "photos" is not empty'],
  ['PreconditionFailed', OBJECT, 409, 'the object was changed meanwhile'],
  ['UserSuspended', ADMIN, 409, 'the S3 user storedeck of this service is suspended'],
  ['UserSuspended', BUCKET, 409, 'the S3 user who owns this is suspended'],
  ['QuotaExceeded', OBJECT, 403, 'quota exceeded for the bucket "photos" or its owner'],
  ['AccessDenied', ADMIN, 403, 'the S3 gateway denies this to the S3 user storedeck of this service'],
  ['AccessDenied', BUCKET, 403, 'the S3 gateway denies this to the owner of the bucket "photos"'],
  ['PermanentRedirect', BUCKET, 409, 'the bucket "photos" is in another zone group'],
  ['TooManyBuckets', BUCKET, 400, 'the owner has the maximum number of buckets'],
  ['InvalidBucketName', BUCKET, 400, '"photos" is not a valid bucket name'],
  ['EntityTooLarge', OBJECT, 413, 'the object is larger than the S3 gateways accept'],
  ['SignatureDoesNotMatch', BUCKET, 503, 'the S3 gateway does not accept the signature'],
  ['InvalidAccessKeyId', BUCKET, 503, 'the S3 gateway does not know the access key'],
  ['RequestTimeTooSkewed', BUCKET, 503, 'the clocks of this machine and of the S3 gateway differ'],
])('the code %s for %j means status %i: %s', (code, subject, status, words) => {
  const refused = gatewayRefusal(418, xml(code, 'something else'), subject);
  expect([refused.status, refused.code]).toEqual([status, code]);
  expect(refused.message.slice(0, words.length)).toBe(words);
});

test.each<readonly [number, string, number, string, string]>([
  [400, xml('Odd', 'wrong'), 400, 'Odd', 'the S3 gateway refused: wrong (Odd)'],
  [415, xml('Odd'), 415, 'Odd', 'the S3 gateway refused: Odd'],
  [403, xml('', 'wrong'), 403, '', 'the S3 gateway refused: wrong'],
  [501, 'no XML', 501, '', 'the S3 gateway refused: status 501'],
  [500, '', 503, '', 'the S3 gateway refused: status 500'],
  [400, '{"Code":"Odd","Message":"wrong"}', 400, 'Odd', 'the S3 gateway refused: wrong (Odd)'],
  [401, '{"Code":"Odd"}', 401, 'Odd', 'the S3 gateway refused: Odd'],
  [413, '{broken', 413, '', 'the S3 gateway refused: status 413'],
])('an answer with status %i and the body %j is a refusal', (status, text, expected, code, message) =>
  expect(gatewayRefusal(status, text, BUCKET)).toMatchObject({ status: expected, code, message }),
);

test('an answer that only says that nothing was found is about its subject', () =>
  expect(gatewayRefusal(404, '', OBJECT)).toMatchObject({
    status: 404,
    code: 'NoSuchKey',
    message: expect.stringContaining('has no object "a/b"') as string,
  }));
