import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followFiles } from '../../../../src/service/ceph/log/tail.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

let directory: string;
let following: Disposable;
let seen: [file: string, ...lines: string[]][];
let skipped: [file: string, bytes: number][];
const clock = fakeClock();
const path = (name = 'a.log') => join(directory, name);

/** Lets the follower check its files `turns` times. Its file system calls take real time. */
async function look(turns = 1) {
  for (let turn = 0; turn < turns; turn++) {
    await expect.poll(() => clock.pending()).toBe(1);
    await clock.advance(1000);
  }
  await expect.poll(() => clock.pending()).toBe(1);
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storedeck-tail-'));
  await writeFile(path(), 'old 1\nold 2\n');
  seen = [];
  skipped = [];
  const wanted = (file: string) => file.endsWith('.log');
  following = followFiles(clock, directory, wanted, (appended) => {
    for (const [file, { lines, skipped: bytes }] of appended) {
      seen.push([file, ...lines]);
      if (bytes > 0) skipped.push([file, bytes]);
    }
  });
  await look();
});
afterEach(async () => {
  following[Symbol.dispose]();
  await rm(directory, { recursive: true });
});

test('a followed file begins with its present content and continues with what is appended', async () => {
  expect(seen).toEqual([['a.log', 'old 1', 'old 2']]);
  await appendFile(path(), 'new\n');
  await look();
  expect(seen[1]).toEqual(['a.log', 'new']);
});

test('a followed file waits for the end of a line, even inside a character', async () => {
  const bytes = Buffer.from('Grüße\n');
  await appendFile(path(), bytes.subarray(0, 3));
  await look();
  expect(seen).toHaveLength(1);
  await appendFile(path(), bytes.subarray(3));
  await look();
  expect(seen[1]).toEqual(['a.log', 'Grüße']);
});

test('following restarts in a file that was truncated or replaced', async () => {
  await truncate(path());
  await look();
  await appendFile(path(), 'after\n');
  await look();
  await rename(path(), path('a.log.1'));
  await writeFile(path(), 'replaced by a longer text than before\n');
  await look();
  expect(seen.slice(1)).toEqual([
    ['a.log', 'after'],
    ['a.log', 'replaced by a longer text than before'],
  ]);
});

test('following finds new files, ignores unwanted ones and forgets those that are gone', async () => {
  await rm(path());
  await writeFile(path('b.log'), 'b\n');
  await writeFile(path('b.gz'), 'b\n');
  await look(11);
  expect(seen.slice(1)).toEqual([['b.log', 'b']]);
});

const text = (lines: number) => `${'x'.repeat(99)}\n`.repeat(lines);
const linesSeen = () => seen.slice(1).flatMap(([, ...lines]) => lines);

test('following spreads a large amount of data over several rounds', async () => {
  await appendFile(path(), text(10_000));
  await look();
  expect(linesSeen().length).toBeLessThan(10_000);
  await look(4);
  expect(linesSeen()).toHaveLength(10_000);
  expect(skipped).toEqual([]);
});

test('following skips and reports what it is too far behind to read, and continues with a whole line', async () => {
  await appendFile(path(), text(100_000));
  await look();
  // The last 256 KiB, without the line in whose middle they begin.
  expect(linesSeen()).toHaveLength(2621);
  expect(new Set(linesSeen().map(({ length }) => length))).toEqual(new Set([99]));
  expect(skipped).toEqual([['a.log', 10_000_000 - 256 * 1024]]);
});

test('following reports what it had not read of a file that was replaced', async () => {
  await appendFile(path(), text(10_000));
  await look();
  const read = linesSeen().length;
  await rename(path(), path('a.log.1'));
  await writeFile(path(), 'after\n');
  await look();
  expect(linesSeen().at(-1)).toBe('after');
  expect(skipped).toHaveLength(1);
  expect(skipped[0]?.[1]).toBeCloseTo(1_000_000 - 100 * read, -3);
});
