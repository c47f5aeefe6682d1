import type { ClusterEvidence, RecoveryEvidence } from '../../api/contract/evidence.ts';
import { wasSetBack } from '../../lib/clock.ts';
import { median } from '../../lib/median.ts';
import { MIN_PACE_SAMPLES, recentOf, type TimeLeft } from './pace.ts';
import { KEEP_MS } from './samples.ts';

/** One reading of the queues of recovery. */
export interface QueueSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly recovery: RecoveryEvidence;
}

/** The shortest time between two samples, in milliseconds. */
const INTERVAL_MS = 10_000;
/** The age in milliseconds from which a sample is outdated. */
const OUTDATED_MS = 60_000;
/** The share of the groups that are not okay that must be queued: the end of others is not in the queues. */
const MIN_QUEUED = 0.9;

/**
 * The factors for the shorter and for the longer of the two times that follow from the queues. They were chosen on simulated
 * clusters (docs/decisions/0023-when-it-heals.md).
 */
const [EARLIEST, LATEST] = [0.87, 1.16];
/** The length, as a share of that of the longest queue, from which a queue counts for the speed at which queues shrink. */
const LONG = 0.5;
/** The share of the groups that run from which hardly any waits. */
const ALL_RUN = 0.9;
/** The number of groups at a time from which an OSD has several. */
const SEVERAL = 2;
/**
 * The number of groups at a time up to which the range held the end on a real cluster: 85 to 100 % with one or two, but a fifth with
 * three (docs/causes.md).
 */
const MAX_PARALLEL = 2;

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
 * True if the last reading is not outdated and its queues hold the groups that are not okay, whose number is `missing`. `now` is
 * in milliseconds since the epoch.
 */
export function hasQueues(samples: readonly QueueSample[], missing: number, now: number): boolean {
  const last = samples.at(-1);
  if (last === undefined || now - last.at > OUTDATED_MS) return false;
  return (last.recovery.groups ?? 0) >= MIN_QUEUED * missing;
}

/**
 * The remaining time, in a range that includes two estimates for the longest queue: one by the pace of the groups that run, one
 * by the speed at which long queues have shrunk. Undefined while one of them is not known.
 */
export function queueTimeLeft(all: readonly QueueSample[]): TimeLeft | undefined {
  const samples = sinceSteady(all);
  const last = samples.at(-1);
  if (last === undefined || samples.length < MIN_PACE_SAMPLES) return undefined;
  const seconds = secondsPerObject(recentOf(samples), samples);
  if (seconds === undefined || !isMostlyKnown(last.recovery, seconds)) return undefined;
  const times = [timeByPace(samples, seconds), timeByShrinking(samples, seconds)];
  if (!times.every((time) => time > 0 && time < Infinity)) return undefined;
  return { from: EARLIEST * Math.min(...times), to: LATEST * Math.max(...times) };
}

/**
 * The readings since OSDs have sent and received as many groups at a time as now: while groups catch up by their logs, these are
 * more. More in a single reading is chance, as OSDs report at different times.
 */
function sinceSteady(samples: readonly QueueSample[]): readonly QueueSample[] {
  const parallel = samples.map(({ recovery }) => recovery.parallel ?? 0);
  const now = median(parallel.slice(-MIN_PACE_SAMPLES)) ?? 0;
  const isMore = (count = 0) => now > 0 && count > now;
  return samples.slice(
    1 + parallel.findLastIndex((count, index) => isMore(count) && isMore(parallel[index - 1])),
  );
}

/** The seconds in which a running copy of a group gets one object, by pool; for a pool whose pace is not known, that of all. */
interface Seconds {
  (pool: number): number;
  readonly known: ReadonlySet<number>;
}

/** The share of the objects in the queues whose pace must be known. */
const MIN_KNOWN = 0.75;

/** True if enough of the objects in the queues are in pools whose pace is known: objects of pools may differ greatly. */
function isMostlyKnown({ queues }: RecoveryEvidence, { known }: Seconds): boolean {
  let [all, ours] = [0, 0];
  for (const { pool, sends = 0, receives = 0 } of limited(queues)) {
    all += sends + receives;
    if (pool !== undefined && known.has(pool)) ours += sends + receives;
  }
  return ours >= MIN_KNOWN * all;
}

/**
 * The time of the longest queue in one direction in seconds, as an OSD sends or receives several groups at a time. In the last
 * round, on average half of its places are empty. Zero if nothing runs, or more at a time than MAX_PARALLEL, and once all groups
 * run while an OSD has several: then the slowest groups decide, and what single ones have done is not reported.
 */
