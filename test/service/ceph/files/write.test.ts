import { describe, expect, test } from 'vitest';
import { poolOf, setLayout } from '../../../../src/service/ceph/files/layout.ts';
import { listFiles, listFilesWithStats, statFiles } from '../../../../src/service/ceph/files/listing.ts';
import { quotaOf, setQuota } from '../../../../src/service/ceph/files/quota.ts';
import { createDirectories, move, updateFile } from '../../../../src/service/ceph/files/write.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { alreadyThere } from '../../../../src/service/rules/files.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { refusal } from '../../../support/refusal.ts';
import { batches, directoryStat, fileStat, missing, tree, type Answers } from './support.ts';

describe('creating a directory', () => {
  const make = (bench: ReturnType<typeof tree>, path: string, pool?: string) =>
    createDirectories(bench.files, parsePath(path), pool);

  test('a new directory is created with its parents, the highest first, and gets its pool last', async () => {
    const bench = tree({ '/a': directoryStat('2') });
    await make(bench, '/a/b/c', 'data');
    expect(bench.calls.slice(-3)).toEqual([
      ['make_directory', { path: '/a/b' }],
      ['make_directory', { path: '/a/b/c' }],
      ['set_attribute', { path: '/a/b/c', name: 'ceph.dir.layout.pool', value: 'data' }],
    ]);
  });

  test('a new directory without a pool inherits that of its parents', async () => {
    const bench = tree({});
    await make(bench, '/a');
    expect(bench.named('make_directory')).toEqual([{ path: '/a' }]);
    expect(bench.named('set_attribute')).toEqual([]);
  });

  test('a parent that somebody else creates at the same moment is no problem', async () => {
    const taken = (path: string) => Promise.reject(new Refusal(409, alreadyThere(path).message));
    const bench = tree({}, { make_directory: ({ path }: { path: string }) => path === '/a' && taken(path) });
    await createDirectories(bench.files, parsePath('/a/b'), undefined);
    expect(bench.named('make_directory')).toEqual([{ path: '/a' }, { path: '/a/b' }]);
    const last = tree({}, { make_directory: ({ path }: { path: string }) => taken(path) });
    await expect(createDirectories(last.files, parsePath('/a/b'), undefined)).rejects.toMatchObject(
      refusal(409, '"/a/b" already'),
    );
  });

  test('the parents created for a new directory are removed if one of the directories cannot be created', async () => {
    const bench = tree(
      {},
      {
        make_directory: ({ path }: { path: string }) => (path === '/a/b/c' ? missing() : undefined),
      },
    );
    await expect(make(bench, '/a/b/c')).rejects.toThrow('not there');
    expect(bench.named('remove_directory')).toEqual([{ path: '/a/b' }, { path: '/a' }]);
  });

  test.each([
    ['at a path that is taken', '/a', undefined, 409, 'already'],
    ['among the snapshots', '/a/.snap/b', undefined, 400, 'snapshots'],
    ['in a pool for other data', '/b', 'other', 400, 'choose one of data'],
  ])('creating a directory %s is refused', async (_, path, pool, status, text) => {
    const bench = tree({ '/a': directoryStat('2') });
    await expect(make(bench, path, pool)).rejects.toMatchObject(refusal(status, text));
    expect(bench.named('make_directory')).toEqual([]);
  });
});

describe('moving a file', () => {
  const there = {
    '/a': directoryStat('2'),
    '/a/f': fileStat('3'),
    '/b': directoryStat('4'),
    '/b/f': fileStat('5'),
  };
  const moved = async (from: string, to: string) => {
    const bench = tree(there);
    await move(bench.files, parsePath(from), parsePath(to));
    return bench.named('rename');
  };

  test('a file is moved only to a path that is free', async () =>
    expect(await moved('/a/f', '/b/g')).toEqual([{ path: '/a/f', to: '/b/g' }]));

  test('a file that is moved to its own path stays there', async () =>
    expect(await moved('/a/f', '/a/f')).toEqual([]));

  test.each([
    ['onto an existing file', '/a/f', '/b/f', 409, 'already'],
    ['into itself', '/a', '/a/inner', 400, 'is the source or inside it'],
    ['from the root', '/', '/b/g', 400, 'the root'],
    ['to the root', '/a/f', '/', 400, 'the root'],
  ])('a move %s is refused', (_, from, to, status, text) =>
    expect(moved(from, to)).rejects.toMatchObject(refusal(status, text)),
  );
});

