import type { StatsGraph } from '../../api/contract/stats.ts';
import { enforce } from '../rules/refused.ts';
import { refuseWindow } from '../rules/statistics.ts';
import { PART_RESOLUTIONS, type Resolution, type SampleSeries } from './series.ts';

type Datapoint = NonNullable<NonNullable<NonNullable<StatsGraph['graphs']>[number]['datapoints']>>[number];

/** The requested part of the history, in seconds since the epoch, with the maximum number of points. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly points: number;
}

/** Defaults for query parameters. End and number of points are those of the interface, the hour is our choice. */
const [DEFAULT_START, DEFAULT_END, DEFAULT_POINTS] = [-3600, 0, 500];
/** Length of the history, in seconds. */
const OLDEST = Math.max(...PART_RESOLUTIONS.map((resolution) => resolution.for));

/** @throws Refusal 400 when the end is not after the start */
export function readWindow(
  now: number,
  query: { startTime?: number; endTime?: number; maxDataPoints?: number },
): Window {
  const absolute = (time: number) => (time > 0 ? time : now + time);
  const start = absolute(query.startTime ?? DEFAULT_START);
  const end = absolute(query.endTime ?? DEFAULT_END);
  enforce(refuseWindow(start, end));
  return {
    from: Math.max(start, now - OLDEST),
    to: Math.min(end, now),
    now,
    points: query.maxDataPoints ?? DEFAULT_POINTS,
  };
}

/** The finest resolution that reaches back to the start of the window, or the coarsest if none does. */
export function levelFor(resolutions: readonly Resolution[], { from, now }: Window): number {
  const index = resolutions.findIndex((resolution) => from >= now - resolution.for);
  return index < 0 ? resolutions.length - 1 : index;
}

/**
 * Estimates the value at a time before the first recorded one, both in seconds since the epoch; NaN if it is unknown.
 */
export type EstimateBefore = (first: { readonly at: number; readonly value: number }, at: number) => number;

const unknown: EstimateBefore = () => Number.NaN;

/** The values of a series within a window, averaged down to the requested number of points. A gap has no value. */
export function datapoints(
  series: SampleSeries,
  window: Window,
  before: EstimateBefore = unknown,
): Datapoint[] {
  const level = series.levels[levelFor(series.resolutions, window)]!;
  const valueAt = (slot: number): number => {
    const at = slot * level.every;
    const { first } = series;
    const isBefore = first !== undefined && slot < Math.floor(first.at / level.every);
    return isBefore ? before(first, at) : level.at(slot);
  };
  return downsampled(valueAt, level.every, window);
}

/**
 * Averages of equally many slots each, at most `points` of them. The current slot is left out, because it is not
 * complete.
 */
export function downsampled(
  valueAt: (slot: number) => number,
  every: number,
  { from, to, now, points }: Window,
): Datapoint[] {
  const first = Math.ceil(from / every);
  const last = Math.floor(Math.min(to, now - every + 1) / every);
  const width = Math.max(1, Math.ceil((last - first + 1) / points));
  const result: Datapoint[] = [];
  for (let slot = first; slot <= last; slot += width) {
    let [sum, count] = [0, 0];
    for (let inner = slot; inner < slot + width && inner <= last; inner++) {
      const value = valueAt(inner);
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    const t = slot * every;
    result.push(count === 0 ? { t } : { t, v: rounded(sum / count) });
  }
  return result;
}

/** Six digits are precise enough, and keep the answer short. */
const rounded = (value: number): number => Number(value.toPrecision(6));
