import type { LinkState } from './link.ts';

/** The intervals of redraws that are not triggered by a key. */
export interface Cadence {
  /** The minimum time between two frames with new data, in milliseconds; 0 draws new data immediately. */
  readonly newsMs: number;
  /** The interval at which the screen's clock and all ages advance, in milliseconds. */
  readonly tickMs: number;
  /**
   * The resolution of ages below a minute, in seconds: an age that changes each second redraws its line each second.
   */
  readonly ageStep: number;
  /** The time after which an unmoved cursor counts as resting, in milliseconds; then the page of its row is drawn. */
  readonly restMs: number;
}

const FAST: Cadence = { newsMs: 0, tickMs: 1_000, ageStep: 5, restMs: 120 };

/**
 * After this long without a key press, in milliseconds, the operator is only watching. The clock then advances as often
 * as the status is read (and as btop redraws), because a frame costs the same however little of it changes.
 */
const WATCHING_MS = 60_000;
const WATCHED_TICK_MS = 2_000;

/**
 * The minimum time between frames, in round trips of a slow link, so that the response to a key rarely waits behind a
 * frame.
 */
const ROUND_TRIPS = 6;
/**
 * The bounds of `newsMs` on a slow link: the interval of the status, and at most five seconds for an operator on call.
 */
const NEWS_MS = [2_000, 5_000] as const;
const SLOW_TICK_MS = 5_000;
const SLOW_REST_MS = 500;

/**
 * The cadence for a link: the redraws that it can bear and that are worth their cost.
 * @param untouchedMs milliseconds since the last key
 */
export function cadenceOf({ slow, roundTripMs = 0 }: LinkState, untouchedMs = 0): Cadence {
  if (!slow) return untouchedMs < WATCHING_MS ? FAST : { ...FAST, tickMs: WATCHED_TICK_MS };
  const [least, most] = NEWS_MS;
  const newsMs = Math.min(most, Math.max(least, ROUND_TRIPS * roundTripMs));
  return { newsMs, tickMs: SLOW_TICK_MS, ageStep: 60, restMs: SLOW_REST_MS };
}
