import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeDurably } from '../../src/lib/durableFile.ts';
import { smallDisk } from '../service/sim/persistence/bench.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'storedeck-durable-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a file is readable by its owner only, even when it replaces one that others could read', async () => {
  const path = join(folder(), 'file');
  await writeDurably(path, 'first');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o666);
  await writeDurably(path, 'second', { replace: true });
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o600, 'second']);
});

test('an existing file is replaced only on request', async () => {
  const directory = folder();
  const path = join(directory, 'file');
  writeFileSync(path, 'theirs');
  await expect(writeDurably(path, 'ours')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path, 'utf8')).toBe('theirs');
  expect(readdirSync(directory)).toEqual(['file']);
});

test('on a full disk the existing content is kept, no temporary file remains, and the message says what to do', async (context) => {
  const disk = smallDisk() ?? context.skip('a small file system can only be mounted by root');
  const path = join(disk, 'file');
  await writeDurably(path, 'whole');
  const before = readdirSync(disk);
  const tooMuch = Buffer.alloc(64 * 1024 * 1024, 1);
  await expect(writeDurably(path, tooMuch, { replace: true })).rejects.toThrow(
    `cannot write ${path}: no space is left there: free some, then try again`,
  );
  await expect(writeDurably(join(disk, 'other'), tooMuch)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readFileSync(path, 'utf8')).toBe('whole');
  expect(readdirSync(disk)).toEqual(before);
});
