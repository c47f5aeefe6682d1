import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload, type StorageBench } from '../storage.ts';

const put = ({ api }: StorageBench, path: string, bytes = 1) =>
  api.uploadFile({ query: { path }, form: { file: upload(Buffer.alloc(bytes)) } });
const setQuota = ({ api }: StorageBench, dir: string, body: object) =>
  api.setDirectoryQuota({ query: { dir }, body });
const EXCEEDED = { status: 409, message: expect.stringContaining('quota exceeded') };

async function withDirectories(...dirs: string[]): Promise<StorageBench> {
  const bench = storageBench();
  for (const dir of dirs) await bench.api.createDirectory({ body: { dir } });
  return bench;
}

describe('a quota', () => {
  test('only the given fields of a quota are set, and 0 removes a limit', async () => {
    const bench = await withDirectories('/q');
    const quota = () => bench.api.getDirectoryQuota({ query: { dir: '/q' } });
    expect(await quota()).toEqual({ maxBytes: 0, maxFiles: 0 });
    await setQuota(bench, '/q', { maxBytes: 10 });
    await setQuota(bench, '/q', { maxFiles: 3 });
    expect(await quota()).toEqual({ maxBytes: 10, maxFiles: 3 });
    await setQuota(bench, '/q', { maxBytes: 0 });
    expect(await quota()).toEqual({ maxBytes: 0, maxFiles: 3 });
    expect(await refusal(setQuota(bench, '/q', { maxFiles: -1 }))).toMatchObject({ status: 400 });
    expect(await refusal(setQuota(bench, '/home/anna/notes.md', { maxFiles: 1 }))).toMatchObject({
      status: 409,
    });
  });

  test('a quota limits the bytes of everything below it, and a replaced file counts with its difference', async () => {
    const bench = await withDirectories('/q/deep');
    await setQuota(bench, '/q', { maxBytes: 100 });
    await put(bench, '/q/deep/f', 60);
    expect(await refusal(put(bench, '/q/g', 41))).toEqual(EXCEEDED);
    await put(bench, '/q/deep/f', 100);
    expect(await refusal(put(bench, '/q/deep/f', 101))).toEqual(EXCEEDED);
    await put(bench, '/q/deep/f', 10);
    await put(bench, '/q/g', 90);
  });

  test('a quota limits the total number of files and directories', async () => {
    const bench = await withDirectories('/q');
    await setQuota(bench, '/q', { maxFiles: 2 });
    await put(bench, '/q/f');
    await bench.api.createDirectory({ body: { dir: '/q/d' } });
    expect(await refusal(put(bench, '/q/d/f'))).toEqual(EXCEEDED);
    expect(await refusal(bench.api.createDirectory({ body: { dir: '/q/e' } }))).toEqual(EXCEEDED);
    await put(bench, '/q/f', 7);
  });

  test('a quota applies to copies, which are refused before they begin', async () => {
    const bench = await withDirectories('/q', '/src');
    await put(bench, '/src/f', 60);
    await put(bench, '/src/g', 60);
    await setQuota(bench, '/q', { maxBytes: 100 });
    const call = bench.api.copyFile({ query: { path: '/src', dstPath: '/q/copy' } });
    expect(await refusal(call)).toEqual(EXCEEDED);
    await bench.finish(bench.api.copyFile({ query: { path: '/src/f', dstPath: '/q/f' } }));
  });

  test('a quota applies to what is moved in from outside, and not to moves within', async () => {
    const bench = await withDirectories('/q/a', '/src');
    await put(bench, '/src/f', 60);
    await put(bench, '/q/g', 60);
    await setQuota(bench, '/q', { maxBytes: 100 });
    const move = (path: string, dstPath: string) => bench.api.moveFile({ query: { path, dstPath } });
    expect(await refusal(move('/src/f', '/q/f'))).toEqual(EXCEEDED);
    await move('/q/g', '/q/a/g');
    await move('/q/a/g', '/src/g');
    await move('/src/f', '/q/f');
  });

  test('a quota stops an upload as soon as it is exceeded', async () => {
    const bench = await withDirectories('/q');
    await setQuota(bench, '/q', { maxBytes: 10_000 });
    let sent = 0;
    const content = (async function* () {
      for (; sent < 1000; sent++) yield Buffer.alloc(4096);
    })();
    const call = bench.api.uploadFile({ query: { path: '/q/f' }, form: { file: { name: 'f', content } } });
    expect(await refusal(call)).toEqual(EXCEEDED);
    expect(sent).toBeLessThan(10);
  });
});

