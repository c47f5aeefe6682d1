import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { HealingSample } from '../session/journalState.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { objectsToMove, recoveryRate } from './cluster.ts';
import { RECOVERY_FLAGS } from './flags.ts';
import { checksOf } from './health.ts';
import type { OsdRow } from './osdRow.ts';
import { fields, text } from '../../lib/untyped.ts';
import { selectPlacement } from './placement.ts';

/** The course of recovery, and the time that it may take. */
export interface Healing {
  /**
   * `healing`: something was restored or moved within the last minute. `waiting`: nothing moves, and OSDs are down that the
   * cluster has not marked out yet. `held`: nothing moves while flags forbid it. `repair`: copies disagree, which no
   * recovery mends. `stalled`: nothing moves, and none of these is the reason. `worsening`: within the last minute fewer placement
   * groups were okay than ever before in half an hour. `measuring`: too few samples to say.
   */
  readonly state:
    | 'healthy'
    | 'healing'
    | 'waiting'
    | 'held'
    | 'repair'
    | 'stalled'
    | 'worsening'
    | 'measuring'
    | 'unknown';
  /** Placement groups that are not okay, of how many. */
  readonly missing: number;
  readonly total: number;
  /** The server's estimate, seconds; undefined while nothing moves. */
  readonly serverRemaining: number | undefined;
  /** Our own, from what we saw: seconds at the quickest and at the slowest measured pace. */
  readonly measured: { readonly from: number; readonly to: number } | undefined;
  /** Placement groups becoming okay per minute. */
  readonly perMinute: number | undefined;
  /** Milliseconds since anything moved, or since it could, once that is over a minute. */
  readonly stalledFor: number | undefined;
  /** Flags that hold recovery back; `noout` among them while OSDs are down that it keeps in. */
  readonly heldBy: readonly string[];
  /** Seconds since the service counted placement groups, where that is too long ago. */
  readonly countedAgo: number | undefined;
  /** OSDs that are down and still in: until they are back or marked out, their copies are not made anew. */
  readonly downIn: number;
}

const KEEP_MS = 30 * 60_000;
const APART_MS = 10_000;
const SHORT_MS = 5 * 60_000;
/** Nothing moves if nothing did for so long; ten minutes where only whole placement groups can be counted, which take long each. */
const STILL_MS = 60_000;
const STILL_GROUPS_MS = 10 * 60_000;
const WORSENING_MS = 60_000;
/** Fewer samples than this make no estimate. */
const ENOUGH = 5;
/** Data that is waited with stands still from the start: so long without movement is enough to say it. */
const WAITING_MS = 20_000;

/** Adds a sample, one in ten seconds, and forgets those older than thirty minutes. */
export function addSample(
  history: readonly HealingSample[],
  status: ClusterStatus,
  at: number,
): readonly HealingSample[] {
  const last = history.at(-1);
  if (last !== undefined && at - last.at < APART_MS) return history;
  if (isOld(status)) return history;
  const { okay, total } = selectPlacement({ status });
  if (total === 0) return history;
  const sample: HealingSample = {
    at,
    okay,
    total,
    remaining: status.recoveryTimeRemaining,
    objects: objectsToMove(status),
    circumstances: circumstancesOf(status),
  };
  return [...history.filter((old) => at - old.at <= KEEP_MS), sample];
}

/** Tells whether the service counted placement groups so long ago that what stands still there may move by now. */
const isOld = (status: ClusterStatus | undefined): boolean =>
  (status?.placementGroupsLastUpdated ?? 0) * 1000 > STILL_MS;

/** The checks on which it depends whether data moves at all. */
const CIRCUMSTANCES = ['OSD_DOWN', 'OSDMAP_FLAGS'];

function circumstancesOf(status: ClusterStatus): string {
  const checks = checksOf({ status });
  return CIRCUMSTANCES.map((code) => text(fields(fields(checks.get(code))?.summary)?.message) ?? '').join(
    '; ',
  );
}

/** Judges recovery from its samples, oldest first; the last one stands for the present. */
export function selectHealing(input: {
  readonly status?: ClusterStatus | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly osds?: readonly Pick<OsdRow, 'status' | 'in'>[] | undefined;
  readonly history: readonly HealingSample[];
}): Healing {
  const { history, status } = input;
  // Not the present: while the service cannot be reached nothing is known to stand still.
  const now = history.at(-1)?.at ?? 0;
  const { okay, total } = selectPlacement({ status });
  const missing = total - okay;
  const samples = sinceWorst(history);
  const recent = samples.filter((sample) => now - sample.at <= SHORT_MS);
  const pace = slope(recent, (sample) => sample.okay);
  const still = stillSince(history);
  const stillFor = still === undefined ? 0 : now - still.at;
  const downIn = (input.osds ?? []).filter((osd) => osd.status === 'DOWN' && osd.in === true).length;
  const heldBy = holdingFlags(input.flags ?? [], downIn);
  const state = stateOf({
    missing,
    total,
    isOld: isOld(status),
    samples: history.length,
    stillFor,
    hasMoved: still?.hasMoved === true || (recoveryRate(status) ?? 0) > 0,
    countsObjects: history.at(-1)?.objects !== undefined,
    held: heldBy.length > 0,
    downIn,
    needsRepair: isDamageOnly(status),
    worse: samples.length < history.length && now - (samples[0]?.at ?? 0) < WORSENING_MS,
  });
  const moves = state === 'healing' || state === 'worsening';
  // What the service says before we have measured stands with its name on it.
  const mayEnd = moves || (state === 'measuring' && stillFor <= STILL_MS);
  const estimates = moves ? [...estimate(recent), ...estimate(samples)] : [];
  return {
    state,
    missing,
    total,
    serverRemaining: mayEnd ? status?.recoveryTimeRemaining : undefined,
    measured:
      missing === 0 || estimates.length === 0
        ? undefined
        : { from: Math.min(...estimates), to: Math.max(...estimates) },
    perMinute: pace === undefined ? undefined : pace * 60,
    stalledFor: missing > 0 && stillFor > STILL_MS ? stillFor : undefined,
    heldBy,
    countedAgo: isOld(status) ? status?.placementGroupsLastUpdated : undefined,
    downIn,
  };
}

