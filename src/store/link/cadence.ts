import type { LinkState } from './link.ts';

/** Times between two drawings that nobody has pressed a key for. */
export interface Cadence {
  /** From one frame of news to the next, in milliseconds at least; 0 draws all as it comes. */
  readonly newsMs: number;
  /** From one turn of the screen's clock to the next, in milliseconds: ages move with it. */
  readonly tickMs: number;
  /** Ages are told in steps of so many seconds, those below a minute at least: a title that ticks costs a line each time. */
  readonly ageStep: number;
  /** A cursor that stays for so long, in milliseconds, has come to rest: the page of its row is drawn. */
  readonly restMs: number;
}

const FAST: Cadence = { newsMs: 0, tickMs: 1_000, ageStep: 5, restMs: 120 };

/**
 * Who has pressed no key for so long, in milliseconds, watches: the clock moves as often as the status is read then, and as
 * the screens of btop do. A frame costs the same however little it changes.
 */
const WATCHING_MS = 60_000;
const WATCHED_TICK_MS = 2_000;

/** A frame on its way must not keep the answer to a key waiting for more than a part of the time. */
const ROUND_TRIPS = 6;
/** As often as the status is read at the most, and every five seconds at least: who is on call must see what happens. */
const NEWS_MS = [2_000, 5_000] as const;
const SLOW_TICK_MS = 5_000;
const SLOW_REST_MS = 500;

/**
 * The amount that a link can bear, and that is worth its cost.
 * @param untouchedMs milliseconds since the last key
 */
export function cadenceOf({ slow, roundTripMs = 0 }: LinkState, untouchedMs = 0): Cadence {
  if (!slow) return untouchedMs < WATCHING_MS ? FAST : { ...FAST, tickMs: WATCHED_TICK_MS };
  const [least, most] = NEWS_MS;
  const newsMs = Math.min(most, Math.max(least, ROUND_TRIPS * roundTripMs));
  return { newsMs, tickMs: SLOW_TICK_MS, ageStep: 60, restMs: SLOW_REST_MS };
}
