import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bench } from '../bench.ts';
import { S3Client } from '../s3Client.ts';

const MIB = 2 ** 20;
const LARGE = randomBytes(20 * MIB);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const of = (bucketName: string, key = '') => ({ params: { bucketName }, query: { key } });
const to = (key: string, dstKey: string, dstBucketName = 'store') => ({
  params: { bucketName: 'store' },
  query: { key, dstBucketName, dstKey },
});

/** Content that arrives in chunks, as over a network. */
async function* arriving(content: Uint8Array) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

export function objectTests(bench: () => Bench): void {
  let client: S3Client;

  const upload = (key: string, content: string | Uint8Array, size?: number, bucketName = 'store') => {
    const file = { name: 'f', content: arriving(Buffer.from(content)) };
    const form = { key, ...(size !== undefined && { size }), file };
    return bench().call('uploadS3Object', { params: { bucketName }, form });
  };
  /** The content that a client of the owner gets. */
  const fetch = async (key: string, bucketName = 'store') => {
    await client.s3cmd('get', '--force', `s3://${bucketName}/${key}`, client.file('got'));
    return readFileSync(client.file('got'));
  };
  const fetchText = async (key: string) => (await fetch(key)).toString();
  const keys = async (query: object = {}) => {
    const page = await bench().call('listS3Objects', { params: { bucketName: 'store' }, query });
    return { ...page, objects: page.objects?.map(({ key }) => key) };
  };

  beforeAll(async () => {
    for (const uid of ['erin', 'frank']) await bench().call('createS3User', { body: { uid } });
    for (const [bucketName, owner] of [
      ['store', 'erin'],
      ['other', 'frank'],
      ['own', undefined],
    ] as const) {
      const body = owner === undefined ? {} : { owner };
      const { id } = await bench().call('putS3Bucket', { params: { bucketName }, body });
      const ended = async () => (await bench().call('getTask', { params: { id: id ?? 0 } })).done === true;
      await vi.waitUntil(ended, { timeout: 60_000 });
    }
    client = await S3Client.of(bench(), 'erin');
  });
  afterAll(() => client?.[Symbol.dispose]());

  const ODD = ['a b/ü.txt', '100%41+&=?.txt', '/lead//twice', 'emoji😀', "*star*'()!~", 'x\u0001y', '..'];

  test.each(ODD)('objects keep the key %j in uploads, listings, copies, moves and deletions', async (key) => {
    await upload(key, `content of ${key}`, Buffer.byteLength(`content of ${key}`));
    expect((await keys({ flatView: true })).objects).toEqual([key]);
    expect(await bench().call('downloadS3Object', of('store', key))).toMatchObject({
      fileContents: `content of ${key}`,
    });
    await bench().call('copyS3Object', to(key, `copy/${key}`));
    await bench().call('moveS3Object', to(key, `moved/${key}`));
    expect((await keys({ flatView: true })).objects).toEqual([`copy/${key}`, `moved/${key}`]);
    for (const folder of ['copy', 'moved'])
      await bench().call('deleteS3Object', of('store', `${folder}/${key}`));
    expect((await keys({ flatView: true })).objects).toEqual([]);
  });

  describe('uploaded objects', () => {
    test('uploaded objects belong to the owner of the bucket, and have the content type of their name', async () => {
      await upload('notes.md', '# Grüße');
      expect(await fetchText('notes.md')).toBe('# Grüße');
      expect(await client.s3cmd('info', 's3://store/notes.md')).toMatch(/MIME type:\s+text\/markdown/);
    });

    test.each([
      ['with their size', LARGE.length],
      ['without their size', undefined],
    ])('uploaded objects arrive whole %s', async (_, size) => {
      await upload('large.bin', LARGE, size);
      expect(sha256(await fetch('large.bin'))).toBe(sha256(LARGE));
    });

    test('uploads that are refused change nothing', async () => {
      await expect(upload('notes.md', 'hello', 6)).rejects.toMatchObject({ status: 400 });
      await expect(upload('notes.md', 'hello', 4)).rejects.toMatchObject({ status: 400 });
      await expect(upload('notes.md', 'hello', 5, 'nix')).rejects.toMatchObject({ status: 404 });
      expect(await fetchText('notes.md')).toBe('# Grüße');
    });

    test('uploads stop at the quota', async () => {
      const quota = (body: object) =>
        bench().call('setS3UserBucketQuota', { params: { uid: 'frank' }, body });
      await quota({ enabled: true, maxObjects: 1 });
      await upload('first', 'x', 1, 'other');
      await expect(upload('second', 'x', 1, 'other')).rejects.toMatchObject({ status: 403 });
      await quota({ enabled: false });
      await bench().call('updateS3User', { params: { uid: 'frank' }, body: { suspended: true } });
      await expect(upload('second', 'x', 1, 'other')).rejects.toMatchObject({ status: 409 });
      await bench().call('updateS3User', { params: { uid: 'frank' }, body: { suspended: false } });
    });
  });

  test('objects are listed a level or a page at a time', async () => {
    for (const key of ['logs/a', 'logs/b', 'logs/c/d']) await upload(key, key);
    expect(await keys()).toMatchObject({ prefixes: ['logs/'], objects: ['large.bin', 'notes.md'] });
    expect(await keys({ prefix: 'logs/' })).toEqual({ prefixes: ['logs/c/'], objects: ['logs/a', 'logs/b'] });
    const all: string[] = [];
    let token: string | undefined;
    do {
      const page = await keys({
        flatView: true,
        max: 2,
        ...(token !== undefined && { continuationToken: token }),
      });
      all.push(...(page.objects ?? []).map(String));
      token = page.continuationToken;
    } while (token !== undefined);
    expect(all).toEqual(['large.bin', 'logs/a', 'logs/b', 'logs/c/d', 'notes.md']);
    const [object] = (await bench().call('listS3Objects', { params: { bucketName: 'store' } })).objects ?? [];
    expect(object).toMatchObject({ size: LARGE.length, owner: { id: 'erin' }, storageClass: 'STANDARD' });
    await bench().declined(404, /"nix"/, 'listS3Objects', { params: { bucketName: 'nix' } });
  });

  test('objects are downloaded as text or by a URL, which is valid until they change', async () => {
    expect(await bench().call('downloadS3Object', of('store', 'notes.md'))).toEqual({
      fileName: 'notes.md',
      fileContents: '# Grüße',
    });
    const { url = '' } = await bench().call('downloadS3Object', of('store', 'large.bin'));
    const open = () => bench().engine.downloads?.open(url.slice(url.lastIndexOf('/') + 1));
    const download = await open();
    expect(download?.size).toBe(LARGE.length);
    const hash = createHash('sha256');
    for await (const chunk of download?.content ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(sha256(LARGE));
    await upload('large.bin', 'small now');
    expect(await open()).toBeUndefined();
    await bench().declined(404, /"nix"/, 'downloadS3Object', of('store', 'nix'));
  });

  test('objects get new metadata, and keep their content, owner and grants', async () => {
    await client.s3cmd('setacl', '--acl-public', 's3://store/notes.md');
    // Spaces outside ASCII are signed, even at the ends of a value.
    const userMetadata = { colour: 'grün €', spaced: '\u00a0a\u2003b' };
    const body = { contentType: 'text/plain', cacheControl: 'no-cache', userMetadata };
    await bench().call('setS3ObjectMetadata', {
      ...of('store', 'notes.md'),
      body: { ...body, httpExpiresDate: 2_000_000_000 },
    });
    const read = await bench().call('getS3ObjectMetadata', of('store', 'notes.md'));
    expect(read).toMatchObject({ ...body, httpExpiresDate: 2_000_000_000, size: 9 });
    expect(read.contentMD5).toBe(createHash('md5').update('# Grüße').digest('base64'));
    const printed = await client.s3cmd('info', 's3://store/notes.md');
    expect(printed).toMatch(/MIME type:\s+text\/plain/);
    expect(printed).toMatch(/\*anon\*: READ/);
    expect(await fetchText('notes.md')).toBe('# Grüße');
    await bench().declined(404, /"nix"/, 'getS3ObjectMetadata', of('store', 'nix'));
    await bench().declined(404, /"nix"/, 'setS3ObjectMetadata', { ...of('store', 'nix'), body });
    const bad = { userMetadata: { 'a b': '1' } };
    await bench().declined(400, /"a b"/, 'setS3ObjectMetadata', { ...of('store', 'notes.md'), body: bad });
  });

  test('objects are copied into the bucket of another owner, who then owns the copy', async () => {
    await bench().call('copyS3Object', to('notes.md', 'von erin', 'other'));
    using frank = await S3Client.of(bench(), 'frank');
    writeFileSync(frank.file('got'), '');
    await frank.s3cmd('get', '--force', 's3://other/von erin', frank.file('got'));
    expect(readFileSync(frank.file('got'), 'utf8')).toBe('# Grüße');
    expect(await bench().call('getS3ObjectMetadata', of('other', 'von erin'))).toMatchObject({
      userMetadata: { colour: 'grün €' },
    });
    await bench().call('copyS3Object', to('notes.md', 'k', 'own'));
    expect((await bench().call('getS3ObjectMetadata', of('own', 'k'))).size).toBe(9);
  });

  test('objects are not copied, moved or deleted by invalid requests, and the gateway does not crash', async () => {
    await bench().declined(404, /"nix"/, 'copyS3Object', to('nix', 'k'));
    await bench().declined(404, /"nix"/, 'copyS3Object', to('notes.md', 'k', 'nix'));
    await bench().declined(400, /onto itself/, 'moveS3Object', to('notes.md', 'notes.md'));
    await bench().declined(404, /"nix"/, 'deleteS3Object', of('store', 'nix'));
    expect(await fetchText('notes.md')).toBe('# Grüße');
  });
}
