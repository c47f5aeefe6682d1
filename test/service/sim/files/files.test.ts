import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload, type StorageBench } from '../storage.ts';
import { names, stat } from './support.ts';

const put = ({ api }: StorageBench, path: string, ...pieces: (string | Uint8Array)[]) =>
  api.uploadFile({ query: { path }, form: { file: upload(...pieces) } });
const read = async ({ api }: StorageBench, path: string) =>
  (await api.downloadFile({ query: { path } })).fileContents;

describe('a directory', () => {
  test('a directory lists its entries sorted by name, alone or with their attributes', async () => {
    const bench = storageBench();
    await bench.api.createDirectory({ body: { dir: '/new/b' } });
    await put(bench, '/new/ä.txt', 'hello');
    await put(bench, '/new/a.txt', '!');
    expect(await names(bench, '/new')).toEqual(['a.txt', 'b', 'ä.txt']);
    const { stats, entries } = await bench.api.listFilesWithStats({ query: { dir: '/new/' } });
    expect(stats).toMatchObject({ path: '/new', type: 'DIR', dirBytes: 6, dirFiles: 2, dirSubdirs: 1 });
    expect(entries).toMatchObject([
      { path: 'a.txt', fullPath: '/new/a.txt', size: 1, type: 'FILE', uid: 0, gid: 0, mode: 644 },
      { path: 'b', fullPath: '/new/b', size: 0, type: 'DIR', mode: 755, dirFiles: 0 },
      { path: 'ä.txt', fullPath: '/new/ä.txt', size: 5 },
    ]);
  });

  test('a directory is created with its parents, but only once, and not below a file', async () => {
    const bench = storageBench();
    const make = (dir: string) => bench.api.createDirectory({ body: { dir, pool: null } });
    await make('/x/y/z');
    expect(await names(bench, '/x/y')).toEqual(['z']);
    await put(bench, '/x/file', '1');
    expect(await refusal(make('/x/y/z'))).toMatchObject({ status: 409 });
    expect(await refusal(make('/'))).toMatchObject({ status: 409 });
    expect(await refusal(make('/x/file/deeper/still'))).toMatchObject({ status: 409 });
    expect(await refusal(make('/x/.snap/today'))).toMatchObject({ status: 400 });
    expect(await stat(bench, '/x')).toMatchObject({ dirFiles: 1, dirSubdirs: 2 });
  });

  test('a directory has the number and the size of everything below it', async () => {
    const bench = storageBench();
    await bench.api.createDirectory({ body: { dir: '/sum/a/b' } });
    const root = (await stat(bench, '/')) as { dirBytes: number };
    await put(bench, '/sum/a/b/file', 'x'.repeat(100));
    await put(bench, '/sum/a/b/file', 'x'.repeat(30));
    expect(await stat(bench, '/sum')).toMatchObject({ size: 30, dirBytes: 30, dirFiles: 1, dirSubdirs: 2 });
    expect(await stat(bench, '/')).toMatchObject({ dirBytes: root.dirBytes + 30 });
  });

  test('listing something that is not a directory, or does not exist, is refused', async () => {
    const bench = storageBench();
    expect(await refusal(names(bench, '/nothing'))).toMatchObject({ status: 404 });
    expect(await refusal(names(bench, '/home/anna/notes.md'))).toMatchObject({ status: 409 });
  });
});

describe('a path', () => {
  test.each([
    ['home', 'start it with'],
    ['/../etc', 'above the root'],
    ['/home/../../etc', 'above the root'],
    ['/a\0b', 'NUL'],
    [`/${'é'.repeat(128)}`, '255 bytes'],
    [`/${'a/'.repeat(2100)}`, '4096 bytes'],
  ])('the path %j is refused', async (path, says) => {
    const bench = storageBench();
    const why = { status: 400, message: expect.stringContaining(says) };
    expect(await refusal(names(bench, path))).toMatchObject(why);
    expect(await refusal(put(bench, path, 'x'))).toMatchObject(why);
    expect(await refusal(bench.api.statFiles({ body: ['/', path] }))).toMatchObject(why);
    const change = bench.api.updateFile({ query: { path: '/scratch' }, body: { absolutePath: path } });
    expect(await refusal(change)).toMatchObject(why);
  });

  test('a path may contain dots, doubled slashes and any characters', async () => {
    const bench = storageBench();
    await bench.api.createDirectory({ body: { dir: '/dots' } });
    const name = '…\u202e\n\t"\\😀';
    await put(bench, `//dots/./nothing/..//${name}`, 'found');
    expect(await names(bench, '/home/../dots/')).toEqual([name]);
    expect(await read(bench, `/dots/${name}`)).toBe('found');
    await put(bench, `/dots/${'x'.repeat(255)}`, '');
  });
});

