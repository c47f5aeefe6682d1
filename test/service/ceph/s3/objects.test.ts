import { describe, expect, test } from 'vitest';
import { s3ObjectHandlers } from '../../../../src/service/ceph/s3/objectHandlers.ts';
import { Downloads } from '../../../../src/service/downloads.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { adminError, bucket, error, recordedStore, user, type Answers } from './recordedStore.ts';

const ETAG = '"5d41402abc4b2a76b9719d911017c592"';
const head = (size: number, more = {}) => ({
  headers: { 'content-length': String(size), etag: ETAG, 'content-type': 'text/plain', ...more },
});
const COPIED = '<CopyObjectResult><ETag>x</ETag></CopyObjectResult>';
const policyOf = (owner: string) =>
  `<AccessControlPolicy><Owner><ID>${owner}</ID></Owner><AccessControlList/></AccessControlPolicy>`;

function setUp(answers: Answers = {}) {
  const recorded = recordedStore({
    'GET /admin/bucket?bucket=photos&stats=true': JSON.stringify(bucket('photos', 'alice')),
    'GET /admin/bucket?bucket=films&stats=true': JSON.stringify(bucket('films', 'carol')),
    'GET /admin/bucket?bucket=own&stats=true': JSON.stringify(bucket('own', 'storedeck')),
    'GET /admin/bucket?bucket=nix&stats=true': adminError(404, 'NoSuchBucket'),
    'GET /admin/user?uid=alice': user('alice'),
    'GET /admin/user?uid=carol': user('carol'),
    'GET /admin/user?uid=storedeck': user('storedeck', { system: 'true' }),
    'HEAD /photos/a/%C3%BC%20%25': head(5, { 'x-amz-meta-colour': 'red' }),
    'GET /photos/a/%C3%BC%20%25': { ...head(5, { 'x-amz-meta-colour': 'red' }), text: 'hello' },
    'HEAD /photos/nix': { status: 404 },
    ...answers,
  });
  const downloads = new Downloads(fakeClock());
  const call = caller(s3ObjectHandlers(recorded.store, downloads));
  const lines = () => recorded.changes().map(({ line, by }) => `${by} ${line}`);
  return { ...recorded, call, lines, downloads };
}
const KEY = 'a/ü %';
const of = (key: string, bucketName = 'photos') => ({ params: { bucketName }, query: { key } });
const to = (dstBucketName: string, dstKey: string, key = KEY) => ({
  params: { bucketName: 'photos' },
  query: { key, dstBucketName, dstKey },
});

describe('listing objects', () => {
  const LIST = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
  test.each([
    [{}, 'delimiter=%2F&encoding-type=url&fetch-owner=true&list-type=2&max-keys=1000'],
    [{ flatView: true, max: 5 }, 'encoding-type=url&fetch-owner=true&list-type=2&max-keys=5'],
    [
      { prefix: 'a b/', continuationToken: 'c&d', flatView: true, max: 99_999 },
      'continuation-token=c%26d&encoding-type=url&fetch-owner=true&list-type=2&max-keys=1000&prefix=a%20b%2F',
    ],
  ])('a listing of %j asks the gateway for %s', async (query, asked) => {
    const line = `GET /photos?${asked}`;
    const { call, asked: lines } = setUp({ [line]: LIST });
    await call('listS3Objects', { params: { bucketName: 'photos' }, query });
    expect(lines[0]?.line).toBe(line);
  });
});

describe('deleting an object', () => {
  test('an existing object is deleted', async () => {
    const { call, lines } = setUp();
    await call('deleteS3Object', of(KEY));
    expect(lines()).toEqual(['SERVICE DELETE /photos/a/%C3%BC%20%25']);
  });

  test('deleting a missing object is refused, although the gateway would accept it', async () => {
    const { call, lines } = setUp();
    await expect(call('deleteS3Object', of('nix'))).rejects.toMatchObject(refusal(404, 'no object "nix"'));
    expect(lines()).toEqual([]);
  });
});

