import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';
import { fileOf } from './tools.ts';

const UID = 'suite-erin';
const STORE = 'suite-store';
const OTHER = 'suite-other';
const LARGE = randomBytes(6 * 2 ** 20);
const of = (key: string, bucketName = STORE) => ({ params: { bucketName }, query: { key } });
const to = (key: string, dstKey: string, dstBucketName = STORE) => ({
  params: { bucketName: STORE },
  query: { key, dstBucketName, dstKey },
});

export const s3ObjectTests: SectionTests = (site) => {
  const upload = (key: string, content: string | Uint8Array, size?: number) =>
    site().api.uploadS3Object({
      params: { bucketName: STORE },
      form: { key, file: fileOf(content), ...(size === undefined ? {} : { size }) },
    });
  const list = async (query: object = {}, bucketName = STORE) => {
    const page = await site().api.listS3Objects({ params: { bucketName }, query });
    return { ...page, objects: page.objects?.map(({ key }) => key) };
  };
  const all = async (bucketName = STORE) => (await list({ flatView: true }, bucketName)).objects;
  const content = async (key: string, bucketName = STORE) =>
    site().content(await site().api.downloadS3Object(of(key, bucketName)));
  const s3cmd = async (...args: string[]) => {
    const { clients } = site().traits;
    if (!clients) return undefined;
    const { fileContents = '' } = await site().api.downloadS3UserConfig({ params: { uid: UID } });
    return clients.s3cmd(fileContents, ...args);
  };

  beforeAll(async () => {
    await site().api.createS3User({ body: { uid: UID } });
    for (const bucketName of [STORE, OTHER])
      await site().finished(await site().api.putS3Bucket({ params: { bucketName }, body: { owner: UID } }));
  });
  afterAll(async () => {
    for (const bucketName of [STORE, OTHER]) {
      const body = { thisWillDeleteData: bucketName, deleteData: true };
      await site().finished(await site().api.deleteS3Bucket({ params: { bucketName }, body }));
    }
    await site().api.deleteS3User({ params: { uid: UID } });
  });

  test('an uploaded object is downloaded unchanged, both from the service and by a client of its owner', async () => {
    await upload('notes.md', '# Grüße', 9);
    await upload('large.bin', LARGE);
    expect((await content('notes.md')).toString()).toBe('# Grüße');
    expect((await content('large.bin')).equals(LARGE)).toBe(true);
    const seen = await s3cmd('get', `s3://${STORE}/notes.md`, '-');
    if (seen !== undefined) expect(seen).toContain('# Grüße');
    await upload('notes.md', '# Servus');
    expect((await content('notes.md')).toString()).toBe('# Servus');
  });

  test('an upload that differs from its announced size changes nothing', async () => {
    const params = { bucketName: STORE };
    const form = (size: number) => ({ key: 'notes.md', size, file: fileOf('hello') });
    await site().declines('uploadS3Object', 400, /size|bytes/, { params, form: form(4) });
    await site().declines('uploadS3Object', 400, /size|bytes/, { params, form: form(6) });
    await site().declines('uploadS3Object', 404, /nix/, { params: { bucketName: 'nix-nix' }, form: form(5) });
    expect((await content('notes.md')).toString()).toBe('# Servus');
    await site().declines('downloadS3Object', 404, /nix/, of('nix'));
  });

  test('objects are listed a level or a page at a time', async () => {
    for (const key of ['logs/a', 'logs/b', 'logs/c/d']) await upload(key, key);
    expect(await list()).toMatchObject({ prefixes: ['logs/'], objects: ['large.bin', 'notes.md'] });
    expect(await list({ prefix: 'logs/' })).toMatchObject({
      prefixes: ['logs/c/'],
      objects: ['logs/a', 'logs/b'],
    });
    const keys: unknown[] = [];
    for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
      const page = await list({ flatView: true, max: 2, ...(token && { continuationToken: token }) });
      keys.push(...(page.objects ?? []));
      token = page.continuationToken;
    }
    expect(keys).toEqual(['large.bin', 'logs/a', 'logs/b', 'logs/c/d', 'notes.md']);
    const { objects = [] } = await site().api.listS3Objects({ params: { bucketName: STORE } });
    expect(objects[0]).toMatchObject({ size: LARGE.length, owner: { id: UID } });
    await site().declines('listS3Objects', 404, /nix/, { params: { bucketName: 'nix-nix' } });
    await site().declines('listS3Objects', 400, /max/, { params: { bucketName: STORE }, query: { max: 0 } });
  });

  test('the metadata of an object is replaced, and its content stays', async () => {
    const body = { contentType: 'text/plain', cacheControl: 'no-cache', userMetadata: { colour: 'grün €' } };
    await site().api.setS3ObjectMetadata({ ...of('notes.md'), body });
    const read = await site().api.getS3ObjectMetadata(of('notes.md'));
    expect(read).toMatchObject({ ...body, size: 8 });
    await site().api.setS3ObjectMetadata({ ...of('notes.md'), body: { ...read, contentLanguage: 'de' } });
    expect(await site().api.getS3ObjectMetadata(of('notes.md'))).toMatchObject({
      ...body,
      contentLanguage: 'de',
    });
    expect((await content('notes.md')).toString()).toBe('# Servus');
    const seen = await s3cmd('info', `s3://${STORE}/notes.md`);
    if (seen !== undefined) expect(seen).toMatch(/MIME type:\s+text\/plain/);
    await site().declines('getS3ObjectMetadata', 404, /nix/, of('nix'));
    await site().declines('setS3ObjectMetadata', 404, /nix/, { ...of('nix'), body });
    const bad = { userMetadata: { 'a b': '1' } };
    await site().declines('setS3ObjectMetadata', 400, /a b/, { ...of('notes.md'), body: bad });
  });

  test('an object is copied and moved with its metadata, within a bucket and into another one', async () => {
    await site().api.copyS3Object(to('notes.md', 'copy ü.md'));
    await site().api.copyS3Object(to('notes.md', 'notes.md', OTHER));
    await site().api.moveS3Object(to('copy ü.md', 'moved/100%&=?.md', OTHER));
    expect(await all(OTHER)).toEqual(['moved/100%&=?.md', 'notes.md']);
    expect(await all()).toEqual(expect.not.arrayContaining(['copy ü.md']));
    expect((await content('moved/100%&=?.md', OTHER)).toString()).toBe('# Servus');
    expect(await site().api.getS3ObjectMetadata(of('notes.md', OTHER))).toMatchObject({
      contentType: 'text/plain',
      userMetadata: { colour: 'grün €' },
    });
    for (const id of ['copyS3Object', 'moveS3Object'] as const) {
      await site().declines(id, 404, /nix/, to('nix', 'k'));
      await site().declines(id, 404, /nix-nix/, to('notes.md', 'k', 'nix-nix'));
      await site().declines(id, 400, /itself/, to('notes.md', 'notes.md'));
    }
  });

  test('an object is deleted, and then no longer found', async () => {
    await site().api.deleteS3Object(of('notes.md'));
    expect(await all()).toEqual(expect.not.arrayContaining(['notes.md']));
    await site().declines('deleteS3Object', 404, /notes\.md/, of('notes.md'));
    await site().declines('downloadS3Object', 404, /notes\.md/, of('notes.md'));
    const seen = await s3cmd('ls', `s3://${STORE}/`);
    if (seen !== undefined) expect(seen).not.toContain('notes.md');
  });
};
