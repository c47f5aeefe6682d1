import { expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { fileTools } from './fileTools.ts';

const MIB = 2 ** 20;

/** Tests of operations on whole directories, and of a failing metadata server. They need the pool `archive` of the file tests. */
export function treeTests(bench: () => Bench): void {
  const { mkdir, upload, stat, names, attribute } = fileTools(bench);

  test('directories are copied with everything in them, its owners, modes and pools', async () => {
    await mkdir('/tree/sub/deep');
    await upload('/tree/sub/f', Buffer.alloc(9 * MIB, 'y'));
    await upload('/tree/sub/deep/g', 'small');
    await bench().cephfs('link', '/tree/link', 'sub/f');
    await bench().cephfs('pipe', '/tree/pipe');
    await bench().cephfs('unnameable', '/tree');
    await bench().call('updateFile', { query: { path: '/tree/sub' }, body: { uid: 9, gid: 8, mode: 1770 } });
    await bench().call('updateFile', { query: { path: '/tree/sub/f' }, body: { uid: 3, mode: 4711 } });
    await bench().call('setFileLayout', { query: { path: '/tree/sub/deep' }, body: { pool: 'archive' } });
    const copy = (path: string, dstPath: string) => ({ query: { path, dstPath } });
    const { id } = await bench().call('copyFile', copy('/tree', '/copied'));
    const task = await bench().ended(id);
    expect(task).toMatchObject({ state: 'FINISHED', object: '/tree to /copied' });
    expect(task.output).toMatch(/"\/tree\/pipe" was skipped.*\ndone: 3 of \d files copied, 9.0 MiB/);
    expect(await names('/copied')).toEqual(['link', 'sub', '\ufffd']);
    expect(await bench().cephfs('readlink', '/copied/link')).toBe('sub/f');
    expect(await stat('/copied/sub')).toMatchObject({ uid: 9, gid: 8, mode: '0o41770' });
    expect(await stat('/copied/sub/f')).toEqual({ uid: 3, gid: 0, mode: '0o104711', size: 9 * MIB });
    expect(await attribute('/copied/sub/deep', 'ceph.dir.layout.pool')).toBe('archive');
    expect(await attribute('/copied/sub', 'ceph.dir.layout.pool')).toBeNull();
    expect(await bench().cephfs('content', '/copied/sub/deep/g')).toBe('small');
    await bench().declined(409, /already/, 'copyFile', copy('/tree', '/copied'));
    await bench().declined(404, /no "\/nix"/, 'copyFile', copy('/nix', '/x'));
    await bench().declined(400, /is the source or inside it/, 'copyFile', copy('/tree', '/tree/sub/x'));
  });

  test('a copy that exceeds a quota fails with the reason', async () => {
    await mkdir('/narrow');
    await bench().call('setDirectoryQuota', { query: { dir: '/narrow' }, body: { maxFiles: 2 } });
    const { id } = await bench().call('copyFile', { query: { path: '/tree', dstPath: '/narrow/tree' } });
    expect(await bench().ended(id)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('quota exceeded'),
    });
  });

  test('everything below the given paths is deleted, but nothing that links point to', async () => {
    await bench().cephfs('link', '/copied/sub/out', '/tree');
    await upload('/loose', 'x');
    await bench().declined(404, /no "\/nix"/, 'deleteFiles', { query: { path: ['/copied', '/nix'] } });
    await bench().declined(400, /root/, 'deleteFiles', { query: { path: ['/'] } });
    expect(await names('/copied')).toContain('sub');
    const { id } = await bench().call('deleteFiles', { query: { path: ['/copied', '/loose'] } });
    expect(await bench().ended(id)).toMatchObject({
      state: 'FINISHED',
      object: '/copied and 1 more',
      output: 'done: 9 files and directories deleted\n',
    });
    expect(await names('/')).not.toContain('copied');
    expect(await names('/tree')).toContain('sub');
  });

  test('a directory with snapshots is not deleted, and the task gives the reason', async () => {
    await mkdir('/snapped/s');
    await bench().cephfs('mkdir', '/snapped/s/.snap/one');
    const { id } = await bench().call('deleteFiles', { query: { path: ['/snapped'] } });
    expect(await bench().ended(id)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('has snapshots'),
    });
  });

  test('a deletion that is cancelled keeps the rest', async () => {
    for (let index = 0; index < 40; index++) await mkdir(`/many/${index}/x`);
    const { id = 0 } = await bench().call('deleteFiles', { query: { path: ['/many'] } });
    await bench().call('cancelTask', { params: { id } });
    expect(await bench().call('getTask', { params: { id } })).toMatchObject({ state: 'CANCELED' });
    expect(await names('/')).toContain('many');
  });

  test('a client that the metadata server has evicted mounts again', async () => {
    const sessions = JSON.parse(await bench().cluster.ceph('tell', 'mds.a', 'session', 'ls')) as {
      id: number;
    }[];
    for (const { id } of sessions) await bench().cluster.ceph('tell', 'mds.a', 'client', 'evict', `id=${id}`);
    expect((await bench().call('listFiles', { query: { dir: '/tree/sub' } })).entries).toEqual(['deep', 'f']);
    await upload('/tree/after', 'eviction');
    expect(await bench().cephfs('content', '/tree/after')).toBe('eviction');
  });

  test('without an active metadata server calls fail with the reason, and its return is noticed', async () => {
    await bench().cluster.stop('mds.a');
    const list = () => bench().call('listFiles', { query: { dir: '/tree/sub' } });
    const refused = expect.objectContaining({ status: 503, message: expect.stringContaining('MDS') });
    await expect
      .poll(() => list().catch((failure: unknown) => failure), { timeout: 60_000 })
      .toEqual(refused);
    expect((await bench().call('getClusterStatus', {})).storeStatus?.health?.status).not.toBe(
      'HEALTH_UNKNOWN',
    );
    await bench().cluster.start('mds.a');
    await expect
      .poll(() => list().catch(() => undefined), { timeout: 60_000 })
      .toMatchObject({ entries: ['deep', 'f'] });
  });
}
