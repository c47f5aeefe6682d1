import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../lib/clock.ts';

/** Tells whether the screen is drawn for a slow link: as the round trip says, or as the operator does. */
export const SLOW_CHOICES = ['auto', 'on', 'off'] as const;
export type SlowChoice = (typeof SLOW_CHOICES)[number];

/** Round trips that are looked at together. Their median forgives four of them: a large frame, a busy moment. */
const LOOKED_AT = 9;
/** Fewer say nothing yet; the first frames are the largest ones. */
const LEAST = 5;
/** Longer than this the link counts as slow, in milliseconds: a key that is answered later feels late. */
const SLOW_ABOVE_MS = 250;
/** And no longer below this, in milliseconds. Between the two it stays what it was. */
const FAST_BELOW_MS = 150;
/** The time for which that must have been so, in milliseconds: to grow slow, and to trust a link again. */
const SLOW_AFTER_MS = 2_000;
const FAST_AFTER_MS = 10_000;
/** The round trip that is told changes by steps, in milliseconds, and only with more than this share of it. */
const TOLD_STEP_MS = 10;
const TOLD_SHARE = 0.25;

/** The verdict of the round trips so far. */
export interface Judgement {
  /** The latest ones, in milliseconds, oldest first. */
  readonly roundTrips: readonly number[];
  readonly slow: boolean;
  /** Since when they have said the opposite of `slow`, in elapsed milliseconds of the clock. */
  readonly otherwiseSince?: number;
  /** The round trip as it is shown, in milliseconds. */
  readonly toldMs?: number;
}

/** Before the first round trip: a link counts as fast until it proves slow. */
export const UNKNOWN: Judgement = { roundTrips: [], slow: false };

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function told(before: number | undefined, ms: number): number {
  if (before !== undefined && Math.abs(ms - before) <= before * TOLD_SHARE) return before;
  return Math.round(ms / TOLD_STEP_MS) * TOLD_STEP_MS;
}

/** Takes in one more round trip of `ms` milliseconds, known `at` so many elapsed milliseconds of the clock. */
export function judged(before: Judgement, ms: number, at: number): Judgement {
  const roundTrips = [...before.roundTrips, ms].slice(-LOOKED_AT);
  if (roundTrips.length < LEAST) return { ...before, roundTrips };
  const { slow, otherwiseSince: since = at } = before;
  const median = medianOf(roundTrips);
  const now = { roundTrips, slow, toldMs: told(before.toldMs, median) };
  const otherwise = slow ? median < FAST_BELOW_MS : median > SLOW_ABOVE_MS;
  if (!otherwise) return now;
  return at - since >= (slow ? FAST_AFTER_MS : SLOW_AFTER_MS)
    ? { ...now, slow: !slow }
    : { ...now, otherwiseSince: since };
}

/** The state of the way to the terminal. */
export interface LinkState {
  readonly choice: SlowChoice;
  /** Tells whether the screen is drawn for a slow link. */
  readonly slow: boolean;
  /** From a frame to the terminal's answer, as it is told, in milliseconds; absent while nobody knows. */
  readonly roundTripMs?: number;
}

/** The way between this program and the terminal. */
export interface TerminalLink {
  readonly store: StoreApi<LinkState>;
  /** The terminal has answered a frame after so many milliseconds. */
  readonly measured: (ms: number) => void;
  /** The operator decides; `auto` leaves it to the round trips. */
  readonly choose: (choice: SlowChoice) => void;
}

/** All that is known of the way to the terminal; its state is the same object until it says something else. */
export function createLink(clock: Clock, asked: SlowChoice = 'auto'): TerminalLink {
  const store = createStore<LinkState>(() => ({ choice: asked, slow: asked === 'on' }));
  let judgement = UNKNOWN;
  const put = (choice: SlowChoice) => {
    const slow = choice === 'auto' ? judgement.slow : choice === 'on';
    const { toldMs } = judgement;
    const now = store.getState();
    if (now.choice === choice && now.slow === slow && now.roundTripMs === toldMs) return;
    store.setState({ choice, slow, ...(toldMs !== undefined && { roundTripMs: toldMs }) }, true);
  };
  return {
    store,
    measured(ms) {
      judgement = judged(judgement, ms, clock.elapsed());
      put(store.getState().choice);
    },
    choose: put,
  };
}
