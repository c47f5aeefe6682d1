import { expect, test } from 'vitest';
import type { FileEntry } from '../../../../src/api/contract/storefs.ts';
import { isInTree } from '../../../../src/service/sim/files/tree.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { createStorage } from '../../../../src/service/sim/storage.ts';
import { storageBench, upload, type StorageBench } from '../storage.ts';

/** Every entry below a directory with all its properties, found by walking the tree. */
async function walk(bench: StorageBench, dir = '/'): Promise<FileEntry[]> {
  const { entries = [] } = await bench.api.listFilesWithStats({ query: { dir } });
  const below: FileEntry[] = [];
  for (const entry of entries)
    below.push(entry, ...(entry.type === 'DIR' ? await walk(bench, entry.fullPath) : []));
  return below;
}

test('after a restart the file tree has all moves, replacements, changes and deletions', async () => {
  const persistence = memoryPersistence();
  const bench = storageBench({ persistence });
  const { api } = bench;
  const put = (path: string, text: string) =>
    api.uploadFile({ query: { path }, form: { file: upload(text) } });
  await api.createDirectory({ body: { dir: '/new/deep' } });
  await put('/new/file', 'of our own');
  await put('/home/anna/notes.md', 'replaced');
  await api.moveFile({ query: { path: '/home/ben', dstPath: '/new/ben' } });
  await api.moveFile({ query: { path: '/new/file', dstPath: '/new/deep/renamed' } });
  await api.updateFile({ query: { path: '/new/deep/renamed' }, body: { uid: 1000, gid: 100, mode: 640 } });
  await api.setDirectoryQuota({ query: { dir: '/new' }, body: { maxFiles: 5000 } });
  await bench.finish(api.copyFile({ query: { path: '/scratch', dstPath: '/new/scratch' } }));
  await bench.finish(api.deleteFiles({ query: { path: ['/projects/genome-atlas', '/scratch/latest'] } }));
  const before = await walk(bench);
  expect(before.find(({ fullPath }) => fullPath === '/new/deep/renamed')).toMatchObject({
    uid: 1000,
    mode: 640,
  });

  const again = storageBench({ persistence });
  expect(await walk(again)).toEqual(before);
  expect(await again.api.statFiles({ body: ['/'] })).toEqual(await api.statFiles({ body: ['/'] }));
  // New entries are not confused with restored ones.
  await again.api.createDirectory({ body: { dir: '/another' } });
  const third = storageBench({ persistence });
  expect((await walk(third)).map(({ fullPath }) => fullPath)).toEqual(
    (await walk(again)).map(({ fullPath }) => fullPath),
  );
});

test('after a restart nothing is left of deleted or replaced files', async () => {
  const persistence = memoryPersistence();
  const { api, finish } = storageBench({ persistence });
  await api.uploadFile({ query: { path: '/home/anna/notes.md' }, form: { file: upload('replaced') } });
  await finish(api.deleteFiles({ query: { path: ['/projects/genome-atlas', '/scratch/latest'] } }));
  const { model } = storageBench({ persistence }).engine.cluster;
  const tree = createStorage(model, model.timeOf(0), persistence).fileTree();
  expect([...tree.ids.of.keys()].filter((node) => !isInTree(tree, node))).toEqual([]);
  expect(new Set(tree.ids.of.values()).size).toBe(tree.ids.of.size);
});

test.each([
  [
    'a file',
    { '#1': { type: 'SYMLINK', target: '/home' }, '#2': { type: 'DIR', parent: '#1' } },
    'is in #1, which is not a directory',
  ],
  ['nothing', { '#2': { type: 'DIR', parent: '#9' } }, 'is in #9, which is not a directory'],
  ['itself', { '#1': { type: 'DIR', parent: '#2' }, '#2': { type: 'DIR', parent: '#1' } }, 'contains itself'],
])('stored files of which one is in %s are refused', (_what, nodes, message) => {
  const persistence = memoryPersistence();
  const usual = {
    parent: '/home',
    uid: 0,
    gid: 0,
    mode: 0o755,
    modifiedAt: 0,
    quota: { maxBytes: 0, maxFiles: 0 },
  };
  for (const [id, node] of Object.entries(nodes))
    persistence.save('files', id, { name: `n${id}`, ...usual, ...node });
  expect(() => storageBench({ persistence })).toThrow(message);
});
