import { expect, test } from 'vitest';
import type { LocalEntry, LocalFiles } from '../../../src/lib/localFiles.ts';
import { localListing } from '../../../src/screens/files/localListing.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const localWith = (list: () => Promise<readonly LocalEntry[]>) => ({
  local: { list } as unknown as LocalFiles,
});

/** A cache whose local directories are listed by the test. */
function listing(list: () => Promise<readonly LocalEntry[]>) {
  const clock = fakeClock();
  return {
    clock,
    cache: createCache({ api: {} as never, clock }),
    directory: localListing(localWith(list), '/a'),
  };
}

test('a directory on a hanging disk is not read a second time, however long it is shown', async () => {
  let reads = 0;
  const { clock, cache, directory } = listing(() => {
    reads += 1;
    return new Promise(() => undefined);
  });
  using _cache = cache;
  cache.watch(directory);
  await clock.advance(60_000);
  expect(cache.slot(directory).data).toBeUndefined();
  expect(reads).toBe(1);
});

test('a directory that cannot be read says why, and is read again two seconds later', async () => {
  let isBroken = true;
  const { clock, cache, directory } = listing(async () => {
    if (isBroken) throw new Error('EIO: the disk is gone');
    return [];
  });
  using _cache = cache;
  cache.watch(directory);
  await clock.advance(100);
  expect(cache.slot(directory).data).toEqual({ problem: 'EIO: the disk is gone' });
  isBroken = false;
  await clock.advance(2000);
  expect(cache.slot(directory).data).toEqual({ entries: [] });
});
