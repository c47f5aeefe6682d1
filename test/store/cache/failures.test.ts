import { describe, expect, test, vi } from 'vitest';
import type { Flag } from '../../../src/api/contract/maintenance.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed, resource, type Resource } from '../../../src/store/cache/resource.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, rejected, unreachable } from '../fakeApi.ts';
import { setup } from './setup.ts';

describe('failing resource', () => {
  test('that a path of the query does not exist is an answer, not a failure', async () => {
    const lost = resource('listFilesWithStats', { query: { dir: '/nosuch' } });
    const clock = fakeClock();
    const listFilesWithStats = () => Promise.reject(rejected(404, 'there is no "/nosuch"'));
    const cache = createCache({ api: fakeApi({ listFilesWithStats }), clock });
    cache.watch(lost);
    await clock.advance(0);
    expect(cache.slot(lost)).toMatchObject({ failures: 0, error: { status: 404 } });
  });

  test('failures make the waits grow up to a minute, and polling never stops', async () => {
    const { clock, cache, flags, reads, slot } = setup();
    cache.watch(flags);
    for (let failure = 0; failure < 12; failure++) {
      reads.at(-1)?.reject(unreachable());
      await clock.advance(0);
      await clock.advance((slot().nextAt ?? 0) - clock.now());
    }
    const gaps = reads.slice(1).map((read, index) => read.at - (reads[index]?.at ?? 0));
    expect(gaps[0]).toBeGreaterThanOrEqual(1000);
    expect(gaps[0]).toBeLessThanOrEqual(2000);
    for (const gap of gaps.slice(6)) {
      expect(gap).toBeGreaterThanOrEqual(30_000);
      expect(gap).toBeLessThanOrEqual(60_000);
    }
    expect(slot().failures).toBe(12);
    expect(slot().everyMs).toBe(2000);
  });

  test('failures are forgotten at the first success', async () => {
    const { clock, cache, flags, slot, last } = setup();
    cache.watch(flags);
    last().reject(unreachable());
    await clock.advance(2000);
    last().resolve();
    await clock.advance(0);
    expect(slot()).toMatchObject({ failures: 0 });
    expect(slot().error).toBeUndefined();
    expect(slot().at).toBe(clock.now());
  });

  test('a reader that returns does not wait until the backoff is over', async () => {
    const { clock, cache, flags, reads, last } = setup();
    const watch = cache.watch(flags);
    last().reject(unreachable());
    await clock.advance(0);
    watch[Symbol.dispose]();
    await clock.advance(0);
    cache.watch(flags);
    expect(reads).toHaveLength(2);
  });

  test('a read that throws synchronously counts as a failure like any other', async () => {
    const clock = fakeClock();
    const read = vi.fn<Resource<readonly Flag[]>['read']>(() => {
      throw new Error('at once');
    });
    const cache = createCache({ api: fakeApi({}), clock });
    cache.watch(composed({ key: ['flags'], read, everyMs: 1000 }));
    await clock.advance(120_000);
    expect(read.mock.calls.length).toBeGreaterThan(3);
  });
});

describe('refresh of a resource', () => {
  test('refresh reads at once, with or without readers', async () => {
    const { clock, cache, flags, reads, slot, last } = setup();
    const done = cache.refresh(flags);
    expect(reads).toHaveLength(1);
    last().resolve([{ name: 'noout' }]);
    await done;
    expect(slot().data).toEqual([{ name: 'noout' }]);
    await clock.advance(60_000);
    expect(reads).toHaveLength(1);
  });

  test('refresh does not accept the result of a read that began earlier', async () => {
    const { clock, cache, flags, reads, last } = setup();
    cache.watch(flags);
    let done = false;
    const refreshed = Promise.all([cache.refresh(flags), cache.refresh(flags)]).then(() => (done = true));
    await clock.advance(100);
    last().resolve();
    await clock.advance(0);
    expect(reads).toHaveLength(2);
    expect(done).toBe(false);
    last().resolve();
    await refreshed;
    expect(reads).toHaveLength(2);
  });

  test('refresh resolves if the read fails', async () => {
    const { cache, flags, slot, last } = setup();
    const done = cache.refresh(flags);
    last().reject(unreachable());
    await done;
    expect(slot().failures).toBe(1);
  });

  test('refresh continues when the last reader leaves', async () => {
    const { clock, cache, flags, last } = setup();
    const done = cache.refresh(flags);
    cache.watch(flags)[Symbol.dispose]();
    await clock.advance(10);
    expect(last().signal.aborted).toBe(false);
    last().resolve();
    await done;
  });

  test('refresh postpones the next read of a watched resource', async () => {
    const { clock, cache, flags, reads } = setup({ auto: true });
    cache.watch(flags);
    await clock.advance(1500);
    await cache.refresh(flags);
    await clock.advance(1999);
    expect(reads).toHaveLength(2);
  });
});
