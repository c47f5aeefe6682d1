import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../lib/clock.ts';
import { median } from '../../lib/median.ts';

/** The settings for drawing as on a slow link: `auto` decides by the round-trip time. */
export const SLOW_CHOICES = ['auto', 'on', 'off'] as const;
export type SlowChoice = (typeof SLOW_CHOICES)[number];

/**
 * The number of round trips in the window. Its median ignores up to four outliers, such as a large frame or a busy
 * moment.
 */
const WINDOW = 9;
/** The minimum number of round trips for a verdict; the first frames are the largest ones. */
const MIN_SAMPLES = 5;
/** A link with a longer median becomes slow, in milliseconds: beyond this, the response to a key feels late. */
const SLOW_ABOVE_MS = 250;
/**
 * A slow link with a shorter median becomes fast again, in milliseconds; between the two thresholds nothing changes.
 */
const FAST_BELOW_MS = 150;
/** The time for which a threshold must be exceeded, in milliseconds, before the link becomes slow, or fast again. */
const SLOW_AFTER_MS = 2_000;
const FAST_AFTER_MS = 10_000;
/**
 * The displayed round-trip time is rounded to steps of this many milliseconds, and changes only by more than this
 * share.
 */
const SHOWN_STEP_MS = 10;
const SHOWN_SHARE = 0.25;

/** The verdict about the link, from the round trips so far. */
export interface LinkVerdict {
  /** The latest round trips in milliseconds, oldest first. */
  readonly roundTrips: readonly number[];
  readonly slow: boolean;
  /** The monotonic time since which the median contradicts `slow`, in milliseconds. */
  readonly contradictedSince?: number;
  /** The displayed round-trip time, in milliseconds. */
  readonly shownMs?: number;
}

/** The verdict before the first round trip: a link counts as fast until it proves slow. */
export const INITIAL_VERDICT: LinkVerdict = { roundTrips: [], slow: false };

function shownRoundTrip(before: number | undefined, ms: number): number {
  if (before !== undefined && Math.abs(ms - before) <= before * SHOWN_SHARE) return before;
  return Math.round(ms / SHOWN_STEP_MS) * SHOWN_STEP_MS;
}

/** The verdict after one more round trip of `ms` milliseconds, measured at the monotonic time `at`. */
export function withRoundTrip(before: LinkVerdict, ms: number, at: number): LinkVerdict {
  const roundTrips = [...before.roundTrips, ms].slice(-WINDOW);
  if (roundTrips.length < MIN_SAMPLES) return { ...before, roundTrips };
  const { slow, contradictedSince: since = at } = before;
  const usualMs = median(roundTrips) ?? ms;
  const now = { roundTrips, slow, shownMs: shownRoundTrip(before.shownMs, usualMs) };
  const isContradicted = slow ? usualMs < FAST_BELOW_MS : usualMs > SLOW_ABOVE_MS;
  if (!isContradicted) return now;
  return at - since >= (slow ? FAST_AFTER_MS : SLOW_AFTER_MS)
    ? { ...now, slow: !slow }
    : { ...now, contradictedSince: since };
}

/** The state of the connection to the terminal. */
export interface LinkState {
  readonly choice: SlowChoice;
  /** True if the screen is drawn for a slow link. */
  readonly slow: boolean;
  /** The displayed time from a frame to the terminal's answer, in milliseconds; absent until it is known. */
  readonly roundTripMs?: number;
}

/** The connection between this program and the terminal. */
export interface TerminalLink {
  readonly store: StoreApi<LinkState>;
  /** Called when the terminal has answered a frame after this many milliseconds. */
  readonly measured: (ms: number) => void;
  /** Sets the operator's choice; `auto` decides by the round trips. */
  readonly choose: (choice: SlowChoice) => void;
}

/** Creates the state of the connection to the terminal; its store is updated only when something changes. */
export function createLink(clock: Clock, initialChoice: SlowChoice = 'auto'): TerminalLink {
  const store = createStore<LinkState>(() => ({ choice: initialChoice, slow: initialChoice === 'on' }));
  let verdict = INITIAL_VERDICT;
  const put = (choice: SlowChoice) => {
    const slow = choice === 'auto' ? verdict.slow : choice === 'on';
    const { shownMs } = verdict;
    const now = store.getState();
    if (now.choice === choice && now.slow === slow && now.roundTripMs === shownMs) return;
    store.setState({ choice, slow, ...(shownMs !== undefined && { roundTripMs: shownMs }) }, true);
  };
  return {
    store,
    measured(ms) {
      verdict = withRoundTrip(verdict, ms, clock.elapsed());
      put(store.getState().choice);
    },
    choose: put,
  };
}
