import { expect, test } from 'vitest';
import { createMonitoredDirectories } from '../../../../src/service/ceph/history/monitored.ts';
import type { StateStore } from '../../../../src/service/ceph/state/store.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { directoryStat, fakeFiles, fileStat } from '../files/support.ts';

function monitored() {
  let kept: unknown;
  const store = {
    get: async () => kept,
    update: async (_: string, edit: (present: unknown) => unknown) => void (kept = edit(kept)),
  } as unknown as StateStore;
  const gone = new Set<string>();
  const { files } = fakeFiles({
    stat: ({ path }: { path: string }) => {
      if (gone.has(path)) throw new Refusal(404, 'not there');
      return path === '/file' ? fileStat('9') : directoryStat('2');
    },
    attribute: ({ name }: { name: string }) => (name === 'ceph.quota.max_bytes' ? '500' : '3'),
  });
  return { list: createMonitoredDirectories(store, files), gone };
}

test('monitored directories are added once, removed and replaced, whatever the spelling of their path', async () => {
  const { list } = monitored();
  expect(await list.paths()).toEqual([]);
  await list.add(['/a', '/b/']);
  await list.add(['//a', '/c']);
  expect(await list.paths()).toEqual(['/a', '/b', '/c']);
  await list.remove(['/b/', '/a']);
  expect(await list.paths()).toEqual(['/c']);
  await list.replace(['/d', '/d']);
  expect(await list.paths()).toEqual(['/d']);
});

test('removing a directory that is not monitored is refused, and then no other is removed either', async () => {
  const { list } = monitored();
  await expect(list.remove(['/a'])).rejects.toThrow('monitored directories: none');
  await list.add(['/a', '/b']);
  await expect(list.remove(['/a', '/x'])).rejects.toMatchObject({
    status: 404,
    message: '"/x" is not monitored; monitored directories: /a, /b',
  });
  expect(await list.paths()).toEqual(['/a', '/b']);
});

test('a file cannot be monitored', async () => {
  const { list } = monitored();
  await expect(list.add(['/a', '/file'])).rejects.toMatchObject({ status: 409 });
  await expect(list.replace(['/file'])).rejects.toMatchObject({ status: 409 });
  expect(await list.paths()).toEqual([]);
});

test('each monitored directory is listed with its quota, and a deleted one without', async () => {
  const { list, gone } = monitored();
  await list.add(['/a', '/b']);
  gone.add('/b');
  expect(await list.list()).toEqual([
    { displayName: '/a', queryName: '/a', quotaBytes: 500, quotaFiles: 3 },
    { displayName: '/b', queryName: '/b', quotaBytes: 0, quotaFiles: 0 },
  ]);
});