describe('an upload', () => {
  test('an upload replaces the content of a file, which keeps its owner and mode', async () => {
    const bench = storageBench();
    await put(bench, '/scratch/f', 'one');
    await bench.api.updateFile({ query: { path: '/scratch/f' }, body: { uid: 7, gid: 8, mode: 2640 } });
    await put(bench, '/scratch/f', 'two', ' more');
    expect(await stat(bench, '/scratch/f')).toMatchObject({ uid: 7, gid: 8, mode: 2640, size: 8 });
    expect(await read(bench, '/scratch/f')).toBe('two more');
  });

  test.each([
    ['into a directory that does not exist', '/nothing/f', 404],
    ['onto a directory', '/home/anna', 409],
    ['onto the root', '/', 409],
    ['below a file', '/home/anna/notes.md/f', 409],
    ['through a broken link', '/scratch/previous', 409],
    ['under the name of the snapshot directory', '/scratch/.snap', 400],
  ])('an upload %s is refused', async (_, path, status) => {
    const bench = storageBench();
    const before = await stat(bench, '/');
    expect(await refusal(put(bench, path, 'x'))).toMatchObject({ status });
    expect(await stat(bench, '/')).toEqual(before);
  });

  test('an upload that breaks off leaves the existing file', async () => {
    const bench = storageBench();
    await put(bench, '/scratch/f', 'first');
    const content = (async function* () {
      yield Buffer.from('half');
      throw new Error('connection lost');
    })();
    const call = bench.api.uploadFile({
      query: { path: '/scratch/f' },
      form: { file: { name: 'f', content } },
    });
    await expect(call).rejects.toThrow();
    expect(await read(bench, '/scratch/f')).toBe('first');
  });

  test('an upload takes space in the pool of its directory', async () => {
    const bench = storageBench();
    const pool = bench.engine.cluster.model.pools.find(({ name }) => name === 'storefs-data')!;
    await stat(bench, '/');
    const before = pool.bytes;
    await put(bench, '/scratch/f', Buffer.alloc(5000));
    await put(bench, '/scratch/f', Buffer.alloc(3000));
    expect(pool.bytes - before).toBeCloseTo(3000, 0);
  });
});

describe('a change', () => {
  const update = ({ api }: StorageBench, path: string, body: object) =>
    api.updateFile({ query: { path }, body });

  test('a change renames, moves and sets owner, group and mode at once', async () => {
    const bench = storageBench();
    await put(bench, '/scratch/f', 'text');
    await update(bench, '/scratch/f', { absolutePath: '/home/anna/g', uid: 1001, gid: 1001, mode: 600 });
    expect(await stat(bench, '/home/anna/g')).toMatchObject({ uid: 1001, gid: 1001, mode: 600, size: 4 });
    expect(await refusal(stat(bench, '/scratch/f'))).toMatchObject({ status: 404 });
    await update(bench, '/home/anna/g', { absolutePath: '/home/anna/g', uid: 5 });
    expect(await stat(bench, '/home/anna/g')).toMatchObject({ uid: 5 });
  });

  test.each([
    ['a mode that is not octal', { uid: 9, mode: 789 }, 400],
    ['a mode with too many digits', { uid: 9, mode: 10_000 }, 400],
    ['an id that is too large', { mode: 600, gid: 2 ** 32 - 1 }, 400],
    ['a path that is taken', { uid: 9, absolutePath: '/home/anna' }, 409],
    ['a path without a parent directory', { uid: 9, absolutePath: '/nothing/f' }, 404],
  ])('a change is refused as a whole: %s', async (_, body, status) => {
    const bench = storageBench();
    await put(bench, '/scratch/f', 'text');
    const before = await stat(bench, '/scratch/f');
    expect(await refusal(update(bench, '/scratch/f', body))).toMatchObject({ status });
    expect(await stat(bench, '/scratch/f')).toEqual(before);
  });

  test.each([
    ['the root', '/', '/new', 400],
    ['a directory into itself', '/home', '/home/anna/home', 400],
    ['nothing', '/nothing', '/new', 404],
    ['a directory onto another', '/home/anna', '/home/ben', 409],
    ['a file onto a directory', '/home/anna/notes.md', '/home/ben', 409],
  ])('a change does not move %s', async (_, path, dstPath, status) => {
    const { api } = storageBench();
    expect(await refusal(api.moveFile({ query: { path, dstPath } }))).toMatchObject({ status });
  });
});

