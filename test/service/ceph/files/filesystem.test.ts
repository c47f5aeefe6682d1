import { expect, test } from 'vitest';
import { createFiles } from '../../../../src/service/ceph/files/filesystem.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, type Answer } from '../recordedCeph.ts';

const LIST = [{ name: 'storefs', data_pools: ['data', 'archive'] }];
const dump = (state: string) => ({
  filesystems: [{ id: 3, mdsmap: { fs_name: 'storefs', info: { gid_4: { state } } } }],
});

function cluster(answers: Readonly<Record<string, Answer>>) {
  const recording = recordedCeph(fakeClock(), {
    'fs ls': { json: LIST },
    'fs dump': { json: dump('up:active') },
    ...answers,
  });
  return { ...recording, files: createFiles(recording.ceph, recording.storage) };
}

test('calls name the filesystem, so that one that was made anew is mounted anew', async () => {
  const { files, asked } = cluster({ 'files.stat': { json: { ino: '1' } } });
  expect(await files.call('stat', { path: '/' })).toEqual({ ino: '1' });
  expect(asked).toContainEqual({
    call: 'files.stat',
    with: { filesystem: { name: 'storefs', id: 3 }, path: '/' },
  });
});

test('without an active metadata server nothing is asked of the filesystem', async () => {
  const { files, asked } = cluster({ 'fs dump': { json: dump('up:replay') } });
  await expect(files.call('stat', { path: '/' })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('metadata server'),
  });
  expect(asked.filter((request) => 'call' in request)).toEqual([]);
});

test('what is open is used further without another look at the cluster', async () => {
  const { files, asked } = cluster({});
  await files.call('open', { path: '/f' });
  const before = asked.length;
  await files.call('read', { handle: 'h' });
  expect(asked).toHaveLength(before + 1);
});

test('a cluster without a filesystem has no files', async () => {
  const { files } = cluster({ 'fs ls': { json: [] } });
  await expect(files.call('stat', { path: '/' })).rejects.toMatchObject({ status: 501 });
  await expect(files.dataPools()).rejects.toMatchObject({ status: 501 });
});

test('a connection that is lost in the middle is worth another try', async () => {
  const { files } = cluster({ 'files.read': { rc: -9, outs: 'the connection was lost' } });
  await expect(files.call('read', { handle: 'h' })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('try again'),
  });
});

test('the pools for content are those of the filesystem', async () => {
  expect(await cluster({}).files.dataPools()).toEqual(['data', 'archive']);
});
