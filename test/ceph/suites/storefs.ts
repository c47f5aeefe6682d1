import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { createService } from '../../../src/service/http/service.ts';
import type { Bench } from '../bench.ts';
import { fileTools } from './fileTools.ts';

const MIB = 2 ** 20;

export function fileTests(bench: () => Bench): void {
  const { content, mkdir, upload, stat, names, attribute } = fileTools(bench);

  describe('directories', () => {
    test('directories are created with their parents, and only once', async () => {
      await mkdir('/made/a/b');
      expect(await names('/made/a')).toEqual(['b']);
      await bench().declined(409, /already/, 'createDirectory', { body: { dir: '/made/a/b' } });
      await bench().declined(400, /absolute path/, 'createDirectory', { body: { dir: 'made' } });
      await bench().declined(400, /above the root/, 'createDirectory', { body: { dir: '/../x' } });
      await bench().declined(400, /snapshots/, 'createDirectory', { body: { dir: '/made/.snap/x' } });
      await bench().declined(400, /cannot be stored/, 'createDirectory', {
        body: { dir: '/made/c', pool: 'rbd' },
      });
      expect(await names('/made')).toEqual(['a']);
    });

    test('directories are listed, with statistics and without', async () => {
      await upload('/made/a/file', 'hello');
      await bench().cephfs('link', '/made/a/link', 'file');
      await bench().cephfs('unnameable', '/made/a');
      const list = await bench().call('listFiles', { query: { dir: '/made/a' } });
      expect(list.entries).toEqual(['b', 'file', 'link', '\ufffd']);
      const { entries = [] } = await bench().call('listFilesWithStats', { query: { dir: '/made/a' } });
      expect(entries.map(({ path, type, size, mode }) => [path, type, size, mode])).toEqual([
        ['b', 'DIR', 0, 755],
        ['file', 'FILE', 5, 644],
        ['link', 'SYMLINK', 4, 777],
        ['\ufffd', 'DIR', 0, 755],
      ]);
      expect(entries[1]).toMatchObject({ fullPath: '/made/a/file', uid: 0, gid: 0 });
      expect(entries[1]?.lastModified).toBeGreaterThan(Date.now() / 1000 - 600);
      const sums = async () =>
        (await bench().call('listFilesWithStats', { query: { dir: '/made' } })).entries?.[0];
      await expect
        .poll(sums, { timeout: 20_000 })
        .toMatchObject({ path: 'a', dirBytes: 9, dirFiles: 2, dirSubdirs: 2 });
      for (const id of ['listFiles', 'listFilesWithStats'] as const) {
        await bench().declined(404, /there is no "\/nix"/, id, { query: { dir: '/nix' } });
        await bench().declined(409, /is not a directory/, id, { query: { dir: '/made/a/file' } });
      }
    });

    test('files and directories have statistics by their paths', async () => {
      const entries = await bench().call('statFiles', { body: ['/made/../made/a/file', '/'] });
      expect(entries).toMatchObject([
        { path: '/made/../made/a/file', fullPath: '/made/a/file', type: 'FILE' },
        { path: '/', type: 'DIR' },
      ]);
      await bench().declined(404, /no "\/made\/nix"/, 'statFiles', { body: ['/made', '/made/nix'] });
      await bench().declined(409, /through a file/, 'statFiles', { body: ['/made/a/file/x'] });
    });
  });

  test('owner, mode and name of a file are changed together, or not at all', async () => {
    await mkdir('/changed');
    await upload('/changed/f', 'x');
    const update = {
      query: { path: '/changed/f' },
      body: { uid: 4_000_000_000, gid: 7, mode: 2750, absolutePath: '/changed/g' },
    };
    await bench().declined(409, /already/, 'updateFile', {
      ...update,
      body: { ...update.body, absolutePath: '/made' },
    });
    expect(await stat('/changed/f')).toMatchObject({ uid: 0, mode: '0o100644' });
    await bench().call('updateFile', update);
    expect(await stat('/changed/g')).toEqual({ uid: 4_000_000_000, gid: 7, mode: '0o102750', size: 1 });
    await bench().declined(404, /no "\/changed\/f"/, 'updateFile', update);
    await bench().declined(400, /octal/, 'updateFile', {
      query: { path: '/changed/g' },
      body: { mode: 888 },
    });
  });

  test('files are moved only to a path that is free', async () => {
    await mkdir('/moved/deep');
    await upload('/moved/f', 'x');
    const move = (path: string, dstPath: string) => ({ query: { path, dstPath } });
    await bench().call('moveFile', move('/moved/f', '/moved/deep/g'));
    expect(await names('/moved/deep')).toEqual(['g']);
    await bench().declined(409, /already/, 'moveFile', move('/changed/g', '/moved/deep/g'));
    await bench().declined(404, /no "\/nix"/, 'moveFile', move('/nix', '/moved/x'));
    await bench().declined(404, /no directory "\/nix"/, 'moveFile', move('/moved/deep/g', '/nix/g'));
    await bench().declined(400, /is the source or inside it/, 'moveFile', move('/moved', '/moved/deep/x'));
    await bench().declined(400, /root/, 'moveFile', move('/', '/moved/x'));
  });

  test('the pools of files and directories are shown, inherited and set', async () => {
    await bench().cluster.ceph('osd', 'pool', 'create', 'archive', '4');
    await bench().cluster.ceph('fs', 'add_data_pool', 'storefs', 'archive');
    await expect.poll(() => bench().call('listLayoutPools', {})).toEqual(['storefs_data', 'archive']);
    await mkdir('/pools/below/further');
    const layout = (path: string) => bench().call('getFileLayout', { query: { path } });
    expect(await layout('/pools/below')).toEqual({ pool: 'storefs_data' });
    const set = (path: string, pool: string) => ({ query: { path }, body: { pool } });
    await expect
      .poll(() =>
        bench()
          .call('setFileLayout', set('/pools', 'archive'))
          .then(() => 'set', String),
      )
      .toBe('set');
    expect(await attribute('/pools', 'ceph.dir.layout.pool')).toBe('archive');
    expect(await layout('/pools/below/further')).toEqual({ pool: 'archive' });
    await upload('/pools/below/f', 'content');
    expect(await layout('/pools/below/f')).toEqual({ pool: 'archive' });
    await bench().declined(409, /is not empty/, 'setFileLayout', set('/pools/below/f', 'storefs_data'));
    await upload('/pools/empty');
    await bench().call('setFileLayout', set('/pools/empty', 'storefs_data'));
    expect(await attribute('/pools/empty', 'ceph.file.layout.pool')).toBe('storefs_data');
    await bench().declined(400, /choose one of storefs_data, archive/, 'setFileLayout', set('/pools', 'rbd'));
    await bench().declined(404, /no "\/nix"/, 'getFileLayout', { query: { path: '/nix' } });
    await bench().call('createDirectory', { body: { dir: '/pools/own', pool: 'storefs_data' } });
    expect(await attribute('/pools/own', 'ceph.dir.layout.pool')).toBe('storefs_data');
  });

  test('quotas are set, enforced and removed', async () => {
    await mkdir('/limited');
    const put = (body: object) => bench().call('setDirectoryQuota', { query: { dir: '/limited' }, body });
    const get = () => bench().call('getDirectoryQuota', { query: { dir: '/limited' } });
    expect(await get()).toEqual({ maxBytes: 0, maxFiles: 0 });
    await put({ maxBytes: MIB, maxFiles: 5 });
    expect(await attribute('/limited', 'ceph.quota.max_bytes')).toBe(String(MIB));
    await put({ maxFiles: 0 });
    expect(await get()).toEqual({ maxBytes: MIB, maxFiles: 0 });
    const large = Array.from({ length: 24 }, () => Buffer.alloc(MIB, 'x'));
    await expect(upload('/limited/large', ...large)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/quota exceeded/),
    });
    expect(await names('/limited')).toEqual([]);
    await upload('/fits', 'x');
    await bench().declined(409, /another quota/, 'moveFile', {
      query: { path: '/fits', dstPath: '/limited/x' },
    });
    await put({ maxBytes: 0 });
    expect(await attribute('/limited', 'ceph.quota.max_bytes')).toBeNull();
    await bench().declined(400, /negative/, 'setDirectoryQuota', {
      query: { dir: '/limited' },
      body: { maxBytes: -1 },
    });
    await bench().declined(409, /is not a directory/, 'getDirectoryQuota', { query: { dir: '/fits' } });
  });

  describe('content', () => {
    test('an upload replaces a file, also through a link, and keeps its owner and mode', async () => {
      await mkdir('/content');
      await upload('/content/f', 'first');
      await bench().call('updateFile', { query: { path: '/content/f' }, body: { uid: 5, mode: 600 } });
      await bench().cephfs('link', '/content/link', 'f');
      await upload('/content/link', 'sec', '', 'ond');
      expect(await bench().cephfs('content', '/content/f')).toBe('second');
      expect(await stat('/content/f')).toEqual({ uid: 5, gid: 0, mode: '0o100600', size: 6 });
      expect(await names('/content')).toEqual(['f', 'link']);
      const file = { name: 'f', content: content('x') };
      await bench().declined(409, /is a directory/, 'uploadFile', {
        query: { path: '/content' },
        form: { file },
      });
      await bench().declined(404, /no directory "\/nix"/, 'uploadFile', {
        query: { path: '/nix/f' },
        form: { file },
      });
    });

    test('an upload that breaks off leaves the previous content', async () => {
      const broken = (async function* () {
        yield Buffer.alloc(3 * MIB);
        throw new Error('the line went dead');
      })();
      const form = { file: { name: 'f', content: broken } };
      await expect(bench().call('uploadFile', { query: { path: '/content/f' }, form })).rejects.toThrow(
        'went dead',
      );
      expect(await bench().cephfs('content', '/content/f')).toBe('second');
      expect(await names('/content')).toEqual(['f', 'link']);
    });

    test('a small text file is returned inside the answer', async () => {
      const download = await bench().call('downloadFile', { query: { path: '/content/f' } });
      expect(download).toEqual({ fileName: 'f', fileContents: 'second' });
      await bench().declined(409, /is a directory/, 'downloadFile', { query: { path: '/content' } });
      await bench().declined(404, /no "\/content\/nix"/, 'downloadFile', { query: { path: '/content/nix' } });
    });

    test('content is sent and received over HTTP unchanged, and a download ends when the file changes', async () => {
      const service = await createService({
        engine: bench().engine,
        token: 't',
        version: '0',
        clock: systemClock(),
        log: console.error,
      });
      try {
        const base = await service.listen({ host: '127.0.0.1', port: 0 });
        const headers = { authorization: 'Bearer t' };
        const bytes = Buffer.alloc(32 * MIB);
        for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
        const form = new FormData();
        form.set('file', new Blob([bytes]), 'large');
        const put = await fetch(`${base}/api/storefs/upload?path=/content/large`, {
          method: 'PUT',
          headers,
          body: form,
        });
        expect(put.status).toBe(200);
        const { url = '', fileContents } = await bench().call('downloadFile', {
          query: { path: '/content/large' },
        });
        expect(fileContents).toBeUndefined();
        const got = Buffer.from(await (await fetch(base + url, { headers })).arrayBuffer());
        const sum = (data: Buffer) => createHash('sha256').update(data).digest('hex');
        expect(sum(got)).toBe(sum(bytes));
        await upload('/content/large', 'other');
        const late = await fetch(base + url, { headers });
        expect([late.status, await late.json()]).toEqual([
          404,
          { message: expect.stringContaining('has changed') },
        ]);
      } finally {
        await service.close();
      }
    });
  });
}
