import { describe, expect, test } from 'vitest';
import { copyJob, copyKinds } from '../../../../src/service/ceph/files/copy.ts';
import { deletionJob, deletionKinds } from '../../../../src/service/ceph/files/deletion.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { noMark, resumedWork } from '../tasks/resumed.ts';
import { batches, directoryStat, fileStat, tree, type Answers } from './support.ts';

type There = Parameters<typeof tree>[0];
const OTHER_FILESYSTEM = 8;

/** The deletion of /d and /f after a restart, when these entries are there. */
async function deletion(now: There, answers: Answers = {}, filesystem?: number) {
  const clock = fakeClock();
  const before = tree({ '/d': directoryStat('2'), '/f': fileStat('3') });
  const job = await deletionJob(before.files, clock, [['d'], ['f']], 'test');
  const bench = tree(now, { ...batches([{ name: 'inner', ino: '9', directory: false }]), ...answers });
  const files = filesystem === undefined ? bench.files : { ...bench.files, id: async () => filesystem };
  const done = await resumedWork(clock, deletionKinds({ files, clock }), job);
  return { ...done, removed: bench.named('remove').map(({ ino, names }) => [ino, names]) };
}
const emptied = { remove: () => [] };

describe('the deletion of files after a restart', () => {
  test('a deletion continues with what is left, and what is gone counts as deleted', async () => {
    expect(await deletion({ '/f': fileStat('3') }, emptied)).toMatchObject({
      failure: '',
      removed: [['1', ['f']]],
      said: [
        expect.stringContaining('"/d" is gone: it was deleted before the restart'),
        'done: 1 files and directories deleted',
      ],
    });
    expect((await deletion({ '/d': directoryStat('2') }, emptied)).removed).toEqual([
      ['2', ['inner']],
      ['1', ['d']],
    ]);
  });

  test('a deletion leaves new files and directories at the paths of deleted ones, and names them', async () => {
    const now = { '/d': directoryStat('20'), '/f': fileStat('3') };
    expect(await deletion(now, emptied)).toMatchObject({
      failure: 'another file or directory is now at "/d": it was not deleted',
      removed: [['1', ['f']]],
    });
  });

  test('a deletion waits for a metadata server that starts later than the service', async () => {
    let looks = 0;
    const stat_if_there = ({ path }: { path: string }) => {
      if (looks++ < 3) throw new Refusal(503, 'no metadata server');
      return path === '/f' ? fileStat('3') : null;
    };
    expect(await deletion({}, { ...emptied, stat_if_there })).toMatchObject({
      failure: '',
      removed: [['1', ['f']]],
    });
  });

  test('nothing is deleted from another filesystem, where the same inodes are other files', async () => {
    const now = { '/d': directoryStat('2'), '/f': fileStat('3') };
    expect(await deletion(now, emptied, OTHER_FILESYSTEM)).toMatchObject({
      failure: expect.stringContaining('another filesystem') as string,
      removed: [],
    });
  });

  test('a deletion with more paths than a task can store does not continue', async () => {
    const paths = Array.from({ length: 1000 }, (_, index) => [`${'long'.repeat(50)}${index}`]);
    const { files } = tree({}, { stat: ({ path }: { path: string }) => directoryStat(path) });
    const job = await deletionJob(files, fakeClock(), paths, 'test');
    expect(job.resume).toBeUndefined();
    expect((await deletionJob(files, fakeClock(), paths.slice(0, 10), 'test')).resume).toBeDefined();
  });
});