describe('new metadata', () => {
  const ACL = 'GET /photos/a/%C3%BC%20%25?acl=';
  const PUT = 'PUT /photos/a/%C3%BC%20%25';

  test('new metadata is set by copying the object onto itself as its owner, and its grants are restored afterwards', async () => {
    const { call, changes } = setUp({ [ACL]: policyOf('carol'), [PUT]: COPIED });
    await call('setS3ObjectMetadata', { ...of(KEY), body: { contentType: 'a/b', userMetadata: { K: 'v' } } });
    const [copy, acl, ...more] = changes();
    expect(copy).toMatchObject({ line: PUT, by: 'KEY-carol' });
    expect(copy?.headers).toMatchObject({
      'x-amz-copy-source': '/photos/a/%C3%BC%20%25',
      'x-amz-copy-source-if-match': ETAG,
      'x-amz-metadata-directive': 'REPLACE',
      'content-type': 'a/b',
      'x-amz-meta-k': 'v',
    });
    expect(acl).toMatchObject({ line: `${PUT}?acl=`, by: 'SERVICE', body: policyOf('carol') });
    expect(more).toEqual([]);
  });

  test('the metadata of an object of a system user is never set by a copy in the gateway', async () => {
    const { call, changes } = setUp({ [ACL]: policyOf('storedeck') });
    await call('setS3ObjectMetadata', { ...of(KEY), body: { contentType: 'a/b' } });
    const [put] = changes();
    expect(put).toMatchObject({ line: PUT, body: 'hello' });
    expect(put?.headers).not.toHaveProperty('x-amz-copy-source');
    expect(put?.headers).toMatchObject({ 'content-type': 'a/b' });
  });

  test('new metadata that no header can carry is refused before any request', async () => {
    const { call, asked } = setUp();
    const setting = call('setS3ObjectMetadata', { ...of(KEY), body: { cacheControl: 'a\nb' } });
    await expect(setting).rejects.toMatchObject(refusal(400, 'cacheControl'));
    expect(asked).toEqual([]);
  });
});

describe('downloading an object', () => {
  test('a small text object is downloaded as text', async () => {
    const { call } = setUp();
    expect(await call('downloadS3Object', of(KEY))).toEqual({ fileName: 'ü %', fileContents: 'hello' });
  });

  test.each([
    ['a binary object', head(5), { ...head(5), text: 'a\0b' }],
    ['a large object', head(70_000), { ...head(70_000), text: 'large' }],
  ])(
    'a download of %s is offered under a URL, which is valid while the object stays the same',
    async (_, described, content) => {
      let answer: typeof content | ReturnType<typeof error> = content;
      const { call, downloads, asked } = setUp({
        'HEAD /photos/b/': described,
        'GET /photos/b/': () => answer,
      });
      const { fileName, url = '' } = await call('downloadS3Object', of('b/'));
      expect(fileName).toBe('b');
      const token = url.slice(url.lastIndexOf('/') + 1);
      expect(await downloads.open(token)).toMatchObject({
        fileName: 'b',
        size: Number(described.headers['content-length']),
      });
      expect(asked.at(-1)?.headers).toMatchObject({ 'if-match': ETAG });
      answer = error(412, 'PreconditionFailed');
      expect(await downloads.open(token)).toBeUndefined();
      answer = error(404, 'NoSuchKey');
      expect(await downloads.open(token)).toBeUndefined();
      answer = error(500, 'InternalError');
      await expect(downloads.open(token)).rejects.toMatchObject({ status: 503 });
    },
  );
});

