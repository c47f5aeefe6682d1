import { expect, test } from 'vitest';
import type { Clock } from '../../../src/lib/clock.ts';
import { TickDates } from '../../../src/service/sim/lifecycle.ts';

/** A clock whose time and date are set by hand. */
function handClock() {
  const state = { now: 1_700_000_000_000, elapsed: 5000 };
  const clock: Clock = {
    now: () => state.now,
    elapsed: () => state.elapsed,
    random: () => 0,
    after: () => ({ [Symbol.dispose]: () => undefined }),
  };
  return {
    clock,
    start: state.now,
    pass(ms: number) {
      state.now += ms;
      state.elapsed += ms;
    },
    set: (ms: number) => void (state.now += ms),
  };
}

test('a cluster of a given age began that long ago, and a tick is due for each second of its speed', () => {
  const { clock, start, pass } = handClock();
  const dates = new TickDates(clock, 2, 100);
  expect(dates.dateOf(100)).toBe(start);
  expect(dates.dateOf(0)).toBe(start - 50_000);
  expect(dates.dueAfter(100)).toBe(0);
  pass(499);
  expect(dates.dueAfter(100)).toBe(0);
  pass(1);
  expect(dates.dueAfter(100)).toBe(1);
  pass(2000);
  expect([dates.dueAfter(100), dates.dueAfter(103)]).toEqual([5, 2]);
});

test('setting the clock shifts all dates and makes no tick due', () => {
  const { clock, start, pass, set } = handClock();
  const dates = new TickDates(clock, 1, 0);
  pass(10_000);
  for (const moved of [3_600_000, -7_200_000, 1000]) {
    set(moved);
    expect(dates.dueAfter(10)).toBe(0);
  }
  expect(dates.dateOf(10)).toBe(start + 10_000 + 3_600_000 - 7_200_000 + 1000);
  // A shift of less than a second is ordinary clock synchronization.
  set(999);
  expect(dates.dueAfter(10)).toBe(0);
  expect(dates.dateOf(10)).toBe(start + 10_000 + 3_600_000 - 7_200_000 + 1000);
});

test('a pause of more than five minutes is skipped beyond that', () => {
  const { clock, start, pass } = handClock();
  const dates = new TickDates(clock, 1, 0);
  pass(300_000);
  expect(dates.dueAfter(0)).toBe(300);
  expect(dates.dateOf(0)).toBe(start);
  pass(3_600_000);
  expect(dates.dueAfter(300)).toBe(300);
  // The next tick has the present date.
  expect(dates.dateOf(600)).toBe(start + 3_900_000);
  expect(dates.dueAfter(600)).toBe(0);
});