describe('the copy of files after a restart', () => {
  const MIB = 2 ** 20;
  const DIRECTORY = { ...directoryStat('2'), files: 2, size: 20 * MIB };
  const FILE = fileStat('2', MIB);
  const inside = batches.bind(
    undefined,
    ['whole', 'half', 'other'].map((name) => ({ name })),
  );
  const steps: Readonly<Record<string, object>> = {
    src: { ino: '2', copyIno: '20' },
    whole: { size: 12 * MIB },
    half: { handle: 'h', size: 8 * MIB, copyIno: '22' },
    other: { differs: true },
  };
  const answers = (left: Readonly<Record<string, object>> = steps): Answers => ({
    copy: ({ source }: { source: { name: string } }) => left[source.name],
    copy_content: ({ length }: { length: number }) => length,
    ...inside(),
  });

  /** The copy of /src to /to/copy after a restart, when these entries are there. */
  async function resumed(source: typeof FILE, now: There, more: Answers = answers(), begun = true) {
    const clock = fakeClock();
    const before = tree({ '/src': source, '/to': directoryStat('3') }, answers());
    let { resume } = await copyJob(before.files, clock, parsePath('/src'), parsePath('/to/copy'), 'test');
    if (begun) resume = { ...resume!, input: { ...(resume!.input as object), copyIno: '20' } };
    const bench = tree({ '/to': directoryStat('3'), ...now }, more);
    const job = { name: '', object: '', by: '', run: noMark, resume: resume! };
    const done = await resumedWork(clock, copyKinds({ files: bench.files, clock }), job);
    return { ...done, ...bench };
  }

  test('a copy stores its inode as soon as it exists', async () => {
    const before = tree({ '/src': DIRECTORY, '/to': directoryStat('3') }, answers());
    const job = await copyJob(before.files, fakeClock(), ['src'], ['to', 'copy'], 'test');
    const marks: unknown[] = [];
    const mark = async (input: unknown) => void marks.push(input);
    const running = job.run(() => undefined, new AbortController().signal, mark);
    await expect(running).rejects.toThrow('in 1 place');
    expect(marks).toEqual([{ ...(job.resume!.input as object), copyIno: '20' }]);
    expect(job.resume!.input).toMatchObject({ filesystem: 7, ino: '2', target: { ino: '3', name: 'copy' } });
  });

  test('a copy of a directory continues: whole files stay, others are copied, and what differs is named', async () => {
    const { said, failure, named } = await resumed(DIRECTORY, {
      '/src': DIRECTORY,
      '/to/copy': directoryStat('20'),
    });
    expect(named('copy').every(({ resumed: flag }) => flag === true)).toBe(true);
    expect(named('copy_content')).toMatchObject([{ handle: 'h', offset: 0, length: 8 * MIB }]);
    expect(named('finish_copy')).toMatchObject([
      { target: { directory: '/to/copy', ino: '20', name: 'half' } },
    ]);
    expect(said).toEqual([
      '"/to/copy/other" is of another kind or size than its source now: it was left as it is',
      'done: 2 of 2 files copied, 20.0 MiB of 20.0 MiB',
    ]);
    expect(failure).toContain('differs from its source in 1 place');
  });

  test('a file that was half copied is copied anew, after its temporary file is removed', async () => {
    const left = { src: { handle: 'h', size: MIB, copyIno: '21' } };
    const { failure, calls, named } = await resumed(FILE, { '/src': FILE }, answers(left));
    expect(failure).toBe('');
    const names = calls.map(([name]) => name).filter((name) => name !== 'stat_if_there');
    expect(names).toEqual(['remove', 'copy', 'copy_content', 'finish_copy', 'sync']);
    expect(named('remove')).toEqual([
      { directory: '/to', ino: '3', names: [named('copy')[0]!['temporary']] },
    ]);
    expect(named('copy')).toMatchObject([{ resumed: false }]);
  });

  test('a file that was copied whole before the restart is not copied again', async () => {
    const now = { '/src': FILE, '/to/copy': fileStat('20', MIB) };
    const { said, failure, named } = await resumed(FILE, now, answers({ src: { size: MIB } }));
    expect([failure, named('copy_content')]).toEqual(['', []]);
    expect(said).toEqual(['done: 1 of 1 files copied, 1.0 MiB of 1.0 MiB']);
  });

  const copy = { '/to/copy': directoryStat('20') };
  test.each<[string, There, boolean, string]>([
    [
      'the source was replaced',
      { '/src': directoryStat('5'), ...copy },
      true,
      '"/src" was replaced: "/to/copy" holds what was copied before',
    ],
    [
      'the source is gone',
      { ...copy },
      true,
      '"/src" was deleted or moved: "/to/copy" holds what was copied before',
    ],
    ['the source and the copy are gone', {}, true, '"/src" was deleted or moved: nothing is at "/to/copy"'],
    [
      'the copy is gone',
      { '/src': DIRECTORY },
      true,
      '"/to/copy" was deleted or moved: nothing more was copied',
    ],
    [
      'the copy was replaced',
      { '/src': DIRECTORY, '/to/copy': directoryStat('6') },
      true,
      'it is not certain that "/to/copy" is the copy that was begun',
    ],
    [
      'the inode of the copy is not known',
      { '/src': DIRECTORY, ...copy },
      false,
      'it is not certain that "/to/copy" is the copy that was begun',
    ],
  ])('nothing is copied after a restart when %s', async (_, now, begun, reason) => {
    const { failure, named } = await resumed(DIRECTORY, now, answers(), begun);
    expect(failure).toContain(reason);
    expect(named('copy')).toEqual([]);
  });

  test('a copy that had not begun before the restart begins', async () => {
    const { named, failure } = await resumed(
      DIRECTORY,
      { '/src': DIRECTORY },
      answers({ src: { ino: '2', copyIno: '20' }, whole: {}, half: {}, other: {} }),
      false,
    );
    expect([failure, named('copy').length]).toEqual(['', 4]);
  });
});
