import { expect, test } from 'vitest';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { fakeClock } from '../support/fakeClock.ts';

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

test('a timer keeps the process alive, and a timer of a background clock does not', () => {
  const before = timers();
  using _waiting = systemClock().after(60_000, () => undefined);
  expect(timers()).toBe(before + 1);
  using _background = systemClock({ background: true }).after(60_000, () => undefined);
  expect(timers()).toBe(before + 1);
});

test('a disposed timer no longer keeps the process alive', () => {
  const before = timers();
  const timer = systemClock().after(60_000, () => undefined);
  timer[Symbol.dispose]();
  expect(timers()).toBe(before);
});

test('the system clock runs due timers and gives the time in whole milliseconds', async () => {
  const clock = systemClock();
  const [date, elapsed] = [clock.now(), clock.elapsed()];
  await sleep(clock, 5);
  expect(Math.abs(Date.now() - date)).toBeLessThan(600_000);
  expect(Number.isInteger(elapsed)).toBe(true);
  expect(clock.elapsed()).toBeGreaterThan(elapsed);
  const chance = clock.random();
  expect(chance >= 0 && chance < 1).toBe(true);
});

test('an aborted wait rejects at once with the reason, before it starts or during it', async () => {
  const clock = fakeClock();
  const reason = new Error('no longer wanted');
  await expect(sleep(clock, 1000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const caller = new AbortController();
  const waiting = sleep(clock, 1000, caller.signal);
  caller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  const other = new AbortController();
  const done = sleep(clock, 1000, other.signal);
  await clock.advance(1000);
  await expect(done).resolves.toBeUndefined();
  other.abort(reason);
});
