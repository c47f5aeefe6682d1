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

test('calls name the filesystem, so that a new one of the same name is mounted again', async () => {
  const { files, asked } = cluster({ 'files.stat': { json: { ino: '1' } } });
  expect(await files.call('stat', { path: '/' })).toEqual({ ino: '1' });
  expect(asked).toContainEqual({
    call: 'files.stat',
    with: { filesystem: { name: 'storefs', id: 3 }, path: '/' },
  });
});

test('without an active metadata server no call is sent to the filesystem', async () => {
  const { files, asked } = cluster({ 'fs dump': { json: dump('up:replay') } });
  await expect(files.call('stat', { path: '/' })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('metadata server'),
  });
  expect(asked.filter((request) => 'call' in request)).toEqual([]);
});

test('calls with an open handle do not read the filesystems of the cluster again', async () => {
  const { files, asked } = cluster({});
  await files.call('open', { path: '/f' });
  const before = asked.length;
  await files.call('read', { handle: 'h' });
  expect(asked.slice(before)).toEqual([
    { call: 'files.read', with: { filesystem: { name: 'storefs', id: 3 }, handle: 'h' } },
  ]);
});

test('in a cluster without a filesystem all operations on files are refused', async () => {
  const { files } = cluster({ 'fs ls': { json: [] } });
  await expect(files.call('stat', { path: '/' })).rejects.toMatchObject({ status: 501 });
  await expect(files.dataPools()).rejects.toMatchObject({ status: 501 });
});

test('a lost connection is answered with 503 and the advice to try again', async () => {
  const { files } = cluster({ 'files.read': { rc: -9, outs: 'the connection was lost' } });
  await expect(files.call('read', { handle: 'h' })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('try again'),
  });
});

test('the pools for content are the data pools of the filesystem', async () => {
  expect(await cluster({}).files.dataPools()).toEqual(['data', 'archive']);
});
