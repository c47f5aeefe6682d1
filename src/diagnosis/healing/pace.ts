import { median } from '../../lib/median.ts';
import type { HealingSample } from './samples.ts';

/** The minimum and maximum time until the end, in seconds. */
export interface TimeLeft {
  readonly from: number;
  readonly to: number;
}

/**
 * The bounds of the period from which the pace is measured, in milliseconds: the later half of the samples, because
 * recovery starts slowly, but at least one minute and at most five.
 */
const [MIN_RECENT_MS, MAX_RECENT_MS] = [60_000, 5 * 60_000];
/** The minimum number of samples for a pace. */
export const MIN_PACE_SAMPLES = 5;

/**
 * The factors by which recovery takes longer than its pace suggests, by the number of groups that are left: the 90th
 * percentile measured on simulated clusters (docs/causes.md). Recovery ends later, because finished OSDs wait for the
 * one with the longest queue, and the fewer groups are left, the fewer are recovered in parallel.
 */
const DELAY_FACTORS: readonly (readonly [groups: number, factor: number])[] = [
  [1, 2],
  [3, 2.7],
  [Infinity, 3.7],
];

/** The samples from which the pace is measured, of samples with their time in milliseconds; `longest` is their period. */
export const recentOf = <T extends { readonly at: number }>(
  samples: readonly T[],
  longest = MAX_RECENT_MS,
): readonly T[] => {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  const recent = Math.min(longest, Math.max(MIN_RECENT_MS, (last - first) / 2));
  return samples.filter(({ at }) => last - at <= recent);
};

/** The recent pace in placement groups per second; undefined with too few samples. */
export const groupPace = (samples: readonly HealingSample[]): number | undefined =>
  paceOf(recentOf(samples), ({ okay }) => okay);

/** The share of groups that must have become okay, and how many times the share of objects, if quick ones are among them. */
const [QUICK_SHARE, QUICK_FACTOR] = [0.1, 3];

/**
 * True while groups become okay much faster than objects are moved, as after the return of a server: they only catch up by
 * their logs, or are empty. Their pace says nothing about those that remain, which are copied as a whole.
 */
export function hasQuickGroups(samples: readonly HealingSample[]): boolean {
  const recent = recentOf(samples);
  const [first, last] = [recent[0], recent.at(-1)];
  if (first?.objects === undefined || last?.objects === undefined) return false;
  const missing = first.total - first.okay;
  const groups = (last.okay - first.okay) / missing;
  const objects = (first.objects - last.objects) / first.objects;
  return groups > QUICK_SHARE && groups > QUICK_FACTOR * objects;
}

/**
 * The remaining time by the recent pace of objects, or of groups if objects are not counted; undefined while nothing
 * moves.
 */
export function timeLeft(samples: readonly HealingSample[]): TimeLeft | undefined {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const groups = last.total - last.okay;
  const recent = recentOf(samples);
  const objectPace = paceOf(recent, ({ objects }) => objects);
  const [rest, pace] =
    last.objects === undefined || objectPace === undefined
      ? [groups, paceOf(recent, ({ okay }) => okay)]
      : [last.objects, -objectPace];
  if (pace === undefined || pace <= 0 || rest <= 0) return undefined;
  const [, factor] = DELAY_FACTORS.find(([most]) => groups <= most)!;
  return { from: rest / pace, to: (factor * rest) / pace };
}

/**
 * The change of a value per second: the median slope over pairs of samples that are half of the samples apart (a
 * variant of the Theil–Sen estimator), which is robust against outliers and suits progress in steps.
 */
export function paceOf(
  samples: readonly HealingSample[],
  value: (sample: HealingSample) => number | undefined,
): number | undefined {
  const points = samples.flatMap((sample) => {
    const y = value(sample);
    return y === undefined ? [] : [{ x: sample.at / 1000, y }];
  });
  if (points.length < MIN_PACE_SAMPLES) return undefined;
  const half = points.length >> 1;
  return median(
    points.slice(half).map((later, index) => {
      const earlier = points[index] ?? later;
      return later.x > earlier.x ? (later.y - earlier.y) / (later.x - earlier.x) : 0;
    }),
  );
}
