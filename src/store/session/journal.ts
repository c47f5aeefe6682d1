import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { addSample } from '../../diagnosis/healing/samples.ts';
import { ageOfUsage, selectTraffic } from '../answers/cluster.ts';
import { healthStatus } from '../answers/health.ts';
import type { CheckHistory, Journal, Since, Transition } from '../answers/journalState.ts';
import { addTraffic, type Traffic } from '../answers/traffic.ts';

/** The number of newest transitions that are kept. */
export const MAX_TRANSITIONS = 1000;
/** The number of pools whose traffic is kept. */
const MAX_POOLS = 500;

/**
 * A longer time between two reads, in milliseconds, is a gap, for example because a laptop slept or the service was
 * down.
 */
const GAP_MS = 60_000;
/** For data with a long poll interval, only a time longer than this many intervals is a gap. */
const GAP_INTERVALS = 3;

/**
 * True if a change since the last read happened just before `at`: false at the first read, and after a gap, in which
 * the change may have happened at any time.
 * @param everyMs the poll interval
 */
export const isWatched = (lastAt: number | undefined, at: number, everyMs = 0): boolean =>
  lastAt !== undefined && Math.abs(at - lastAt) <= Math.max(GAP_MS, GAP_INTERVALS * everyMs);

/** The journal before the first answer. */
export const emptyJournal: Journal = {
  healthAt: undefined,
  health: undefined,
  checks: new Map(),
  osds: new Map(),
  crush: undefined,
  crushAt: undefined,
  watchedSince: undefined,
  gapAt: undefined,
  states: {},
  transitions: [],
  healing: [],
  queues: [],
  traffic: [],
  poolTraffic: new Map(),
  logged: new Map(),
};

/**
 * Adds a status read at `at`. If the service cannot reach the cluster, the status has no health checks; the known ones
 * are then kept.
 */
export function observeStatus(
  journal: Journal,
  status: ClusterStatus,
  at: number,
  everyMs?: number,
): Journal {
  const first = journal.health === undefined;
  const word = healthStatus({ status });
  const { healthAt } = journal;
  const hasHealth = status.storeStatus?.health !== undefined;
  const current = hasHealth ? rawChecks({ status }) : journal.checks;
  const exact = isWatched(healthAt, at, everyMs);
  const changed = journal.health?.status !== word;
  const transitions: Transition[] = [];
  if (changed && !first) {
    const from = journal.health?.status ?? '';
    transitions.push({ at, exact, after: healthAt, kind: 'health', subject: '', from, to: word });
  }
  const checks = new Map<string, CheckHistory>();
  const logged = new Map(journal.logged);
  for (const code of current.keys()) {
    const before = journal.checks.get(code);
    const raised = () => ({
      ...beginning(journal, code, { at, exact }),
      ...(healthAt !== undefined && { after: healthAt }),
    });
    checks.set(code, before ?? raised());
    if (!first && before === undefined)
      transitions.push({ at, exact, after: healthAt, kind: 'check', subject: code, from: '', to: 'raised' });
  }
  for (const code of journal.checks.keys()) {
    if (current.has(code)) continue;
    logged.delete(code);
    transitions.push({ at, exact, after: healthAt, kind: 'check', subject: code, from: 'raised', to: '' });
  }
  return {
    ...journal,
    healthAt: hasHealth ? at : healthAt,
    health: changed ? { status: word, at, exact } : journal.health,
    checks,
    logged,
    transitions: append(journal.transitions, transitions),
    healing: addSample(journal.healing, status, at),
  };
}

/** The answers that contain rates. */
interface Rates {
  readonly status: ClusterStatus | undefined;
  readonly pools: readonly Pool[] | undefined;
}

/** Adds the rates of client I/O and recovery at `at`; outdated rates are ignored. */
export function observeTraffic(journal: Journal, answers: Rates, at: number): Journal {
  if (ageOfUsage(answers.status) !== undefined) return journal;
  const sample = selectTraffic(answers.status, answers.pools);
  return { ...journal, traffic: addTraffic(journal.traffic, at, sample) };
}

/**
 * Adds the rates of client I/O per pool at `at`, and drops pools that do not exist any more; outdated rates are
 * ignored.
 */
export function observePools(journal: Journal, { status, pools = [] }: Rates, at: number): Journal {
  if (ageOfUsage(status) !== undefined) return journal;
  const poolTraffic = new Map<number, Traffic>();
  for (const { poolId, stats } of pools.slice(0, MAX_POOLS)) {
    if (poolId === undefined) continue;
    const sample = { read: stats?.readBytesPerSec, write: stats?.writeBytesPerSec };
    poolTraffic.set(poolId, addTraffic(journal.poolTraffic.get(poolId) ?? [], at, sample));
  }
  return { ...journal, poolTraffic };
}

/**
 * The time since when a subject has its state: the time in the cluster log if that is earlier than what was observed.
 */
export function beginning({ logged }: Pick<Journal, 'logged'>, subject: string, seen: Since): Since {
  const at = logged.get(subject);
  return at !== undefined && at <= seen.at ? { at, exact: true } : { at: seen.at, exact: seen.exact };
}

/** The time since when a flag is set; undefined if neither the log nor an answer shows its beginning. */
export function flagSetSince(
  { transitions, logged }: Pick<Journal, 'transitions' | 'logged'>,
  name: string,
): Since | undefined {
  const seen = transitions.findLast(({ kind, subject }) => kind === 'flag' && subject === name);
  const at = logged.get(name);
  if (seen?.to === 'set') return beginning({ logged }, name, seen);
  return at === undefined || (seen !== undefined && at <= seen.at) ? undefined : { at, exact: true };
}

/** Appends transitions and drops the oldest beyond MAX_TRANSITIONS. */
export const append = (before: readonly Transition[], more: readonly Transition[]): readonly Transition[] =>
  more.length === 0 ? before : [...before, ...more].slice(-MAX_TRANSITIONS);

/** Merges in transitions from the cluster log, sorted by time; a log line that was read twice adds one transition. */
export function withLogged(
  before: readonly Transition[],
  logged: readonly Transition[],
): readonly Transition[] {
  if (logged.length === 0) return before;
  const keyOf = ({ at, subject, to }: Transition) => `${at} ${subject} ${to}`;
  const known = new Set(before.map(keyOf));
  const fresh = logged.filter((one) => !known.has(keyOf(one)));
  return append(
    [],
    [...before, ...fresh].toSorted((a, b) => a.at - b.at),
  );
}
