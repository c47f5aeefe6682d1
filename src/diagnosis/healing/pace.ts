import type { HealingSample } from './samples.ts';

/** Seconds until the end, at the least and at the most. */
export interface TimeLeft {
  readonly from: number;
  readonly to: number;
}

/** The pace is that of the last five minutes; while less than ten have passed, of the later half of them, for it starts slowly. */
const [LEAST_RECENT_MS, MOST_RECENT_MS] = [60_000, 5 * 60_000];
/** Fewer samples than this make no pace. */
export const ENOUGH = 5;

/**
 * The end comes later than the pace says: OSDs that are done wait for the one with the longest queue, and the fewer groups
 * are left, the fewer move at a time. So many times what the pace says it took at the most in nine of ten looks, by the
 * number of groups that are left (measured on simulated clusters, docs/causes.md).
 */
const LATER: readonly (readonly [groups: number, times: number])[] = [
  [1, 2],
  [3, 2.7],
  [Infinity, 3.7],
];

const recentOf = (samples: readonly HealingSample[]): readonly HealingSample[] => {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  const recent = Math.min(MOST_RECENT_MS, Math.max(LEAST_RECENT_MS, (last - first) / 2));
  return samples.filter(({ at }) => last - at <= recent);
};

/** Placement groups that became okay in a second, of late; undefined where it was looked too seldom. */
export const groupPace = (samples: readonly HealingSample[]): number | undefined =>
  paceOf(recentOf(samples), ({ okay }) => okay);

/** The time that healing still takes by its pace of late, in objects where they are counted, else in groups; undefined while nothing moves. */
export function timeLeft(samples: readonly HealingSample[]): TimeLeft | undefined {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const groups = last.total - last.okay;
  const recent = recentOf(samples);
  const fall = paceOf(recent, ({ objects }) => objects);
  const [rest, pace] =
    last.objects === undefined || fall === undefined
      ? [groups, paceOf(recent, ({ okay }) => okay)]
      : [last.objects, -fall];
  if (pace === undefined || pace <= 0 || rest <= 0) return undefined;
  const [, times] = LATER.find(([few]) => groups <= few)!;
  return { from: rest / pace, to: (times * rest) / pace };
}

/**
 * Change per second: the median over pairs that lie half the samples apart (after Theil and Sen), which a few
 * wild values do not move and which sees progress that comes in steps.
 */
export function paceOf(
  samples: readonly HealingSample[],
  value: (sample: HealingSample) => number | undefined,
): number | undefined {
  const points = samples.flatMap((sample) => {
    const y = value(sample);
    return y === undefined ? [] : [{ x: sample.at / 1000, y }];
  });
  if (points.length < ENOUGH) return undefined;
  const half = points.length >> 1;
  const slopes = points
    .slice(half)
    .map((later, index) => {
      const earlier = points[index] ?? later;
      return later.x > earlier.x ? (later.y - earlier.y) / (later.x - earlier.x) : 0;
    })
    .sort((a, b) => a - b);
  return slopes[slopes.length >> 1];
}