describe('attributes of a file', () => {
  const there = { '/f': { ...fileStat('3'), uid: 7, gid: 8 }, '/taken': fileStat('4') };
  const update = async (change: Parameters<typeof updateFile>[2], answers: Answers = {}) => {
    const bench = tree(there, answers);
    await updateFile(bench.files, ['f'], change).catch((failure: unknown) =>
      bench.calls.push(['failed', { failure }]),
    );
    return bench;
  };

  test('the given attributes are set, with the mode in octal digits, and then the file is moved', async () => {
    const { calls } = await update({ uid: 5, mode: 750, absolutePath: ['g'] });
    expect(calls.slice(-3)).toEqual([
      ['stat', { path: '/f', follow: true }],
      ['change', { path: '/f', uid: 5, mode: 0o750 }],
      ['rename', { path: '/f', to: '/g' }],
    ]);
  });

  test('the attributes do not change if the file is only moved', async () => {
    const bench = await update({ absolutePath: ['g'] });
    expect([bench.named('change'), bench.named('rename')]).toEqual([[], [{ path: '/f', to: '/g' }]]);
  });

  test('the attributes are restored if the file cannot be moved afterwards', async () => {
    const bench = await update({ gid: 5, absolutePath: ['g'] }, { rename: missing });
    expect(bench.named('change')).toEqual([
      { path: '/f', gid: 5 },
      { path: '/f', uid: 7, gid: 8, mode: 0o644 },
    ]);
  });

  test('the attributes are not changed if the destination is taken', async () => {
    const bench = await update({ gid: 5, absolutePath: ['taken'] });
    expect([bench.named('change'), bench.named('rename'), bench.named('failed')]).toEqual([
      [],
      [],
      [expect.anything()],
    ]);
  });

  test('the attributes accept ids up to the second largest of 32 bits', async () => {
    const accepted = async (change: object) => (await update(change)).named('failed').length === 0;
    expect(await accepted({ uid: 2 ** 32 - 2 })).toBe(true);
    expect(await accepted({ uid: 2 ** 32 - 1 })).toBe(false);
    expect(await accepted({ gid: 2 ** 32 - 1 })).toBe(false);
  });
});

describe('pool of a file', () => {
  const there = {
    '/d': directoryStat('2'),
    '/empty': fileStat('3'),
    '/full': fileStat('4', 1),
    '/dev': { ...fileStat('5'), mode: 0o20644 },
  };
  const set = async (path: string, pool = 'data') => {
    const bench = tree(there);
    await setLayout(bench.files, parsePath(path), pool);
    return bench.named('set_attribute');
  };

  test('the pool is set on a directory or an empty file', async () => {
    expect(await set('/d')).toEqual([{ path: '/d', name: 'ceph.dir.layout.pool', value: 'data' }]);
    expect(await set('/empty')).toEqual([{ path: '/empty', name: 'ceph.file.layout.pool', value: 'data' }]);
  });

  test.each([
    ['/full', 'data', 409, 'is not empty'],
    ['/dev', 'data', 409, 'neither a file nor a directory'],
    ['/d', 'other', 400, 'choose one of data'],
    ['/d/.snap', 'data', 400, 'snapshots'],
  ])('the pool is refused for %s and the pool %s', (path, pool, status, text) =>
    expect(set(path, pool)).rejects.toMatchObject(refusal(status, text)),
  );

  test('the pool of a file is the one that Ceph reports', async () => {
    const { files } = tree({}, { layout: ({ path }: { path: string }) => `pool of ${path}` });
    expect(await poolOf(files, ['d'])).toBe('pool of /d');
  });
});

describe('quota of a directory', () => {
  const there = { '/d': directoryStat('2'), '/f': fileStat('3') };

  test('the quota of a directory is 0 if it has none', async () => {
    const attribute = ({ name }: { name: string }) => (name === 'ceph.quota.max_files' ? '30' : null);
    expect(await quotaOf(tree(there, { attribute }).files, ['d'])).toEqual({ maxBytes: 0, maxFiles: 30 });
  });

  test('only the given limits of a quota are changed', async () => {
    const bench = tree(there);
    await setQuota(bench.files, ['d'], { maxFiles: 0 });
    expect(bench.named('set_attribute')).toEqual([{ path: '/d', name: 'ceph.quota.max_files', value: '0' }]);
  });

  test('a quota is refused if it is negative, or for a file', async () => {
    const { files } = tree(there);
    await expect(setQuota(files, ['d'], { maxBytes: 5, maxFiles: -1 })).rejects.toMatchObject(
      refusal(400, 'negative'),
    );
    await expect(setQuota(files, ['f'], { maxBytes: 5 })).rejects.toMatchObject(
      refusal(409, 'not a directory'),
    );
    await expect(quotaOf(files, ['f'])).rejects.toMatchObject({ status: 409 });
  });
});

describe('listing a directory', () => {
  const entry = (name: string) => ({ ...fileStat(`i${name}`, 3), name, directory: false });

  test('a directory is listed sorted by name, across all batches', async () => {
    const bench = tree({ '/d': directoryStat('2') }, batches([entry('b'), entry('é')], [entry('a')]));
    expect((await listFiles(bench.files, ['d'])).entries).toEqual(['a', 'b', 'é']);
    expect(bench.named('close')).toEqual([{ handle: 'handle' }]);
  });

  test('a directory is listed with the attributes and the paths of its entries', async () => {
    const { files, named } = tree({}, batches([entry('a')]));
    const { entries } = await listFilesWithStats(files, []);
    expect(entries).toMatchObject([{ path: 'a', fullPath: '/a', size: 3 }]);
    expect(named('read_directory')[0]).toMatchObject({ limit: 1000, stats: true });
  });

  test('a directory of 100000 entries is listed, and a larger one is refused and closed', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => entry(String(index)));
    expect((await listFiles(tree({}, batches(many(100_000))).files, [])).entries).toHaveLength(100_000);
    const bench = tree({}, batches(many(100_001)));
    await expect(listFiles(bench.files, [])).rejects.toMatchObject(refusal(413, 'more than 100000 entries'));
    expect(bench.named('close')).toHaveLength(1);
  });

  test('a directory and a file are named in refusals by the path as it was requested', async () => {
    const { files } = tree({ '/d': directoryStat('2'), '/d/f': fileStat('3', 9) });
    expect(await statFiles(files, ['/d//f', '/d'])).toMatchObject([
      { path: '/d//f', fullPath: '/d/f', size: 9 },
      { path: '/d', fullPath: '/d' },
    ]);
  });
});
