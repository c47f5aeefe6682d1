import { expect, test } from 'vitest';
import { setup } from './cache/setup.ts';

const HOUR = 3_600_000;

test.each([
  ['back', -HOUR],
  ['forward', HOUR],
])('when the clock is set %s by an hour, polling continues at its pace', async (_, set) => {
  const { clock, cache, flags, reads, slot } = setup({ auto: true });
  cache.watch(flags);
  await clock.advance(5000);
  const before = reads.length;
  clock.set(set);
  await clock.advance(10_000);
  expect(reads.length - before).toBe(5);
  expect(slot().at).toBeGreaterThan(clock.now() - 2001);
  expect(slot().nextAt! - clock.now()).toBeGreaterThan(0);
  expect(slot().nextAt! - clock.now()).toBeLessThanOrEqual(2000);
  expect(slot().tookMs).toBe(0);
  cache[Symbol.dispose]();
});

test('when the clock is set back by an hour, data is as old as before', async () => {
  const { clock, cache, flags } = setup({ auto: true });
  await cache.refresh(flags);
  clock.set(-HOUR);
  await clock.advance(10_000);
  expect(cache.isOlder(flags, 10_000)).toBe(false);
  await clock.advance(1);
  expect(cache.isOlder(flags, 10_000)).toBe(true);
});

test('when the clock jumps ahead, as after the sleep of a laptop, data counts as old', async () => {
  const { clock, cache, flags } = setup({ auto: true });
  await cache.refresh(flags);
  clock.set(HOUR);
  expect(cache.isOlder(flags, 10_000)).toBe(true);
});
