import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';
import { fileOf } from './tools.ts';

const MIB = 2 ** 20;
const ROOT = '/suite';
const LARGE = Buffer.alloc(5 * MIB, 'abcdefg');

export const fileTests: SectionTests = (site) => {
  const mkdir = (dir: string) => site().api.createDirectory({ body: { dir } });
  const upload = (path: string, content: string | Uint8Array) =>
    site().api.uploadFile({ query: { path }, form: { file: fileOf(content) } });
  const content = async (path: string) => site().content(await site().api.downloadFile({ query: { path } }));
  const names = async (dir: string) => (await site().api.listFiles({ query: { dir } })).entries;
  const entry = async (dir: string, name: string) => {
    const { entries = [] } = await site().api.listFilesWithStats({ query: { dir } });
    return entries.find(({ path }) => path === name);
  };

  beforeAll(() => mkdir(`${ROOT}/a/b`));
  afterAll(async () => site().finished(await site().api.deleteFiles({ query: { path: [ROOT] } })));

  test('directories are created with their parents, and listed', async () => {
    expect(await names(ROOT)).toEqual(['a']);
    expect(await entry(`${ROOT}/a`, 'b')).toMatchObject({ type: 'DIR', mode: 755, uid: 0, gid: 0 });
    await site().declines('createDirectory', 409, /already/, { body: { dir: `${ROOT}/a` } });
    await site().declines('createDirectory', 400, /absolute/, { body: { dir: 'suite/x' } });
    await site().declines('createDirectory', 400, /pool|stored/, { body: { dir: `${ROOT}/x`, pool: 'nix' } });
    for (const id of ['listFiles', 'listFilesWithStats'] as const)
      await site().declines(id, 404, /nix/, { query: { dir: '/nix' } });
  });

  test('a file is uploaded, replaced and downloaded unchanged', async () => {
    await upload(`${ROOT}/a/f`, 'first');
    await upload(`${ROOT}/a/f`, 'hello');
    expect((await content(`${ROOT}/a/f`)).toString()).toBe('hello');
    await upload(`${ROOT}/a/large`, LARGE);
    expect((await content(`${ROOT}/a/large`)).equals(LARGE)).toBe(true);
    expect(await names(`${ROOT}/a`)).toEqual(['b', 'f', 'large']);
    expect(await entry(`${ROOT}/a`, 'f')).toMatchObject({
      type: 'FILE',
      size: 5,
      fullPath: `${ROOT}/a/f`,
    });
    const form = { file: fileOf('x') };
    await site().declines('uploadFile', 409, /directory/, { query: { path: `${ROOT}/a` }, form });
    await site().declines('uploadFile', 404, /nix/, {
      query: { path: '/nix/f' },
      form: { file: fileOf('x') },
    });
    await site().declines('downloadFile', 409, /directory/, { query: { path: ROOT } });
    await site().declines('downloadFile', 404, /nix/, { query: { path: `${ROOT}/nix` } });
  });

  test('attributes are read by path', async () => {
    const stats = await site().api.statFiles({ body: [`${ROOT}/a/f`, ROOT] });
    expect(stats).toMatchObject([
      { path: `${ROOT}/a/f`, type: 'FILE', size: 5 },
      { path: ROOT, type: 'DIR' },
    ]);
    await site().declines('statFiles', 404, /nix/, { body: [ROOT, `${ROOT}/nix`] });
    await site().eventually(
      () => entry(ROOT, 'a'),
      (found) => found?.dirBytes === LARGE.length + 5,
    );
  });

  test('owner, mode and path of a file are changed together, or not at all', async () => {
    const query = { path: `${ROOT}/a/f` };
    const body = { uid: 1000, gid: 7, mode: 640, absolutePath: `${ROOT}/g` };
    await site().declines('updateFile', 409, /already/, {
      query,
      body: { ...body, absolutePath: `${ROOT}/a/b` },
    });
    expect(await entry(`${ROOT}/a`, 'f')).toMatchObject({ uid: 0, mode: 644 });
    await site().api.updateFile({ query, body });
    expect(await entry(ROOT, 'g')).toMatchObject({ uid: 1000, gid: 7, mode: 640, size: 5 });
    await site().declines('updateFile', 404, /suite\/a\/f/, { query, body });
    await site().declines('updateFile', 400, /octal|mode/, {
      query: { path: `${ROOT}/g` },
      body: { mode: 888 },
    });
  });

  test('a file is moved only to a path that is free', async () => {
    const move = (path: string, dstPath: string) => ({ query: { path, dstPath } });
    await site().api.moveFile(move(`${ROOT}/g`, `${ROOT}/a/b/h`));
    expect((await content(`${ROOT}/a/b/h`)).toString()).toBe('hello');
    expect(await names(ROOT)).toEqual(['a']);
    await site().declines('moveFile', 409, /already/, move(`${ROOT}/a/large`, `${ROOT}/a/b/h`));
    await site().declines('moveFile', 404, /nix/, move('/nix', `${ROOT}/x`));
    await site().declines('moveFile', 400, /is the source or inside it/, move(`${ROOT}/a`, `${ROOT}/a/b/x`));
  });

  test('the pool of a directory is shown, and the pool for new content is set', async () => {
    const pools = await site().api.listLayoutPools();
    const layout = (path: string) => site().api.getFileLayout({ query: { path } });
    expect(pools).toContain((await layout(`${ROOT}/a/large`)).pool);
    const pool = pools.at(-1)!;
    await site().api.setFileLayout({ query: { path: `${ROOT}/a` }, body: { pool } });
    expect(await layout(`${ROOT}/a/b`)).toEqual({ pool });
    await site().declines('setFileLayout', 400, /nix/, { query: { path: ROOT }, body: { pool: 'nix' } });
    await site().declines('setFileLayout', 409, /./, { query: { path: `${ROOT}/a/large` }, body: { pool } });
    await site().declines('getFileLayout', 404, /nix/, { query: { path: '/nix' } });
  });

  test('a quota is set, enforced and removed', async () => {
    const query = { dir: `${ROOT}/limited` };
    await mkdir(query.dir);
    expect(await site().api.getDirectoryQuota({ query })).toEqual({ maxBytes: 0, maxFiles: 0 });
    await site().api.setDirectoryQuota({ query, body: { maxBytes: MIB, maxFiles: 5 } });
    await site().api.setDirectoryQuota({ query, body: { maxFiles: 6 } });
    expect(await site().api.getDirectoryQuota({ query })).toEqual({ maxBytes: MIB, maxFiles: 6 });
    await site().declines('uploadFile', [409, 413], /quota/, {
      query: { path: `${query.dir}/large` },
      form: { file: fileOf(Buffer.alloc(24 * MIB)) },
    });
    expect(await names(query.dir)).toEqual([]);
    await site().api.setDirectoryQuota({ query, body: { maxBytes: 0, maxFiles: 0 } });
    await upload(`${query.dir}/fits`, Buffer.alloc(2 * MIB));
    await site().declines('setDirectoryQuota', 400, /negative|maxBytes/, { query, body: { maxBytes: -1 } });
    await site().declines('getDirectoryQuota', 404, /nix/, { query: { dir: '/nix' } });
    await site().declines('setDirectoryQuota', 404, /nix/, { query: { dir: '/nix' }, body: { maxFiles: 1 } });
  });

  test('a directory is copied with everything in it', async () => {
    const copy = (path: string, dstPath: string) => ({ query: { path, dstPath } });
    await site().finished(await site().api.copyFile(copy(`${ROOT}/a`, `${ROOT}/copied`)));
    expect(await names(`${ROOT}/copied`)).toEqual(['b', 'large']);
    expect((await content(`${ROOT}/copied/large`)).equals(LARGE)).toBe(true);
    expect(await entry(`${ROOT}/copied/b`, 'h')).toMatchObject({ uid: 1000, mode: 640 });
    await site().declines('copyFile', 409, /already/, copy(`${ROOT}/a`, `${ROOT}/copied`));
    await site().declines('copyFile', 404, /nix/, copy('/nix', `${ROOT}/x`));
  });

  test('files and directories are deleted with everything in them', async () => {
    const path = [`${ROOT}/copied`, `${ROOT}/a/large`];
    await site().declines('deleteFiles', 404, /nix/, { query: { path: [...path, '/nix'] } });
    await site().declines('deleteFiles', 400, /root/, { query: { path: ['/'] } });
    await site().finished(await site().api.deleteFiles({ query: { path } }));
    expect(await names(ROOT)).toEqual(['a', 'limited']);
    expect(await names(`${ROOT}/a`)).toEqual(['b']);
  });
};
