import { expect, test } from 'vitest';
import type { FileDownload } from '../../../../src/api/contract/shapes.ts';
import { downloadFile } from '../../../../src/service/ceph/files/download.ts';
import { Downloads } from '../../../../src/service/downloads.ts';
import { INLINE_LIMIT } from '../../../../src/service/inlineText.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { type Answers, directoryStat, fileStat, tree } from './support.ts';

const MIB = 1024 * 1024;

/** A filesystem with one file of this content, and its offered downloads. */
function bench(content: Buffer, answers: Answers = {}) {
  const downloads = new Downloads(fakeClock());
  const there = { '/f': fileStat('2', content.length), '/d': directoryStat('3') };
  const { files, named } = tree(there, {
    open: () => 'handle',
    read: ({ offset, length }: { offset: number; length: number }) =>
      content.subarray(offset, offset + length),
    ...answers,
  });
  return {
    download: (name: string) => downloadFile(files, downloads, [name]),
    /** Downloads the content of a URL. */
    async fetched({ url = '' }: FileDownload) {
      const { size, content: chunks } = (await downloads.open(url.split('/').at(-1) ?? ''))!;
      return { size, content: Buffer.concat(await Array.fromAsync(chunks)) };
    },
    named,
  };
}

test('a small text file is returned in the answer, and is closed', async () => {
  const { download, named } = bench(Buffer.from('hello\n'));
  expect(await download('f')).toEqual({ fileName: 'f', fileContents: 'hello\n' });
  expect(named('close')).toHaveLength(1);
});

test('a small binary file is offered under a URL', async () => {
  const { download } = bench(Buffer.from([0, 1, 2]));
  expect(await download('f')).toEqual({
    fileName: 'f',
    url: expect.stringContaining('/downloads/') as string,
  });
});

test('a large file is offered under a URL, and read one mebibyte at a time', async () => {
  const content = Buffer.alloc(2 * MIB + 5, 'x');
  const { download, fetched, named } = bench(content);
  const offer = await download('f');
  expect(named('read')).toEqual([]);
  expect(await fetched(offer)).toEqual({ size: content.length, content });
  expect(named('read').map(({ length }) => length)).toEqual([MIB, MIB, 5]);
});

test('a text up to the limit is answered at once, and a longer one under a URL', async () => {
  const size = INLINE_LIMIT;
  expect(await bench(Buffer.alloc(size, 'x')).download('f')).toHaveProperty('fileContents');
  expect(await bench(Buffer.alloc(size + 1, 'x')).download('f')).toHaveProperty('url');
  const empty = bench(Buffer.alloc(0));
  expect(await empty.download('f')).toEqual({ fileName: 'f', fileContents: '' });
  expect(empty.named('read')).toEqual([]);
});

test.each([
  ['another file', { ino: '3' }],
  ['of another size', { size: 2 * MIB + 1 }],
])('an offered file is not read if it is %s now', async (_what, change) => {
  const content = Buffer.alloc(2 * MIB);
  const stats = [fileStat('2', content.length), { ...fileStat('2', content.length), ...change }];
  const { download, fetched, named } = bench(content, { stat: () => stats.shift() });
  await expect(fetched(await download('f'))).rejects.toMatchObject(refusal(404, 'has changed'));
  expect(named('open')).toEqual([]);
});

test('a chunk that cannot be read is thrown where it is awaited, and the file is closed', async () => {
  const content = Buffer.alloc(2 * MIB);
  const { download, fetched, named } = bench(content, {
    read: ({ offset }: { offset: number }) =>
      offset === 0 ? content.subarray(0, MIB) : Promise.reject(new Error('lost')),
  });
  const offer = await download('f');
  await expect(fetched(offer)).rejects.toThrow('lost');
  expect(named('read')).toEqual([
    { handle: 'handle', offset: 0, length: MIB },
    { handle: 'handle', offset: MIB, length: MIB },
  ]);
  expect(named('close')).toEqual([{ handle: 'handle' }]);
});

test('a directory is not downloaded', async () => {
  const { download } = bench(Buffer.from(''));
  await expect(download('d')).rejects.toMatchObject({ status: 409 });
});

test('an offered file that has changed since is not read', async () => {
  const content = Buffer.alloc(2 * MIB);
  let modified = 0;
  const { download, fetched, named } = bench(content, {
    stat: () => ({ ...fileStat('2', content.length), modified: modified++ }),
  });
  const offer = await download('f');
  await expect(fetched(offer)).rejects.toMatchObject(refusal(404, 'has changed'));
  expect(named('open')).toEqual([]);
});

test('a file that becomes shorter while it is read is reported, and closed', async () => {
  const { download, named } = bench(Buffer.from('hello\n'), { read: () => Buffer.alloc(0) });
  await expect(download('f')).rejects.toThrow('was truncated');
  expect(named('close')).toHaveLength(1);
});
