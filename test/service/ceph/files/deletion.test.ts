import { expect, test } from 'vitest';
import { deletionJob } from '../../../../src/service/ceph/files/deletion.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { noMark } from '../tasks/resumed.ts';
import { directoryStat, fakeFiles } from './support.ts';

const entry = (name: string, ino: string, directory = false) => ({ name, ino, directory });
type Listing = ReturnType<typeof entry>[];

/** A directory /d with inode 2, which returns one listing after the other. */
function directory(listings: Listing[], isEmpty: () => boolean) {
  let open: Listing | undefined;
  return fakeFiles({
    stat: ({ path }: { path: string }) => directoryStat(path === '/' ? '1' : '2'),
    open_directory: () => {
      open = listings.shift() ?? [];
      return 'handle';
    },
    read_directory: () => {
      const entries = open ?? [];
      open = [];
      return entries;
    },
    remove: ({ names, directories }: { names: string[]; directories?: boolean }) =>
      directories && !isEmpty() ? names : [],
  });
}

async function run(fake: ReturnType<typeof directory>, cancelled = new AbortController().signal) {
  const output: string[] = [];
  const job = await deletionJob(fake.files, fakeClock(), [['d']], 'me');
  await job.run((line) => output.push(line), cancelled, noMark);
  return output;
}

test('files are deleted in batches of a hundred, by the inode of their directory', async () => {
  const leaves = Array.from({ length: 150 }, (_, index) => entry(`f${index}`, `${index + 10}`));
  const fake = directory([leaves], () => true);
  expect(await run(fake)).toEqual(['done: 151 files and directories deleted']);
  expect(fake.named('open_directory')).toHaveLength(1);
  const removed = fake.named('remove');
  expect(removed.map(({ names }) => (names as string[]).length)).toEqual([100, 50, 1]);
  expect(removed[0]).toMatchObject({ directory: '/d', ino: '2' });
  expect(removed[2]).toMatchObject({ directory: '/', ino: '1', names: ['d'], directories: true });
});

test('a directory that got new files meanwhile is emptied once more', async () => {
  const listings = [[entry('f', '3')], [entry('late', '4')]];
  const fake = directory(listings, () => listings.length === 0);
  await run(fake);
  expect(fake.named('remove').map(({ names }) => names)).toEqual([['f'], ['d'], ['late'], ['d']]);
});

test('a directory that is empty and cannot be removed has snapshots', async () => {
  const stuck = run(directory([[entry('f', '3')]], () => false));
  await expect(stuck).rejects.toMatchObject({ status: 409, message: expect.stringContaining('/d/.snap') });
});

test('the deletion of a directory fails if it gets new files again and again', async () => {
  const fake = directory(
    Array.from({ length: 50 }, () => [entry('f', '3')]),
    () => false,
  );
  await expect(run(fake)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('"/d" is being filled faster'),
  });
  expect(fake.named('remove').filter(({ directories }) => directories)).toHaveLength(10);
});

test('a hundred files are removed by one call, and none by no call', async () => {
  const leaves = Array.from({ length: 100 }, (_, index) => entry(`f${index}`, `${index + 10}`));
  const fake = directory([leaves], () => true);
  await run(fake);
  expect(fake.named('remove').map(({ names }) => (names as string[]).length)).toEqual([100, 1]);
  const empty = directory([[]], () => true);
  expect(await run(empty)).toEqual(['done: 1 files and directories deleted']);
  expect(empty.named('remove')).toHaveLength(1);
});

test('a directory below is removed as a directory, and its progress is reported every five seconds', async () => {
  const clock = fakeClock();
  const listings = [[entry('sub', '5', true), entry('f', '6')], [entry('g', '7')]];
  const fake = directory(listings, () => true);
  const remove = async (...request: Parameters<typeof fake.files.call>) => {
    if (request[0] === 'remove') await clock.advance(2500);
    return fake.files.call(...request);
  };
  const files = { ...fake.files, call: remove as typeof fake.files.call };
  const output: string[] = [];
  const job = await deletionJob(files, clock, [['d']], 'me');
  await job.run((line) => output.push(line), new AbortController().signal, noMark);
  expect(fake.named('remove')).toEqual([
    { directory: '/d', ino: '2', names: ['f'] },
    { directory: '/d/sub', ino: '5', names: ['g'] },
    { directory: '/d', ino: '2', names: ['sub'], directories: true },
    { directory: '/', ino: '1', names: ['d'], directories: true },
  ]);
  expect(output).toEqual([
    '2 files and directories deleted',
    '4 files and directories deleted',
    'done: 4 files and directories deleted',
  ]);
});

test('a deletion is named after its first path, is stored unless it is too large, and never covers the root', async () => {
  const { files } = directory([], () => true);
  const job = (...paths: string[]) =>
    deletionJob(
      files,
      fakeClock(),
      paths.map((path) => (path === '' ? [] : [path])),
      'me',
    );
  expect(await job('d')).toMatchObject({
    name: 'Delete files',
    object: '/d',
    by: 'me',
    resume: { kind: 'delete-files', input: { filesystem: 7, targets: [{ path: '/d', ino: '2' }] } },
  });
  expect((await job('d', 'e')).object).toBe('/d and 1 more');
  expect((await job('d', 'e', 'f')).object).toBe('/d and 2 more');
  const most = 32 * 1024;
  const rest = most - JSON.stringify({ filesystem: 7, targets: [{ path: '/', ino: '2' }] }).length;
  expect(await job('x'.repeat(rest))).toHaveProperty('resume');
  expect(await job('x'.repeat(rest + 1))).not.toHaveProperty('resume');
  await expect(job('')).rejects.toMatchObject({ status: 400 });
});

test('a cancelled deletion removes nothing more, and closes its open directories', async () => {
  const cancelling = new AbortController();
  const fake = directory([[entry('f', '3')]], () => true);
  cancelling.abort();
  await expect(run(fake, cancelling.signal)).rejects.toThrow();
  expect(fake.named('remove')).toEqual([]);
  expect(fake.named('close')).toEqual([{ handle: 'handle' }]);
});
