import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { raisedChecks, type ClusterCheck } from '../evidence/checks.ts';
import { groupsOf } from '../work.ts';
import type { MarkingOut } from './markingOut.ts';
import { ENOUGH, groupPace, timeLeft, type TimeLeft } from './pace.ts';
import { isOld, sinceWorst, stillSince, type HealingSample } from './samples.ts';
import { recoveryRate } from './toMove.ts';

/**
 * `healing`: something was restored or moved within the last minute. `waiting`: nothing moves, and OSDs are down that the
 * cluster has not marked out yet. `held`: nothing moves while something forbids it. `repair`: copies disagree, which no
 * recovery mends. `blocked`: nothing moves, and groups serve nobody. `stalled`: nothing moves, and none of these is the
 * reason. `worsening`: within the last minute fewer placement groups were okay than ever before in half an hour.
 * `measuring`: too few samples to say.
 */
export type HealingState =
  | 'healthy'
  | 'healing'
  | 'waiting'
  | 'held'
  | 'repair'
  | 'blocked'
  | 'stalled'
  | 'worsening'
  | 'measuring'
  | 'unknown';

/** The course of recovery, and the time that it may take. */
export interface Healing {
  readonly state: HealingState;
  /** Placement groups that are not okay, of how many. */
  readonly missing: number;
  readonly total: number;
  /** The server's estimate, seconds; undefined while nothing moves, and once the pace was measured. */
  readonly serverRemaining: number | undefined;
  /** Our own, from what moved. */
  readonly left: TimeLeft | undefined;
  /** Placement groups becoming okay per minute. */
  readonly perMinute: number | undefined;
  /** Milliseconds since anything moved, or since it could, once that is over a minute. */
  readonly stalledFor: number | undefined;
  /** The reasons that hold recovery back: flags that are set, `noout` among them while OSDs are down that it keeps in, and others in words. */
  readonly heldBy: readonly string[];
  /** Seconds since the service counted placement groups, where that is too long ago. */
  readonly countedAgo: number | undefined;
  readonly waitsFor: MarkingOut;
}

/** Flags that stop the movement of data while they are set: none leaves an OSD. */
export const RECOVERY_FLAGS: ReadonlySet<string> = new Set(['norecover', 'nobackfill', 'norebalance']);

/** Nothing moves if nothing did for so long; ten minutes where only whole placement groups can be counted, which take long each. */
const STILL_MS = 60_000;
const STILL_GROUPS_MS = 10 * 60_000;
const WORSENING_MS = 60_000;
/** Data that is waited with stands still from the start: so long without movement is enough to say it. */
const WAITING_MS = 20_000;

/** Judges recovery from its samples, oldest first; the last one stands for the present. */
export function judgeHealing({
  history,
  status,
  flags = [],
  waitsFor,
}: {
  readonly status?: ClusterStatus | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly waitsFor: MarkingOut;
  readonly history: readonly HealingSample[];
}): Healing {
  // Not the present: while the service cannot be reached nothing is known to stand still.
  const now = history.at(-1)?.at ?? 0;
  const { okay, total } = groupsOf(status);
  const missing = total - okay;
  const samples = sinceWorst(history);
  const pace = groupPace(samples);
  const still = stillSince(history);
  const stillFor = still === undefined ? 0 : now - still.at;
  const checks = raisedChecks({ status });
  const heldBy = holding(flags, waitsFor, checks);
  const state = stateOf({
    missing,
    total,
    isOld: isOld(status),
    samples: history.length,
    stillFor,
    hasMoved: still?.hasMoved === true || (recoveryRate(status) ?? 0) > 0,
    countsObjects: history.at(-1)?.objects !== undefined,
    isHeld: heldBy.length > 0,
    waits: waitsFor.osds.length > 0,
    needsRepair: isDamageOnly(checks),
    serves: !checks.has('PG_AVAILABILITY'),
    isWorse: samples.length < history.length && now - (samples[0]?.at ?? 0) < WORSENING_MS,
  });
  const moves = state === 'healing' || state === 'worsening';
  const left = moves ? timeLeft(samples) : undefined;
  // What the service says before we have measured stands with its name on it.
  const mayEnd = moves || (state === 'measuring' && stillFor <= STILL_MS);
  return {
    state,
    missing,
    total,
    serverRemaining: mayEnd && left === undefined ? status?.recoveryTimeRemaining : undefined,
    left,
    perMinute: pace === undefined ? undefined : pace * 60,
    stalledFor: missing > 0 && stillFor > STILL_MS ? stillFor : undefined,
    heldBy,
    countedAgo: isOld(status) ? status?.placementGroupsLastUpdated : undefined,
    waitsFor,
  };
}

/** Checks that raise when data finds no room where it should go: `1 pg backfill_toofull`. */
const FULL = ['PG_RECOVERY_FULL', 'PG_BACKFILL_FULL'];
const TOO_FULL = /\d+ pgs? (?:backfill|recovery)_toofull/;

function holding(
  flags: readonly Flag[],
  { osds, never }: MarkingOut,
  checks: ReadonlyMap<string, ClusterCheck>,
): readonly string[] {
  const set = flags.flatMap(({ name = '', currentState }) => (currentState === true ? [name] : []));
  const full = FULL.flatMap((code) => TOO_FULL.exec(checks.get(code)?.message ?? '')?.[0] ?? []);
  return [
    ...set.filter((name) => RECOVERY_FLAGS.has(name) || (name === 'noout' && osds.length > 0)),
    ...full,
    ...(never === undefined ? [] : [never]),
  ];
}

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
  readonly isHeld: boolean;
  /** OSDs are down and in. */
  readonly waits: boolean;
  readonly needsRepair: boolean;
  /** Every placement group serves. */
  readonly serves: boolean;
  readonly isWorse: boolean;
}

function stateOf(seen: Seen): HealingState {
  const { samples, stillFor } = seen;
  if (seen.total === 0 || seen.isOld) return 'unknown';
  if (seen.missing === 0) return 'healthy';
  const moves = seen.hasMoved && stillFor <= STILL_MS;
  const knowsReason = seen.isHeld || seen.needsRepair;
  if (knowsReason && !moves) return seen.isHeld ? 'held' : 'repair';
  if (seen.isWorse) return 'worsening';
  if (moves) return samples < ENOUGH ? 'measuring' : 'healing';
  if (seen.waits && stillFor >= WAITING_MS) return 'waiting';
  if (stillFor <= (seen.countsObjects ? STILL_MS : STILL_GROUPS_MS)) return 'measuring';
  return seen.serves ? 'stalled' : 'blocked';
}

/** Checks of data that recovery restores or moves. */
const RECOVERABLE = ['PG_DEGRADED', 'PG_AVAILABILITY', 'OBJECT_MISPLACED'];

/** Tells whether copies disagree and nothing else is amiss with the data. */
const isDamageOnly = (checks: ReadonlyMap<string, ClusterCheck>): boolean =>
  checks.has('PG_DAMAGED') && !RECOVERABLE.some((code) => checks.has(code));
