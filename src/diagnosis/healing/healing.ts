import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { lackingGroups, raisedChecks, type ClusterCheck } from '../evidence/checks.ts';
import { activeFlags } from '../evidence/flags.ts';
import { needText, type DomainShortage } from '../evidence/shortage.ts';
import { troubledPools } from '../evidence/troubledPools.ts';
import { groupsOf, isOld } from '../work.ts';
import type { MarkingOut } from './markingOut.ts';
import { groupPace, hasQuickGroups, MIN_PACE_SAMPLES, timeLeft, type TimeLeft } from './pace.ts';
import { hasQueues, queueTimeLeft, type QueueSample } from './queues.ts';
import { RECOVERABLE, recoveryRate } from './recoveryCounts.ts';
import { movingFlags, sinceWorst, stillSince, workBegan, type HealingSample } from './samples.ts';

/**
 * The state of recovery. `healing`: data was recovered or moved within the last minute. `waiting`: nothing moves,
 * because OSDs are down that the cluster has not marked out yet. `held`: nothing moves, because something prevents it.
 * `repair`: copies are inconsistent, which recovery does not fix. `blocked`: nothing moves, and some groups or objects
 * cannot be read or written. `stalled`: nothing moves for none of these reasons. `worsening`: the number of okay placement
 * groups reached its lowest value in this failure less than a minute ago. `measuring`: there are too few samples for a verdict.
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

/** The progress of recovery, and the time that it may take. */
export interface Healing {
  readonly state: HealingState;
  /** The time of the last sample, in milliseconds since the epoch; `left` counts from then on. */
  readonly at: number;
  /** The number of placement groups that are not okay. */
  readonly missing: number;
  /** The number of all placement groups. */
  readonly total: number;
  /** The number of those that only OSDs that are down can complete, whatever else is recovered. */
  readonly lacking: number;
  /**
   * The remaining time by the measured pace; undefined until it is known. The service's own estimate is never used
   * (docs/decisions/0023-when-it-heals.md).
   */
  readonly left: TimeLeft | undefined;
  /** The number of placement groups that become okay per minute. */
  readonly perMinute: number | undefined;
  /** The time without any progress in milliseconds, if it is over a minute and the state does not explain it. */
  readonly stalledFor: number | undefined;
  /** The reasons that prevent recovery: set flags (`noout` only while it keeps down OSDs in), and others in words. */
  readonly heldBy: readonly string[];
  /** The age of the service's counts of placement groups in seconds, if they are outdated and it is known. */
  readonly countedAgo: number | undefined;
  readonly waitsFor: MarkingOut;
  /** The pools that recovery cannot complete, because they have too few failure domains left. */
  readonly shortages: readonly DomainShortage[];
}

/** The states in which nothing is expected to move. */
const MOTIONLESS: ReadonlySet<HealingState> = new Set(['waiting', 'held', 'repair', 'blocked']);

/**
 * The time in milliseconds after a change of circumstances within which progress still belongs to the time before: services
 * count with delay.
 */
const LAG_MS = 20_000;

/** The flags that prevent data movement. */
export const RECOVERY_FLAGS: ReadonlySet<string> = new Set(['norecover', 'nobackfill', 'norebalance']);

/** The time in milliseconds after which recovery without progress counts as still. */
const STILL_MS = 60_000;
/** The same if only whole placement groups are counted, since each of them takes long. */
const STILL_GROUPS_MS = 10 * 60_000;
const WORSENING_MS = 60_000;
/** The same while OSDs are waiting to be marked out; shorter, because nothing is expected to move then. */
const WAITING_MS = 20_000;

/** Assesses recovery from its samples, oldest first; the last one is the current state. */
export function judgeHealing({
  history,
  status,
  flags = [],
  waitsFor,
  shortages = [],
  queues = [],
}: {
  readonly status?: ClusterStatus | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly waitsFor: MarkingOut;
  readonly shortages?: readonly DomainShortage[] | undefined;
  readonly history: readonly HealingSample[];
  /** The readings of the queues of recovery, oldest first, if the service provides them. */
  readonly queues?: readonly QueueSample[];
}): Healing {
  // The time of the last sample, not the current time, so that an unreachable service does not look like a stall.
  const now = history.at(-1)?.at ?? 0;
  const { okay, total } = groupsOf(status);
  const missing = total - okay;
  const samples = sinceWorst(history);
  const began = workBegan(history);
  const paced = samples.filter(({ at }) => at >= began);
  const paceQueues = queues.filter(({ at }) => at >= began);
  const pace = groupPace(paced);
  const still = stillSince(history);
  const stillFor = still === undefined ? 0 : now - still.at;
  const checks = raisedChecks({ status });
  const heldBy = holdReasons({ status, flags, waitsFor, shortages }, checks);
  const state = stateOf({
    missing,
    total,
    isOld: isOld(status),
    samples: history.length,
    stillFor,
    hasMoved:
      !isStopped(heldBy, checks, (still?.hasMoved === true ? still.at : now) - began) &&
      (still?.hasMoved === true || (recoveryRate(status) ?? 0) > 0),
    countsObjects: history.at(-1)?.objects !== undefined,
    isHeld: heldBy.length > 0,
    waits: waitsFor.osds.length > 0,
    isDue: waitsFor.due !== undefined,
    needsRepair: isDamageOnly(checks),
    lacksCopies: checks.has('PG_DEGRADED') || checks.has('PG_AVAILABILITY'),
    serves: !checks.has('PG_AVAILABILITY') && !checks.has('OBJECT_UNFOUND'),
    isWorse:
      samples.length < history.length &&
      // If more are okay since then, it improves.
      okay <= (samples[0]?.okay ?? okay) &&
      now - (samples[0]?.at ?? 0) < (waitsFor.osds.length > 0 ? WAITING_MS : WORSENING_MS),
  });
  const moves = state === 'healing' || state === 'worsening';
  // The queues say more than the pace of all: while too little is known of them, neither is shown.
  const byQueues = hasQueues(queues, missing, now);
  const left =
    moves && !hasQuickGroups(paced) ? (byQueues ? queueTimeLeft(paceQueues) : timeLeft(paced)) : undefined;
  return {
    state,
    at: now,
    missing,
    total,
    lacking: lackingGroups(checks),
    left,
    perMinute: pace === undefined ? undefined : pace * 60,
    stalledFor: missing > 0 && stillFor > STILL_MS && !MOTIONLESS.has(state) ? stillFor : undefined,
    heldBy,
    countedAgo: isOld(status) ? (status?.placementGroupsLastUpdated ?? status?.storeLastUpdated) : undefined,
    waitsFor,
    shortages,
  };
}

