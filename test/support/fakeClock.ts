import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';

export interface FakeClock extends Clock {
  /**
   * Moves time forward by `ms`, running the timers that fall due in order of their time, each at exactly
   * its time, with everything that it set off settled before the next one runs.
   */
  advance(ms: number): Promise<void>;
  /** Sets the date forward or, with a negative number, back: no time passes by that. */
  set(ms: number): void;
  /** How many timers wait: a leak shows here. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** 2026-11-20T00:00:00Z, where fake time starts unless told otherwise. */
export const FAKE_EPOCH = Date.UTC(2026, 10, 20);

/** A clock that stands still until it is advanced. Its dice are seeded: each fake clock rolls the same sequence. */
export function fakeClock(start = FAKE_EPOCH): FakeClock {
  // What was added to the date by setting it.
  let set = 0;
  let now = start;
  let dice = 0x2545f491;
  // In order of their time; timers of the same time keep the order in which they were set.
  const timers: Timer[] = [];

  return {
    now: () => now + set,
    elapsed: () => now,
    random() {
      // xorshift32 (Marsaglia 2003): enough for jitter.
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

/** Lets promises that are already resolved run their continuations; a turn of the event loop covers chains of any length. */
const settle = (): Promise<void> => setImmediate();
