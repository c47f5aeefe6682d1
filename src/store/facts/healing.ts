import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { HealingSample } from '../session/journalState.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { objectsToMove } from './cluster.ts';
import { RECOVERY_FLAGS } from './flags.ts';
import { selectPlacement } from './placement.ts';

/** The course of recovery, and the time that it may take. */
export interface Healing {
  /**
   * `measuring`: too few samples to say. `held`: no progress while flags forbid it. `stalled`: no progress for
   * ten minutes. `worsening`: within the last minute fewer placement groups were okay than ever before in half an hour.
   */
  readonly state: 'healthy' | 'healing' | 'stalled' | 'held' | 'worsening' | 'measuring' | 'unknown';
  /** Placement groups that are not okay, of how many. */
  readonly missing: number;
  readonly total: number;
  /** The server's estimate, seconds. */
  readonly serverRemaining: number | undefined;
  /** Our own, from what we saw: seconds at the quickest and at the slowest measured pace. */
  readonly measured: { readonly from: number; readonly to: number } | undefined;
  /** Placement groups becoming okay per minute. */
  readonly perMinute: number | undefined;
  /** Milliseconds since anything moved, once that is over a minute. */
  readonly stalledFor: number | undefined;
  /** Flags that hold recovery back. */
  readonly heldBy: readonly string[];
}

const KEEP_MS = 30 * 60_000;
const APART_MS = 10_000;
const SHORT_MS = 5 * 60_000;
const STALLED_MS = 10 * 60_000;
const WORSENING_MS = 60_000;
/** Fewer samples than this make no estimate. */
const ENOUGH = 5;

/** Adds a sample, one in ten seconds, and forgets those older than thirty minutes. */
export function addSample(
  history: readonly HealingSample[],
  status: ClusterStatus,
  at: number,
): readonly HealingSample[] {
  const last = history.at(-1);
  if (last !== undefined && at - last.at < APART_MS) return history;
  const { okay, total } = selectPlacement({ status });
  if (total === 0) return history;
  const sample = { at, okay, total, remaining: status.recoveryTimeRemaining, objects: objectsToMove(status) };
  return [...history.filter((old) => at - old.at <= KEEP_MS), sample];
}

/** Judges recovery from its samples, oldest first; the last one stands for the present. */
export function selectHealing(input: {
  readonly status?: ClusterStatus | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly history: readonly HealingSample[];
}): Healing {
  const { history } = input;
  // Not the present: while the service cannot be reached nothing is known to stand still.
  const now = history.at(-1)?.at ?? 0;
  const { okay, total } = selectPlacement({ status: input.status });
  const missing = total - okay;
  const samples = sinceWorst(history);
  const recent = samples.filter((sample) => now - sample.at <= SHORT_MS);
  const estimates = [...estimate(recent), ...estimate(samples)];
  const pace = slope(recent, (sample) => sample.okay);
  const still = stillSince(history);
  const stillFor = still === undefined ? 0 : now - still;
  const heldBy = (input.flags ?? [])
    .filter((flag) => flag.currentState === true)
    .map((flag) => flag.name ?? '')
    .filter((name) => RECOVERY_FLAGS.has(name));
  return {
    state: stateOf({
      missing,
      total,
      samples: history.length,
      stillFor,
      held: heldBy.length > 0,
      worse: samples.length < history.length && now - (samples[0]?.at ?? 0) < WORSENING_MS,
    }),
    missing,
    total,
    serverRemaining: input.status?.recoveryTimeRemaining,
    measured:
      missing === 0 || estimates.length === 0
        ? undefined
        : { from: Math.min(...estimates), to: Math.max(...estimates) },
    perMinute: pace === undefined ? undefined : pace * 60,
    stalledFor: missing > 0 && stillFor > 60_000 ? stillFor : undefined,
    heldBy,
  };
}

function stateOf(seen: {
  readonly missing: number;
  readonly total: number;
  readonly samples: number;
  readonly stillFor: number;
  readonly held: boolean;
  readonly worse: boolean;
}): Healing['state'] {
  if (seen.total === 0) return 'unknown';
  if (seen.missing === 0) return 'healthy';
  if (seen.held && (seen.samples < ENOUGH || seen.stillFor > 60_000)) return 'held';
  if (seen.samples < ENOUGH) return 'measuring';
  if (seen.worse) return 'worsening';
  return seen.stillFor > STALLED_MS ? 'stalled' : 'healing';
}

/** The samples since placement groups last came to be as few okay as ever: what came before tells of the fall, not of the healing. */
function sinceWorst(history: readonly HealingSample[]): readonly HealingSample[] {
  const worst = Math.min(...history.map((sample) => sample.okay));
  const isWorst = (sample: HealingSample | undefined) => sample?.okay === worst;
  const reached = history.findLastIndex((sample, index) => isWorst(sample) && !isWorst(history[index - 1]));
  return history.slice(Math.max(0, reached));
}

/** When the last progress was made: more groups okay, or less left to move. */
function stillSince(history: readonly HealingSample[]): number | undefined {
  const moved = history.findLastIndex((sample, index) => {
    const before = history[index - 1];
    return (
      before !== undefined &&
      (sample.okay !== before.okay ||
        less(sample.objects, before.objects) ||
        (sample.objects === undefined && less(sample.remaining, before.remaining)))
    );
  });
  return history[Math.max(0, moved)]?.at;
}

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