/**
 * True if flags stop all movement: `norecover` always does, and the other two if nothing has moved since the counts may show
 * them. `movedAfter` is the time in milliseconds from the last change of circumstances to the last progress.
 */
function isStopped(
  heldBy: readonly string[],
  checks: ReadonlyMap<string, ClusterCheck>,
  movedAfter: number,
): boolean {
  if (heldBy.includes('norecover')) return true;
  const isHeld =
    heldBy.includes('nobackfill') || (heldBy.includes('norebalance') && !checks.has('PG_DEGRADED'));
  return isHeld && movedAfter < LAG_MS;
}

/** The checks that are raised when there is no space for data to be moved: `1 pg backfill_toofull`. */
const FULL = ['PG_RECOVERY_FULL', 'PG_BACKFILL_FULL'];
const TOO_FULL = /\d+ pgs? (?:backfill|recovery)_toofull/;

/** The facts that may prevent recovery. */
interface Hindrances {
  readonly status: ClusterStatus | undefined;
  readonly flags: readonly Flag[];
  readonly waitsFor: MarkingOut;
  readonly shortages: readonly DomainShortage[];
}

/** The reasons that prevent recovery: flags, or words about something else. */
function holdReasons(
  { status, flags, waitsFor: { osds, never }, shortages }: Hindrances,
  checks: ReadonlyMap<string, ClusterCheck>,
): readonly string[] {
  const short = new Set(shortages.flatMap(({ pools }) => pools));
  const isAllShort = troubledPools(status, checks).isSubsetOf(short);
  if (shortages.length > 0 && isAllShort) return shortages.map(shortageText);
  // The status is read more often than the flags are.
  const setFlags = new Set([...activeFlags(flags), ...movingFlags(checks)]);
  const full = FULL.flatMap((code) => TOO_FULL.exec(checks.get(code)?.message ?? '')?.[0] ?? []);
  return [
    ...[...setFlags].filter((name) => RECOVERY_FLAGS.has(name) || (name === 'noout' && osds.length > 0)),
    ...full,
    ...(never === undefined ? [] : [never]),
  ];
}

/** `rbd needs 3 hosts (2 left)`: marking OSDs out would restore no copy of it. */
export const shortageText = (shortage: DomainShortage): string =>
  `${needText(shortage)} (${shortage.left.length} left)`;

/** The input of `stateOf`; times are in milliseconds. */
interface RecoveryFacts {
  readonly missing: number;
  readonly total: number;
  /** The counts are outdated. */
  readonly isOld: boolean;
  readonly samples: number;
  readonly stillFor: number;
  /** Progress was observed, or the cluster reports a recovery rate. */
  readonly hasMoved: boolean;
  readonly countsObjects: boolean;
  readonly isHeld: boolean;
  /** Some OSDs are down and in. */
  readonly waits: boolean;
  /** It is known when the first of them is marked out. */
  readonly isDue: boolean;
  readonly needsRepair: boolean;
  /** A check that may be newer than the counts says that copies are missing, or that placement groups do not serve. */
  readonly lacksCopies: boolean;
  /** All placement groups serve I/O, and all their objects are found. */
  readonly serves: boolean;
  readonly isWorse: boolean;
}

function stateOf(facts: RecoveryFacts): HealingState {
  const { samples, stillFor } = facts;
  if (facts.total === 0 || facts.isOld) return 'unknown';
  if (facts.missing === 0) return facts.lacksCopies ? 'measuring' : 'healthy';
  const moves = facts.hasMoved && stillFor <= STILL_MS;
  const knowsReason = facts.isHeld || facts.needsRepair;
  if (knowsReason && !moves) return facts.isHeld ? 'held' : 'repair';
  if (facts.isDue && !moves) return 'waiting';
  if (facts.isWorse) return 'worsening';
  if (moves) return samples < MIN_PACE_SAMPLES ? 'measuring' : 'healing';
  if (facts.waits && stillFor >= WAITING_MS) return 'waiting';
  if (stillFor <= (facts.countsObjects ? STILL_MS : STILL_GROUPS_MS)) return 'measuring';
  return facts.serves ? 'stalled' : 'blocked';
}

/** True if inconsistent copies are the only problem with the data. */
const isDamageOnly = (checks: ReadonlyMap<string, ClusterCheck>): boolean =>
  checks.has('PG_DAMAGED') && !RECOVERABLE.some((code) => checks.has(code));
