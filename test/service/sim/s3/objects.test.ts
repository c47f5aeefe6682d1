import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload, type StorageBench } from '../storage.ts';
import { keys, params, put, read } from './scratch.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

async function collect(engine: StorageBench['engine'], url = ''): Promise<Buffer | undefined> {
  const download = await engine.downloads?.open(url.slice(url.lastIndexOf('/') + 1));
  if (download === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of download.content) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('an upload', () => {
  test('an upload is read back, with its MD5 as etag and the content type of its name', async () => {
    const bench = storageBench();
    await put(bench, 'a/notes.txt', 'Grüße', ' aus', ' Köln');
    expect(await read(bench, 'a/notes.txt')).toBe('Grüße aus Köln');
    const metadata = await bench.api.getS3ObjectMetadata({ params, query: { key: 'a/notes.txt' } });
    expect(metadata).toMatchObject({
      size: 17,
      etag: md5('Grüße aus Köln'),
      contentMD5: Buffer.from(md5('Grüße aus Köln'), 'hex').toString('base64'),
      contentType: 'text/plain',
      userMetadata: {},
    });
    const { objects } = await bench.api.listS3Objects({ params, query: { prefix: 'a/' } });
    expect(objects).toEqual([
      {
        bucketName: 'scratch',
        key: 'a/notes.txt',
        size: 17,
        lastModified: new Date((metadata.lastModified ?? 0) * 1000).toISOString(),
        storageClass: 'STANDARD',
        owner: { id: 'admin', displayName: 'Storage administration' },
        etag: metadata.etag,
      },
    ]);
  });

  test('an upload replaces the object with its key, also in the totals', async () => {
    const bench = storageBench();
    await put(bench, 'k', 'x'.repeat(9000));
    await put(bench, 'k', 'two');
    expect(await read(bench, 'k')).toBe('two');
    const scratch = (await bench.api.listS3Buckets()).find(({ bucket }) => bucket === 'scratch');
    expect(scratch?.usageSum).toEqual({ sizeKb: 1, sizeKbActual: 4, numObjects: 1 });
    expect(scratch?.usage).toEqual({
      'rgw.main': { size: 3, size_actual: 4096, size_kb: 1, size_kb_actual: 4, num_objects: 1 },
    });
  });

  test.each([
    ['to a bucket that does not exist', 'nothing', 'k', 404],
    ['under a key of more than 1024 bytes', 'scratch', 'é'.repeat(513), 400],
    ['under a key that is not Unicode', 'scratch', 'half \uD800', 400],
  ])('an upload %s is refused', async (_, bucketName, key, status) => {
    const bench = storageBench();
    const call = bench.api.uploadS3Object({ params: { bucketName }, form: { key, file: upload('x') } });
    expect(await refusal(call)).toMatchObject({ status });
    expect(await keys(bench)).toEqual([]);
  });

  test.each([3, 5])('an upload that differs from the size in the form (%d) is refused', async (size) => {
    const bench = storageBench();
    const call = bench.api.uploadS3Object({ params, form: { key: 'k', size, file: upload('12', '34') } });
    expect(await refusal(call)).toMatchObject({
      status: 400,
      message: expect.stringContaining(`${size} bytes`),
    });
    expect(await keys(bench)).toEqual([]);
  });

  test('an upload that breaks off leaves the existing object', async () => {
    const bench = storageBench();
    await put(bench, 'k', 'first');
    const content = (async function* () {
      yield Buffer.from('half');
      throw new Error('connection lost');
    })();
    const call = bench.api.uploadS3Object({ params, form: { key: 'k', file: { name: 'f', content } } });
    await expect(call).rejects.toThrow();
    expect(await read(bench, 'k')).toBe('first');
  });

  test('an upload to a bucket that is deleted meanwhile is refused', async () => {
    const bench = storageBench();
    const content = (async function* () {
      yield Buffer.from('half');
      await bench.finish(bench.api.deleteS3Bucket({ params, body: { thisWillDeleteData: 'scratch' } }));
      yield Buffer.from('more');
    })();
    const call = bench.api.uploadS3Object({ params, form: { key: 'k', file: { name: 'f', content } } });
    expect(await refusal(call)).toMatchObject({ status: 404 });
  });
});

describe('metadata', () => {
  const query = { key: 'k.html' };

  test('metadata is replaced as a whole, while the content stays', async () => {
    const bench = storageBench();
    await put(bench, 'k.html', '<p>');
    const wanted = {
      contentType: 'text/plain; charset=utf-8',
      cacheControl: 'max-age=60',
      contentDisposition: 'inline',
      httpExpiresDate: 1_800_000_000,
      userMetadata: { Ticket: 'OPS-7', weight: 3 },
    };
    await bench.api.setS3ObjectMetadata({ params, query, body: wanted });
    const stored = await bench.api.getS3ObjectMetadata({ params, query });
    expect(stored).toMatchObject({ ...wanted, userMetadata: { ticket: 'OPS-7', weight: '3' }, size: 3 });
    expect(stored.raw).toMatchObject({ 'cache-control': 'max-age=60', 'x-amz-meta-ticket': 'OPS-7' });
    await bench.api.setS3ObjectMetadata({ params, query, body: {} });
    const reset = await bench.api.getS3ObjectMetadata({ params, query });
    expect(reset).toMatchObject({ contentType: 'binary/octet-stream', userMetadata: {}, etag: md5('<p>') });
    expect(reset).not.toHaveProperty('cacheControl');
    expect(await read(bench, 'k.html')).toBe('<p>');
  });

  test('metadata is read back and can be written again', async () => {
    const bench = storageBench();
    await put(bench, 'k.html', '<p>');
    const before = await bench.api.getS3ObjectMetadata({ params, query });
    await bench.api.setS3ObjectMetadata({ params, query, body: { ...before, size: 9, etag: 'x' } });
    expect(await bench.api.getS3ObjectMetadata({ params, query })).toEqual(before);
  });

  test.each([
    ['a name with a space', { userMetadata: { 'a b': 'x' } }],
    ['a value that is not a text', { userMetadata: { a: { b: 1 } } }],
    ['a line break in a header', { contentType: 'a\r\nb' }],
    ['a line break in a value', { userMetadata: { a: 'x\ny' } }],
    ['more than 2 KiB', { userMetadata: { a: 'x'.repeat(2048) } }],
    ['an invalid expiry date', { httpExpiresDate: 1e15 }],
  ])('metadata is refused with %s', async (_, body) => {
    const bench = storageBench();
    await put(bench, 'k.html', '<p>');
    const before = await bench.api.getS3ObjectMetadata({ params, query });
    expect(await refusal(bench.api.setS3ObjectMetadata({ params, query, body }))).toMatchObject({
      status: 400,
    });
    expect(await bench.api.getS3ObjectMetadata({ params, query })).toEqual(before);
  });
});

describe('copying and moving', () => {
  test('copies and moves include the content and the metadata, and replace an existing object', async () => {
    const bench = storageBench();
    await put(bench, 'a', 'content');
    const body = { userMetadata: { colour: 'blue' } };
    await bench.api.setS3ObjectMetadata({ params, query: { key: 'a' }, body });
    await put(bench, 'b', 'old');
    await bench.api.copyS3Object({ params, query: { key: 'a', dstBucketName: 'scratch', dstKey: 'b' } });
    expect(await read(bench, 'b')).toBe('content');
    expect(await bench.api.getS3ObjectMetadata({ params, query: { key: 'b' } })).toMatchObject(body);
    await bench.api.moveS3Object({ params, query: { key: 'b', dstBucketName: 'telemetry', dstKey: '0/b' } });
    expect(await keys(bench)).toEqual(['a']);
    const moved = await bench.api.listS3Objects({
      params: { bucketName: 'telemetry' },
      query: { prefix: '0/' },
    });
    expect(moved.objects).toMatchObject([{ key: '0/b', size: 7, owner: { id: 'analytics' } }]);
  });

  test.each([
    ['onto itself', { key: 'a', dstBucketName: 'scratch', dstKey: 'a' }, 400],
    ['from a missing object', { key: 'z', dstBucketName: 'scratch', dstKey: 'a' }, 404],
    ['to a bucket that does not exist', { key: 'a', dstBucketName: 'nothing', dstKey: 'a' }, 404],
  ])('copies and moves %s are refused', async (_, query, status) => {
    const bench = storageBench();
    await put(bench, 'a', 'content');
    expect(await refusal(bench.api.copyS3Object({ params, query }))).toMatchObject({ status });
    expect(await refusal(bench.api.moveS3Object({ params, query }))).toMatchObject({ status });
    expect(await read(bench, 'a')).toBe('content');
  });
});

describe('a download', () => {
  test.each([
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 1])],
    ['text with a NUL', Buffer.from('a\0b')],
    ['a long text', Buffer.alloc(70_000, 'é')],
  ])('the content of %s is downloaded from a URL of the service', async (_, content) => {
    const bench = storageBench();
    await put(bench, 'dir/näme.bin', content);
    const answer = await bench.api.downloadS3Object({ params, query: { key: 'dir/näme.bin' } });
    expect(answer).toEqual({
      fileName: 'näme.bin',
      url: expect.stringMatching(/^\/api\/downloads\/[\w-]{43}$/),
    });
    expect(await collect(bench.engine, answer.url)).toEqual(content);
  });

  test('a download ends when the object is replaced', async () => {
    const bench = storageBench();
    await put(bench, 'k', Buffer.alloc(70_000));
    const { url } = await bench.api.downloadS3Object({ params, query: { key: 'k' } });
    await put(bench, 'k', Buffer.alloc(70_000));
    expect(await collect(bench.engine, url)).toBeUndefined();
  });

  test('the download of a missing object is refused', async () => {
    const bench = storageBench();
    expect(await refusal(read(bench, 'nothing'))).toMatchObject({ status: 404 });
  });

  test('an object of the initial cluster has the content that matches its etag', async () => {
    const { api } = storageBench();
    const bucket = { bucketName: 'shop-exports' };
    const { objects = [] } = await api.listS3Objects({ params: bucket, query: { flatView: true, max: 5 } });
    expect(objects).toHaveLength(5);
    for (const { key = '', size, etag } of objects) {
      const { fileContents = '' } = await api.downloadS3Object({ params: bucket, query: { key } });
      expect({ size: fileContents.length, etag: md5(fileContents) }).toEqual({ size, etag });
    }
  });
});

test('a deleted object is gone, and cannot be deleted again', async () => {
  const bench = storageBench();
  await put(bench, 'a', '1');
  await bench.api.deleteS3Object({ params, query: { key: 'a' } });
  expect(await keys(bench)).toEqual([]);
  expect(await refusal(bench.api.deleteS3Object({ params, query: { key: 'a' } }))).toMatchObject({
    status: 404,
  });
});

test('the objects are the same for the same seed', async () => {
  const objects = async () => {
    const { api } = storageBench({ seed: 9 });
    return await api.listS3Objects({ params: { bucketName: 'media-archive' }, query: { flatView: true } });
  };
  expect(await objects()).toEqual(await objects());
});