/** The flags that are set and hold recovery back. */
const holdingFlags = (flags: readonly Flag[], downIn: number): readonly string[] =>
  flags
    .filter((flag) => flag.currentState === true)
    .map((flag) => flag.name ?? '')
    .filter((name) => RECOVERY_FLAGS.has(name) || (name === 'noout' && downIn > 0));

/** All that the state follows from; times in milliseconds. */
interface Seen {
  readonly missing: number;
  readonly total: number;
  /** The counts are too old to say what happens now. */
  readonly isOld: boolean;
  readonly samples: number;
  readonly stillFor: number;
  /** Progress was seen, or the cluster tells of a rate of recovery. */
  readonly hasMoved: boolean;
  readonly countsObjects: boolean;
  readonly held: boolean;
  readonly downIn: number;
  readonly needsRepair: boolean;
  readonly worse: boolean;
}

function stateOf(seen: Seen): Healing['state'] {
  const { samples, stillFor } = seen;
  if (seen.total === 0 || seen.isOld) return 'unknown';
  if (seen.missing === 0) return 'healthy';
  const moves = seen.hasMoved && stillFor <= STILL_MS;
  const knowsReason = seen.held || seen.needsRepair;
  if (knowsReason && !moves) return seen.held ? 'held' : 'repair';
  if (seen.worse) return 'worsening';
  if (moves) return samples < ENOUGH ? 'measuring' : 'healing';
  if (seen.downIn > 0 && stillFor >= WAITING_MS) return 'waiting';
  return stillFor > (seen.countsObjects ? STILL_MS : STILL_GROUPS_MS) ? 'stalled' : 'measuring';
}

/** Checks of data that recovery restores or moves. */
const RECOVERABLE = ['PG_DEGRADED', 'PG_AVAILABILITY', 'OBJECT_MISPLACED'];

/** Tells whether copies disagree and nothing else is amiss with the data. */
function isDamageOnly(status: ClusterStatus | undefined): boolean {
  const checks = checksOf({ status });
  return checks.has('PG_DAMAGED') && !RECOVERABLE.some((code) => checks.has(code));
}

/** The samples since placement groups last came to be as few okay as ever: what came before tells of the fall, not of the healing. */
function sinceWorst(history: readonly HealingSample[]): readonly HealingSample[] {
  const worst = Math.min(...history.map((sample) => sample.okay));
  const isWorst = (sample: HealingSample | undefined) => sample?.okay === worst;
  const reached = history.findLastIndex((sample, index) => isWorst(sample) && !isWorst(history[index - 1]));
  return history.slice(Math.max(0, reached));
}

/**
 * Since when nothing has moved: since the last progress (more groups okay, or less left to move), since other OSDs are down or other
 * flags are set, or since the first look.
 */
function stillSince(
  history: readonly HealingSample[],
): { readonly at: number; readonly hasMoved: boolean } | undefined {
  const last = history.findLastIndex((sample, index) => {
    const before = history[index - 1];
    return (
      before !== undefined && (hasMoved(before, sample) || sample.circumstances !== before.circumstances)
    );
  });
  const [before, sample] = [history[last - 1], history[Math.max(0, last)]];
  return sample && { at: sample.at, hasMoved: before !== undefined && hasMoved(before, sample) };
}

const hasMoved = (before: HealingSample, sample: HealingSample): boolean =>
  sample.okay > before.okay ||
  less(sample.objects, before.objects) ||
  (sample.objects === undefined && less(sample.remaining, before.remaining));

const less = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && a < b;

/** Seconds left by each measure that moves: placement groups, objects, and the server's own estimate by how fast it really falls. */
function estimate(samples: readonly HealingSample[]): readonly number[] {
  const last = samples.at(-1);
  if (last === undefined) return [];
  const falling = (value: (sample: HealingSample) => number | undefined) => {
    const rise = slope(samples, value);
    return rise === undefined ? undefined : -rise;
  };
  return [
    ...left(
      last.total - last.okay,
      slope(samples, (sample) => sample.okay),
    ),
    ...left(
      last.objects,
      falling((sample) => sample.objects),
    ),
    ...left(
      last.remaining,
      falling((sample) => sample.remaining),
    ),
  ];
}

const left = (rest: number | undefined, pace: number | undefined): readonly number[] =>
  rest === undefined || pace === undefined || pace <= 0 ? [] : [rest / pace];

/**
 * Change per second: the median over pairs that lie half the samples apart (after Theil and Sen), which a few
 * wild values do not move and which sees progress that comes in steps.
 */
function slope(
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
