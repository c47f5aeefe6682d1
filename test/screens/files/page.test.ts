import { expect, test } from 'vitest';
import { filePage } from '../../../src/screens/files/page.ts';
import type { FileRow } from '../../../src/screens/files/rows.ts';
import { deck, openScreen } from '../openedDeck.ts';

const row = (more: Partial<FileRow> = {}): FileRow => ({
  name: 'a',
  path: '/a',
  type: 'DIR',
  isDirectory: true,
  size: 10,
  modified: 0,
  mode: 'rwxr-xr-x',
  owner: 'root',
  marked: false,
  entry: undefined,
  ...more,
});

test('the page of a file or directory has its kind, what is in it, its pool and its quota in words', async () => {
  await openScreen('health');
  const quotaOf = (quota: object) => filePage(deck.cockpit, row(), { quota }).facts.at(-1);
  expect(
    [
      {},
      { maxBytes: 0, maxFiles: -1 },
      { maxBytes: 1, maxFiles: 1 },
      { maxBytes: 1024 },
      { maxFiles: 20 },
    ].map(quotaOf),
  ).toEqual([
    ['quota', 'no quota'],
    ['quota', 'no quota'],
    ['quota', '1 B, 1 files'],
    ['quota', '1.0 KiB'],
    ['quota', '20 files'],
  ]);
  const entry = { dirFiles: 3, dirSubdirs: 2 } as FileRow['entry'];
  expect(filePage(deck.cockpit, row({ entry }), { pool: 'data' }).facts.slice(-3)).toEqual([
    ['files in it', '3'],
    ['directories in it', '2'],
    ['stored in the pool', 'data'],
  ]);
  const titles = ['FILE', 'DIR', 'SYMLINK', 'PIPE'].map(
    (type) => filePage(deck.cockpit, row({ type })).title,
  );
  expect(titles).toEqual(['File /a', 'Directory /a', 'Symbolic link /a', 'Entry /a']);
  expect(filePage(deck.cockpit, row()).facts.map(([name]) => name)).not.toContain('quota');
});