function timeByPace(samples: readonly QueueSample[], seconds: Seconds): number {
  const { recovery } = samples.at(-1)!;
  const groups = recovery.groups ?? 0;
  // OSDs report at different times, so that for a moment one seems to send two groups at a time.
  const usual = median(recentOf(samples).map((sample) => sample.recovery.parallel ?? 0)) ?? 0;
  const parallel = Math.min(groups, usual);
  const running = limited(recovery.pools).reduce((sum, pool) => sum + (pool.running ?? 0), 0);
  if (parallel < 1 || usual > MAX_PARALLEL || (parallel >= SEVERAL && running >= ALL_RUN * groups)) return 0;
  const lengths = lengthsOf(recovery, seconds).values();
  const longest = lengths.reduce((most, { sends, receives }) => Math.max(most, sends, receives), 0);
  const work = limited(recovery.pools).reduce(
    (sum, { pool, left = 0 }) => sum + left * (pool === undefined ? 0 : seconds(pool)),
    0,
  );
  const emptyPlaces = (parallel - 1) / 2;
  return (longest + (emptyPlaces * work) / groups) / parallel;
}

/** The time of the longest queue in both directions in seconds, if it shrinks as fast as long queues have on average. */
function timeByShrinking(samples: readonly QueueSample[], seconds: Seconds): number {
  const readings = recentOf(samples, KEEP_MS).map(({ at, recovery }) => {
    const lengths = new Map(
      lengthsOf(recovery, seconds)
        .entries()
        .map(([osd, { sends, receives }]) => [osd, sends + receives]),
    );
    return {
      at,
      groups: recovery.groups ?? 0,
      lengths,
      longest: lengths.values().reduce((a, b) => Math.max(a, b), 0),
    };
  });
  let [done, passed] = [0, 0];
  for (const [index, later] of readings.entries()) {
    const earlier = readings[index - 1];
    // More groups have been queued in between: the queues grew.
    if (earlier === undefined || later.groups > earlier.groups) continue;
    for (const [osd, length] of earlier.lengths) {
      const then = later.lengths.get(osd);
      if (then === undefined || length < LONG * earlier.longest) continue;
      done += length - then;
      passed += (later.at - earlier.at) / 1000;
    }
  }
  return done <= 0 ? 0 : (readings.at(-1)!.longest * passed) / done;
}

/** The seconds of a running copy for all objects that an OSD has to send and to receive, by OSD. */
function lengthsOf(
  { queues }: RecoveryEvidence,
  seconds: Seconds,
): ReadonlyMap<number, { readonly sends: number; readonly receives: number }> {
  const lengths = new Map<number, { sends: number; receives: number }>();
  for (const { osd, pool, sends = 0, receives = 0 } of limited(queues)) {
    if (osd === undefined || pool === undefined) continue;
    const length = lengths.get(osd) ?? { sends: 0, receives: 0 };
    length.sends += sends * seconds(pool);
    length.receives += receives * seconds(pool);
    lengths.set(osd, length);
  }
  return lengths;
}

/** The progress of a pool: the time for which copies of its groups ran, all together, and the objects that they got. */
interface PoolProgress {
  seconds: number;
  objects: number;
  /** The number of times between two readings in which there was some. */
  steps: number;
}

/** The progress between successive readings, by pool. */
function progressOf(samples: readonly QueueSample[]): ReadonlyMap<number, PoolProgress> {
  const pools = new Map<number, PoolProgress>();
  for (const [index, later] of samples.entries()) {
    const earlier = samples[index - 1];
    if (earlier === undefined) continue;
    const passed = (later.at - earlier.at) / 1000;
    for (const { pool, left = 0, running = 0 } of limited(earlier.recovery.pools)) {
      const then = limited(later.recovery.pools).find((one) => one.pool === pool);
      if (pool === undefined || then === undefined) continue;
      const progress = pools.get(pool) ?? { seconds: 0, objects: 0, steps: 0 };
      pools.set(pool, progress);
      progress.seconds += (passed * (running + (then.running ?? 0))) / 2;
      progress.objects += Math.max(0, left - (then.left ?? 0));
      progress.steps += Number(left > (then.left ?? 0));
    }
  }
  return pools;
}

/** True if the pace of a pool is known: what it did between two readings alone may be that of a moment. */
const hasPace = ({ seconds, steps }: PoolProgress): boolean => seconds > 0 && steps > 1;

/**
 * The pace of pools in the recent readings; of a pool that rested, in all readings. Undefined if nothing has moved recently.
 */
function secondsPerObject(
  recent: readonly QueueSample[],
  samples: readonly QueueSample[],
): Seconds | undefined {
  const now = progressOf(recent);
  const known = [...progressOf(samples), ...now].filter(([, progress]) => hasPace(progress));
  const paces = new Map(known.map(([pool, { seconds, objects }]) => [pool, seconds / objects]));
  const all = { seconds: 0, objects: 0 };
  for (const { seconds, objects } of now.values()) {
    all.seconds += seconds;
    all.objects += objects;
  }
  if (all.objects === 0) return undefined;
  return Object.assign((pool: number) => paces.get(pool) ?? all.seconds / all.objects, {
    known: new Set(paces.keys()),
  });
}
