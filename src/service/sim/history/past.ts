import type { EstimateBefore } from '../../history/window.ts';
import { dailyFactor } from '../load/clients.ts';
import { hash } from '../model/random.ts';
import { DAILY_GROWTH } from '../pools/pool.ts';

/**
 * The course of a value before it was first recorded, back from its first value:
 *
 * - `load` varies with the time of day, the day of the week and a little at random
 * - `growth` was smaller in the past
 * - `steady` was the same
 * - `incident` differed by about `change` during past outages of an OSD
 */
export type Past =
  | { readonly kind: 'load' }
  | { readonly kind: 'growth' }
  | { readonly kind: 'steady' }
  | { readonly kind: 'incident'; readonly change: number };

export const LOAD: Past = { kind: 'load' };
export const GROWTH: Past = { kind: 'growth' };
export const STEADY: Past = { kind: 'steady' };
/** The past of a value that differed by about `change` during past outages of an OSD. */
export const incident = (change: number): Past => ({ kind: 'incident', change });

/**
 * The function that a window needs to look up a past; undefined if the subject is newer than the engine.
 * @param seed distinguishes the pasts of series
 */
export const pastOf = (past: Past | undefined, seed: number): EstimateBefore | undefined =>
  past && ((first, at) => pastValue(past, seed, first, at));

const DAY = 86_400;
/** Factor of the load on Saturdays and Sundays. */
const WEEKEND = 0.75;
/** Past outages of an OSD. */
const OSD_OUTAGES: readonly (readonly [daysAgo: number, seconds: number])[] = [
  [6.4, 2700],
  [19.7, 10_800],
];
/** Past times when the service was down, so that nothing was recorded. */
const SERVICE_OUTAGES: readonly (readonly [daysAgo: number, seconds: number])[] = [
  [3.3, 900],
  [24.1, 5400],
];

const during = (periods: readonly (readonly [number, number])[], ago: number): boolean =>
  periods.some(([daysAgo, seconds]) => ago <= daysAgo * DAY && ago > daysAgo * DAY - seconds);

/**
 * The value at a time before the first recorded one; NaN while the service was down.
 * @param seed distinguishes series
 * @param at the time in seconds since the epoch, as in `first.at`
 */
function pastValue(past: Past, seed: number, first: { at: number; value: number }, at: number): number {
  const ago = first.at - at;
  if (during(SERVICE_OUTAGES, ago)) return Number.NaN;
  switch (past.kind) {
    case 'load':
      return (first.value * loadFactor(seed, at)) / loadFactor(seed, first.at);
    case 'growth':
      return first.value / (1 + DAILY_GROWTH) ** (ago / DAY);
    case 'steady':
      return first.value;
    case 'incident':
      return during(OSD_OUTAGES, ago)
        ? Math.max(0, first.value + past.change * randomDrift(seed, at, 0.2))
        : first.value;
  }
}

function loadFactor(seed: number, at: number): number {
  const day = Math.floor(at / DAY + 4) % 7;
  return dailyFactor((at / 3600) % 24) * (day === 0 || day === 6 ? WEEKEND : 1) * randomDrift(seed, at, 0.15);
}

/** A random factor around 1 that drifts within minutes, by at most the given share. */
function randomDrift(seed: number, at: number, share: number): number {
  const step = at / 900;
  const from = Math.floor(step);
  const weight = step - from;
  const chance = (index: number) => hash(seed, index) / 2 ** 31 - 1;
  return 1 + share * (chance(from) * (1 - weight) + chance(from + 1) * weight);
}
