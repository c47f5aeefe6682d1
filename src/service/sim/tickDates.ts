import type { Clock } from '../../lib/clock.ts';

/** A date that is further off what it should be was set by somebody, in milliseconds; less is how clocks are kept. */
const SET_MS = 1000;
/** After a longer pause the missed time is left out rather than simulated, in simulated seconds. */
const MOST_CATCH_UP = 300;

/** Which tick of the simulation it is time for, and the dates of its ticks. */
export class TickDates {
  readonly #clock: Clock;
  readonly #speed: number;
  /** The date of tick 0. It moves when time is left out, and when somebody sets the clock. */
  #epoch: number;
  /** From what has elapsed to the date. */
  #offset: number;

  /**
   * @param speed simulated seconds per second
   * @param age the tick that it is now
   */
  constructor(clock: Clock, speed: number, age: number) {
    this.#clock = clock;
    this.#speed = speed;
    this.#epoch = clock.now() - (age * 1000) / speed;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** In milliseconds since the epoch. */
  dateOf(tick: number): number {
    return this.#epoch + (tick * 1000) / this.#speed;
  }

  /** The number of ticks that are due after `tick`. */
  dueAfter(tick: number): number {
    const moved = this.#clock.now() - this.#clock.elapsed() - this.#offset;
    if (Math.abs(moved) >= SET_MS) {
      this.#epoch += moved;
      this.#offset += moved;
    }
    const passed = this.#clock.elapsed() + this.#offset - this.#epoch;
    const due = Math.floor((passed * this.#speed) / 1000) - tick;
    if (due > MOST_CATCH_UP) this.#epoch += ((due - MOST_CATCH_UP) * 1000) / this.#speed;
    return Math.min(due, MOST_CATCH_UP);
  }
}
