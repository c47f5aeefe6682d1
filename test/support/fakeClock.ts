import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';

export interface FakeClock extends Clock {
  /**
   * Advances the time by `ms` and runs the due timers in order, each at exactly its time. Everything that a timer
   * triggers is settled before the next one runs.
   */
  advance(ms: number): Promise<void>;
  /** Shifts the date forward or, with a negative number, back. No time passes. */
  set(ms: number): void;
  /** The number of waiting timers, which shows a leak. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** 2026-11-20T00:00:00Z, the start of the fake time by default. */
export const FAKE_EPOCH = Date.UTC(2026, 10, 20);

/** A clock that does not move until it is advanced. Its random numbers have a seed, so each fake clock returns the same sequence. */
export function fakeClock(start = FAKE_EPOCH): FakeClock {
  // The sum of all shifts of the date.
  let set = 0;
  let now = start;
  let dice = 0x2545f491;
  // Sorted by time. Timers with the same time keep the order in which they were set.
  const timers: Timer[] = [];

  return {
    now: () => now + set,
    elapsed: () => now,
    random() {
      // xorshift32 (Marsaglia 2003), which is good enough for jitter.
      dice ^= dice << 13;
      dice ^= dice >>> 17;
      dice ^= dice << 5;
      return (dice >>> 0) / 2 ** 32;
    },
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run };
      const later = timers.findIndex((other) => other.at > timer.at);
      timers.splice(later === -1 ? timers.length : later, 0, timer);
      return {
        [Symbol.dispose]() {
          const index = timers.indexOf(timer);
          if (index !== -1) timers.splice(index, 1);
        },
      };
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let next = timers[0]; next !== undefined && next.at <= end; next = timers[0]) {
        timers.shift();
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
    },
    set: (ms) => void (set += ms),
    pending: () => timers.length,
  };
}

/** Lets resolved promises run their continuations. One turn of the event loop is enough for chains of any length. */
const settle = (): Promise<void> => setImmediate();
