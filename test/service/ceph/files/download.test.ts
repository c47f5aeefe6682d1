import { expect, test } from 'vitest';
import type { FileDownload } from '../../../../src/api/contract/shapes.ts';
import { downloadFile } from '../../../../src/service/ceph/files/download.ts';
import { Downloads } from '../../../../src/service/downloads.ts';
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