describe('a symbolic link', () => {
  test('a symbolic link is listed as a link, followed to its target, and moved itself', async () => {
    const bench = storageBench();
    expect(await stat(bench, '/scratch/latest')).toMatchObject({ type: 'SYMLINK', mode: 777, size: 8 });
    expect(await names(bench, '/scratch/latest')).toEqual(await names(bench, '/scratch/run-0412'));
    expect(await names(bench, '/shared/projects/genome-atlas')).toEqual(['aligned', 'raw', 'results']);
    await put(bench, '/scratch/latest/here', 'through the link');
    expect(await read(bench, '/scratch/run-0412/here')).toBe('through the link');
    await bench.api.moveFile({ query: { path: '/scratch/latest', dstPath: '/scratch/newest' } });
    expect(await stat(bench, '/scratch/newest')).toMatchObject({ type: 'SYMLINK' });
    expect(await names(bench, '/scratch/newest')).toContain('here');
  });

  test('a broken symbolic link is reported as such', async () => {
    const bench = storageBench();
    expect(await refusal(read(bench, '/scratch/previous'))).toEqual({
      status: 404,
      message: expect.stringContaining('broken symbolic link'),
    });
  });

  test('a symbolic link to itself is not followed forever', async () => {
    const bench = storageBench();
    const { api } = bench;
    await api.moveFile({ query: { path: '/scratch/run-0412', dstPath: '/scratch/kept' } });
    await api.moveFile({ query: { path: '/scratch/latest', dstPath: '/scratch/run-0412' } });
    const loop = { status: 409, message: expect.stringContaining('symbolic links') };
    expect(await refusal(names(bench, '/scratch/run-0412'))).toEqual(loop);
    expect(await refusal(put(bench, '/scratch/run-0412/f', 'x'))).toEqual(loop);
    expect(await refusal(put(bench, '/scratch/run-0412', 'x'))).toEqual(loop);
    expect(await stat(bench, '/scratch/run-0412')).toMatchObject({ type: 'SYMLINK' });
    await bench.finish(api.deleteFiles({ query: { path: ['/scratch/run-0412'] } }));
    expect(await names(bench, '/scratch')).not.toContain('run-0412');
  });
});

describe('a download', () => {
  test('a file is downloaded from a URL of the service, which returns exactly its bytes while they exist', async () => {
    const bench = storageBench();
    const bytes = Buffer.from([0, 255, 1]);
    await put(bench, '/scratch/f.bin', bytes);
    const { fileName, url = '' } = await bench.api.downloadFile({ query: { path: '/scratch/f.bin' } });
    expect(fileName).toBe('f.bin');
    const token = url.slice(url.lastIndexOf('/') + 1);
    const open = async () => await bench.engine.downloads?.open(token);
    expect(Buffer.concat(await Array.fromAsync((await open())?.content ?? []))).toEqual(bytes);
    await put(bench, '/scratch/f.bin', bytes);
    expect(await open()).toBeUndefined();
  });

  test('a download of a directory is refused', async () => {
    const bench = storageBench();
    expect(await refusal(read(bench, '/home'))).toMatchObject({ status: 409 });
  });
});

test('without an active metadata server the filesystem does not answer', async () => {
  const bench = storageBench();
  const { cluster } = bench.engine;
  cluster.model.daemons.filter(({ kind }) => kind === 'mds').forEach((mds) => (mds.active = false));
  expect(await refusal(names(bench, '/'))).toMatchObject({ status: 503 });
});
