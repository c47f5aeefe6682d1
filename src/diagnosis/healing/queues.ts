import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import { wasSetBack } from '../../lib/clock.ts';
import { median } from '../../lib/median.ts';
import { MIN_PACE_SAMPLES, recentOf, type TimeLeft } from './pace.ts';
import { KEEP_MS } from './samples.ts';

type Recovery = NonNullable<ClusterEvidence['recovery']>;

/** One reading of the queues of recovery. */
export interface QueueSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly recovery: Recovery;
}

/** The shortest time between two samples, in milliseconds. */
const INTERVAL_MS = 10_000;
/** The age in milliseconds from which a sample is outdated. */
const OUTDATED_MS = 60_000;
/** The share of the groups that are not okay that must be queued: the end of others is not in the queues. */
const MIN_QUEUED = 0.9;

/**
 * The factors for the longest queue of an OSD in one direction, and for the mean of that and of the longest queue of an OSD
 * in both: a group that waits for an OSD that receives keeps the one that sends from others. They are about the first and the
 * ninth decile measured on simulated clusters (docs/causes.md). If OSDs send several groups at a time, each gets faster towards
 * the end, and the end is known less well.
 */
const FACTORS = { single: [0.85, 1.25], several: [0.6, 1.4] } as const;
/** The number of groups at a time from which an OSD sends several. */
const SEVERAL = 1.5;

/** The maximum number of entries of a list that are used; a conforming service sends no more. */
const MAX_ENTRIES = 256;
const limited = <T>(list: readonly T[] = []): readonly T[] => list.slice(0, MAX_ENTRIES);

/** Adds a sample, at most one in ten seconds; it begins anew after a gap, or if the clock was set back. */
export function addQueues(
  history: readonly QueueSample[],
  evidence: ClusterEvidence | undefined,
  at: number,
): readonly QueueSample[] {
  const recovery = evidence?.recovery;
  if (recovery === undefined) return history;
  const last = history.at(-1);
  if (last === undefined || wasSetBack(last.at, at) || at - last.at > OUTDATED_MS) return [{ at, recovery }];
  if (at - last.at < INTERVAL_MS) return history;
  return [...history.filter((old) => at - old.at <= KEEP_MS), { at, recovery }];
}

/**
 * The remaining time by the longest queue of an OSD and the measured seconds for each object; undefined if it is not
 * known, or if groups are troubled that are in no queue.
 * @param missing the number of groups that are not okay
 * @param now milliseconds since the epoch
 */
export function queueTimeLeft(
  samples: readonly QueueSample[],
  missing: number,
  now: number,
): TimeLeft | undefined {
  const last = samples.at(-1);
  if (last === undefined || samples.length < MIN_PACE_SAMPLES || now - last.at > OUTDATED_MS)
    return undefined;
  const { groups = 0 } = last.recovery;
  const recent = recentOf(samples);
  const seconds = secondsPerObject(recent);
  // OSDs report at different times, so that for a moment one seems to send two groups at a time.
  const parallel = median(recent.map(({ recovery }) => recovery.parallel ?? 0)) ?? 0;
  if (seconds === undefined || parallel < 1 || groups < MIN_QUEUED * missing) return undefined;
  const lengths = new Map<number, { sends: number; receives: number }>();
  for (const { osd, pool, sends = 0, receives = 0 } of limited(last.recovery.queues)) {
    if (osd === undefined || pool === undefined) continue;
    const length = lengths.get(osd) ?? { sends: 0, receives: 0 };
    length.sends += sends * seconds(pool);
    length.receives += receives * seconds(pool);
    lengths.set(osd, length);
  }
  const longest = (of: (length: { sends: number; receives: number }) => number) =>
    lengths.values().reduce((most, length) => Math.max(most, of(length)), 0) / parallel;
  const [one, both] = [
    longest(({ sends, receives }) => Math.max(sends, receives)),
    longest(({ sends, receives }) => sends + receives),
  ];
  const [earliest, latest] = FACTORS[parallel < SEVERAL ? 'single' : 'several'];
  return both === 0 ? undefined : { from: earliest * one, to: (latest * (one + both)) / 2 };
}

/**
 * The seconds in which a running copy of a group gets one object, by pool; for a pool that made no progress, those of all.
 * Undefined if none did.
 */
function secondsPerObject(samples: readonly QueueSample[]): ((pool: number) => number) | undefined {
  const all = { seconds: 0, objects: 0 };
  const pools = new Map<number, { seconds: number; objects: number }>();
  for (const [index, later] of samples.entries()) {
    const earlier = samples[index - 1];
    if (earlier === undefined) continue;
    const passed = (later.at - earlier.at) / 1000;
    for (const { pool, left = 0, running = 0 } of limited(earlier.recovery.pools)) {
      const then = limited(later.recovery.pools).find((one) => one.pool === pool);
      if (pool === undefined || then === undefined) continue;
      const sums = pools.get(pool) ?? { seconds: 0, objects: 0 };
      pools.set(pool, sums);
      for (const sum of [sums, all]) {
        sum.seconds += (passed * (running + (then.running ?? 0))) / 2;
        sum.objects += Math.max(0, left - (then.left ?? 0));
      }
    }
  }
  if (all.objects === 0) return undefined;
  return (pool) => {
    const { seconds, objects } = pools.get(pool) ?? all;
    return seconds > 0 && objects > 0 ? seconds / objects : all.seconds / all.objects;
  };
}