describe('uploading an object', () => {
  const file = (...chunks: string[]) => ({
    name: 'f',
    content: (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    })(),
  });

  test('an upload is signed with the key of the owner of the bucket', async () => {
    const { call, changes } = setUp();
    const form = { key: 'ü.txt', size: 5, file: file('he', 'llo') };
    await call('uploadS3Object', { params: { bucketName: 'photos' }, form });
    expect(changes()).toEqual([
      expect.objectContaining({ line: 'PUT /photos/%C3%BC.txt', by: 'KEY-alice', body: 'hello' }),
    ]);
  });

  test.each([
    ['nix', 'k', 404, 'no bucket'],
    ['photos', 'x'.repeat(1025), 400, '1024 bytes'],
    ['photos', '\ud800', 400, 'unpaired surrogate'],
  ])('an upload to %s as %s is refused: %i %s', async (bucketName, key, status, words) => {
    const { call, lines } = setUp();
    const upload = call('uploadS3Object', { params: { bucketName }, form: { key, file: file('x') } });
    await expect(upload).rejects.toMatchObject(refusal(status, words));
    expect(lines()).toEqual([]);
  });
});

describe('copying an object', () => {
  test('a copy is made in the gateway, as the owner of the destination bucket', async () => {
    const { call, changes } = setUp({ 'PUT /films/b': COPIED });
    await call('copyS3Object', to('films', 'b'));
    expect(changes()).toHaveLength(1);
    expect(changes()[0]).toMatchObject({ line: 'PUT /films/b', by: 'KEY-carol', body: '' });
    expect(changes()[0]?.headers).toMatchObject({ 'x-amz-copy-source': '/photos/a/%C3%BC%20%25' });
  });

  test('a copy goes through this service if the new owner may not read the object', async () => {
    let denials = 1;
    const { call, changes } = setUp({
      'PUT /films/b': () => (denials-- > 0 ? error(403, 'AccessDenied') : ''),
    });
    await call('copyS3Object', to('films', 'b'));
    const [, put] = changes();
    expect(put).toMatchObject({ line: 'PUT /films/b', by: 'KEY-carol', body: 'hello' });
    expect(put?.headers).toMatchObject({ 'content-type': 'text/plain', 'x-amz-meta-colour': 'red' });
  });

  test('a copy is not made as a system user, because the gateway would crash on a missing object', async () => {
    const { call, changes } = setUp();
    await call('copyS3Object', to('own', 'b'));
    expect(changes().map(({ headers }) => 'x-amz-copy-source' in headers)).toEqual([false]);
  });

  test.each([
    [to('films', 'b', 'nix'), 404, 'no object "nix"'],
    [to('nix', 'b'), 404, 'no bucket "nix"'],
    [to('photos', KEY), 400, 'onto itself'],
    [to('films', 'x'.repeat(1025)), 400, '1024 bytes'],
  ])('copy %# is refused: %i %s', async (input, status, words) => {
    const { call, lines } = setUp();
    await expect(call('copyS3Object', input)).rejects.toMatchObject(refusal(status, words));
    expect(lines()).toEqual([]);
  });

  test('a copy that exceeds a quota is refused, and not tried in another way', async () => {
    const { call, lines } = setUp({ 'PUT /films/b': error(403, 'QuotaExceeded') });
    await expect(call('copyS3Object', to('films', 'b'))).rejects.toMatchObject(refusal(403, 'quota'));
    expect(lines()).toHaveLength(1);
  });

  test('a copy that fails after the gateway has announced success has failed', async () => {
    const { call } = setUp({
      'PUT /films/b': '<Error><Code>InternalError</Code><Message>disk</Message></Error>',
    });
    await expect(call('copyS3Object', to('films', 'b'))).rejects.toMatchObject(refusal(503, 'disk'));
  });
});

describe('moving an object', () => {
  test('a move is a copy and a deletion', async () => {
    const { call, lines } = setUp({ 'PUT /photos/b': COPIED });
    await call('moveS3Object', to('photos', 'b'));
    expect(lines()).toEqual(['KEY-alice PUT /photos/b', 'SERVICE DELETE /photos/a/%C3%BC%20%25']);
  });

  test('a move that cannot be completed reports what was done', async () => {
    const { call } = setUp({
      'PUT /photos/b': COPIED,
      'DELETE /photos/a/%C3%BC%20%25': error(403, 'AccessDenied'),
    });
    const moving = call('moveS3Object', to('photos', 'b'));
    await expect(moving).rejects.toMatchObject(refusal(403, 'was copied, but the original was not deleted'));
  });
});