describe('layout of a directory', () => {
  const layout = async ({ api }: StorageBench, path: string) =>
    (await api.getFileLayout({ query: { path } })).pool;
  const setLayout = ({ api }: StorageBench, path: string, pool: string) =>
    api.setFileLayout({ query: { path }, body: { pool } });

  /** A cluster whose filesystem has a second pool, which got its application later. */
  async function withTwoPools(...dirs: string[]): Promise<StorageBench> {
    const bench = await withDirectories(...dirs);
    Object.assign(
      bench.engine.cluster.model.pools.find(({ name }) => name === 'vm-disks')!,
      { application: 'storefs' },
    );
    return bench;
  }

  test('the layout can be any data pool of the filesystem, and no other pool', async () => {
    const bench = await withDirectories('/d');
    expect(await bench.api.listLayoutPools()).toEqual(['storefs-data']);
    for (const pool of ['rgw-data', 'storefs-metadata', 'nothing']) {
      const refused = { status: 400, message: expect.stringContaining('storefs-data') };
      expect(await refusal(setLayout(bench, '/d', pool))).toEqual(refused);
      expect(await refusal(bench.api.createDirectory({ body: { dir: '/e', pool } }))).toEqual(refused);
    }
    await setLayout(bench, '/d', 'storefs-data');
  });

  test('the layout is that of the nearest parent directory that has one', async () => {
    const bench = await withTwoPools('/d/e');
    await put(bench, '/d/e/old', 1);
    expect(await layout(bench, '/d/e')).toBe('storefs-data');
    await setLayout(bench, '/d', 'vm-disks');
    expect(await layout(bench, '/d/e')).toBe('vm-disks');
    await put(bench, '/d/e/new', 1);
    expect(await layout(bench, '/d/e/new')).toBe('vm-disks');
    expect(await layout(bench, '/d/e/old')).toBe('storefs-data');
    expect(await layout(bench, '/')).toBe('storefs-data');
    await bench.api.createDirectory({ body: { dir: '/d/back', pool: 'storefs-data' } });
    expect(await layout(bench, '/d/back')).toBe('storefs-data');
  });

  test('the layout of a file can be changed while the file is empty', async () => {
    const bench = await withTwoPools('/d');
    await put(bench, '/d/empty', 0);
    await put(bench, '/d/full', 1);
    await setLayout(bench, '/d/empty', 'vm-disks');
    expect(await layout(bench, '/d/empty')).toBe('vm-disks');
    expect(await refusal(setLayout(bench, '/d/full', 'vm-disks'))).toMatchObject({ status: 409 });
    expect(await layout(bench, '/d/full')).toBe('storefs-data');
  });

  test('the layout determines whose space is used', async () => {
    const bench = await withTwoPools('/d');
    await setLayout(bench, '/d', 'vm-disks');
    const pool = bench.engine.cluster.model.pools.find(({ name }) => name === 'vm-disks')!;
    const before = pool.bytes;
    await put(bench, '/d/f', 4000);
    expect(pool.bytes - before).toBeCloseTo(4000, 0);
    await bench.finish(bench.api.deleteFiles({ query: { path: ['/d/f'] } }));
    expect(pool.bytes).toBeLessThan(before * 1.001);
  });
});

test('nothing can be stored in a full pool', async () => {
  const bench = await withDirectories('/d');
  const { model } = bench.engine.cluster;
  for (const osd of model.osds) {
    osd.used = osd.capacity;
    model.filling.add(osd);
  }
  const full = { status: 503, message: expect.stringContaining('full') };
  expect(await refusal(put(bench, '/d/f'))).toEqual(full);
  const object = { params: { bucketName: 'scratch' }, form: { key: 'k', file: upload('x') } };
  expect(await refusal(bench.api.uploadS3Object(object))).toEqual(full);
});
