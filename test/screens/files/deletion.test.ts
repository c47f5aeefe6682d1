import { expect, test } from 'vitest';
import { deletePlan } from '../../../src/screens/files/remoteActions.ts';
import type { FileRow } from '../../../src/screens/files/rows.ts';
import { deck, openScreen } from '../openedDeck.ts';

test('before a directory is deleted, it is said what is in it, and that it is empty only if it has neither files nor directories', async () => {
  await openScreen('fs /', { columns: 140, rows: 36 });
  const checksFor = (entry: FileRow['entry']) => {
    const row = {
      name: 'd',
      path: '/d',
      type: 'dir',
      isDirectory: true,
      size: 0,
      marked: false,
      entry,
    } as FileRow;
    return deletePlan(deck.cockpit, row)
      .checks({})
      .map(({ text: words }) => words);
  };
  expect(checksFor({ path: '/d', dirFiles: 0, dirSubdirs: 0 })).toEqual(['it was empty when last read']);
  expect(checksFor({ path: '/d', dirFiles: 2, dirSubdirs: 2, dirBytes: 7 })).toEqual([
    '2 files and 2 directories in it, 7 B, are lost for good',
  ]);
});
