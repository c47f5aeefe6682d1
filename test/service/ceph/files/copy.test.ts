import { describe, expect, test } from 'vitest';
import { copyJob } from '../../../../src/service/ceph/files/copy.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { noMark } from '../tasks/resumed.ts';
import { batches, directoryStat, tree, type Answers } from './support.ts';

describe('copy of a file tree', () => {
  const MIB = 2 ** 20;
  const there = { '/src': { ...directoryStat('2'), files: 2, size: 20 * MIB }, '/to': directoryStat('3') };
  const steps: Readonly<Record<string, object>> = {
    src: { ino: '2', copyIno: '20' },
    large: { handle: 'h', size: 20 * MIB },
    link: {},
    pipe: { skipped: true },
  };
  const answers: Answers = {
    copy: ({ source }: { source: { name: string } }) => steps[source.name],
    copy_content: ({ length }: { length: number }) => length,
    ...batches(['large', 'link', 'pipe'].map((name) => ({ name, ino: name, directory: false }))),
  };
  const asNew = { temporary: expect.stringMatching(/^\.storedeck-copy-\w+$/) as string, resumed: false };
  const run = async (more: Answers = {}, cancelled = new AbortController()) => {
    const bench = tree(there, {
      ...answers,
      ...batches(['large', 'link', 'pipe'].map((name) => ({ name }))),
      ...more,
    });
    const lines: string[] = [];
    const job = await copyJob(bench.files, fakeClock(), ['src'], ['to', 'copy'], 'test');
    const ended = await job
      .run((line) => void lines.push(line), cancelled.signal, noMark)
      .then(
        () => 'done',
        () => 'failed',
      );
    return { ...bench, lines, ended, job };
  };

  test('a copy descends the directory, transfers content in pieces of 8 MiB, and syncs at its end', async () => {
    const { named, lines, ended, job, calls } = await run();
    expect([job.object, ended]).toEqual(['/src to /to/copy', 'done']);
    expect(named('copy')).toEqual([
      {
        source: { directory: '/', ino: '1', name: 'src' },
        target: { directory: '/to', ino: '3', name: 'copy' },
        ...asNew,
      },
      ...['large', 'link', 'pipe'].map((name) => ({
        source: { directory: '/src', ino: '2', name },
        target: { directory: '/to/copy', ino: '20', name },
        ...asNew,
      })),
    ]);
    expect(named('copy_content').map(({ offset, length }) => [offset, length])).toEqual([
      [0, 8 * MIB],
      [8 * MIB, 8 * MIB],
      [16 * MIB, 4 * MIB],
    ]);
    expect(calls.at(-1)![0]).toBe('sync');
    expect(lines).toContainEqual(expect.stringContaining('pipe'));
    expect(lines.at(-1)).toBe('done: 2 of 2 files copied, 20.0 MiB of 20.0 MiB');
  });

  test('a copy ends at the end of a file that became shorter meanwhile, and closes the file', async () => {
    const { named, ended } = await run({ copy_content: () => 0 });
    expect([named('copy_content').length, ended]).toEqual([1, 'done']);
    expect(named('finish_copy')).toMatchObject([{ handle: 'h', target: { ino: '20', name: 'large' } }]);
  });

  test('a copy that is cancelled stops after the current piece, and removes the file that is not whole', async () => {
    const cancelled = new AbortController();
    const copy_content = ({ length }: { length: number }) => {
      cancelled.abort();
      return length;
    };
    const { named, ended } = await run({ copy_content }, cancelled);
    expect([named('copy_content').length, named('sync').length, ended]).toEqual([1, 0, 'failed']);
    expect(named('close')).toContainEqual({ handle: 'h' });
    expect(named('finish_copy')).toEqual([]);
    expect(named('remove')).toEqual([{ directory: '/to/copy', ino: '20', names: [asNew.temporary] }]);
  });

  test.each([
    ['/src', '/to', 409, 'already'],
    ['/src', '/src/inner', 400, 'is the source or inside it'],
    ['/nothing', '/to/copy', 404, 'not there'],
  ])('a copy from %s to %s is refused before anything is copied', async (from, to, status, text) => {
    const { files, named } = tree(there);
    await expect(copyJob(files, fakeClock(), parsePath(from), parsePath(to), 'test')).rejects.toMatchObject(
      refusal(status, text),
    );
    expect(named('copy')).toEqual([]);
  });
});
