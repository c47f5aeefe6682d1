import { expect, test } from 'vitest';
import { unreachable } from '../fakeApi.ts';
import { setup } from './setup.ts';

test('data stays stale after a write until a read that began after the write has succeeded', async () => {
  const { clock, cache, flags, reads } = setup({ everyMs: 60_000 });
  const before = cache.refresh(flags);
  reads[0]?.resolve([]);
  await before;
  cache.expire();
  const failing = cache.refresh(flags);
  expect(cache.isOlder(flags, 10_000)).toBe(true);
  reads[1]?.reject(unreachable('cut off'));
  await failing;
  expect(cache.isOlder(flags, 10_000)).toBe(true);
  const underway = cache.refresh(flags);
  cache.expire();
  reads[2]?.resolve([]);
  await underway;
  expect(cache.isOlder(flags, 10_000)).toBe(true);
  const after = cache.refresh(flags);
  await clock.advance(0);
  reads[3]?.resolve([]);
  await after;
  expect(cache.isOlder(flags, 10_000)).toBe(false);
});

test('a refresh that joined a read for watchers completes although they leave', async () => {
  const { clock, cache, flags, reads } = setup({ everyMs: 0 });
  const watch = cache.watch(flags);
  const refreshed = cache.refresh(flags);
  reads[0]?.resolve([]);
  await clock.advance(0);
  expect(reads).toHaveLength(2);
  watch[Symbol.dispose]();
  await clock.advance(0);
  expect(reads[1]?.signal.aborted).toBe(false);
  reads[1]?.resolve([{ name: 'noout' }]);
  await refreshed;
  expect(cache.slot(flags).data).toEqual([{ name: 'noout' }]);
});
