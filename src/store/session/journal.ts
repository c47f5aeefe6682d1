import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { addSample } from '../../diagnosis/healing/samples.ts';
import { ageOfUsage, selectCluster } from '../facts/cluster.ts';
import { healthStatus } from '../facts/health.ts';
import type { CheckHistory, Journal, Since, Transition } from './journalState.ts';
import { addTraffic, type Traffic } from './traffic.ts';

/** Transitions that are kept: the oldest of more are forgotten. */
export const MAX_TRANSITIONS = 1000;
/** Pools whose traffic is kept. */
const MAX_POOLS = 500;

/** Longer than this from one look to the next, in milliseconds, is a gap: a laptop slept, the service was away. */
const GAP_MS = 60_000;
/** Data that are read seldom are looked at in gaps no longer than so many of its intervals. */
const INTERVALS = 3;

/**
 * Tells whether what changed since the last look changed just now: not at the first look, and not after a gap, in which nobody
 * knows when it changed.
 * @param everyMs how often it is read
 */
export const isWatched = (lastAt: number | undefined, at: number, everyMs = 0): boolean =>
  lastAt !== undefined && Math.abs(at - lastAt) <= Math.max(GAP_MS, INTERVALS * everyMs);

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
  traffic: [],
  poolTraffic: new Map(),
  logged: new Map(),
};

/** Takes in a status that was read at `at`. A service that lost sight of the store tells nothing of its checks: they stay. */
export function observeStatus(
  journal: Journal,
  status: ClusterStatus,
  at: number,
  everyMs?: number,
): Journal {
  const first = journal.health === undefined;
  const word = healthStatus({ status });
  const { healthAt } = journal;
  const tells = status.storeStatus?.health !== undefined;
  const current = tells ? rawChecks({ status }) : journal.checks;
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
    const came = () => ({
      ...begin(journal, code, { at, exact }),
      ...(healthAt !== undefined && { after: healthAt }),
    });
    checks.set(code, before ?? came());
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
    healthAt: tells ? at : healthAt,
    health: changed ? { status: word, at, exact } : journal.health,
    checks,
    logged,
    transitions: append(journal.transitions, transitions),
    healing: addSample(journal.healing, status, at),
  };
}

/** The answers that tell of rates. */
interface Rates {
  readonly status: ClusterStatus | undefined;
  readonly pools: readonly Pool[] | undefined;
}

/** Takes in what clients and recovery move at `at`, by all that tells of it; rates that stand still tell nothing. */
export function observeTraffic(journal: Journal, answers: Rates, at: number): Journal {
  if (ageOfUsage(answers.status) !== undefined) return journal;
  const { readBytes, writeBytes, recoveryBytes } = selectCluster(answers);
  const sample = { read: readBytes, write: writeBytes, recovery: recoveryBytes };
  return { ...journal, traffic: addTraffic(journal.traffic, at, sample) };
}

/** Takes in what clients move in each pool at `at` alike; a pool that is gone is forgotten. */
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

/** The word of the log on a beginning, where that is earlier than what we saw. */
export function begin({ logged }: Pick<Journal, 'logged'>, subject: string, seen: Since): Since {
  const at = logged.get(subject);
  return at !== undefined && at <= seen.at ? { at, exact: true } : { at: seen.at, exact: seen.exact };
}

/** The transitions with more, the oldest of many left out. */
export const append = (before: readonly Transition[], more: readonly Transition[]): readonly Transition[] =>
  more.length === 0 ? before : [...before, ...more].slice(-MAX_TRANSITIONS);

/** The transitions with those that lines of the log tell, in the order of their times; a line that was read twice tells one. */
export function withTold(before: readonly Transition[], told: readonly Transition[]): readonly Transition[] {
  if (told.length === 0) return before;
  const keyOf = ({ at, subject, to }: Transition) => `${at} ${subject} ${to}`;
  const known = new Set(before.map(keyOf));
  const fresh = told.filter((one) => !known.has(keyOf(one)));
  return append(
    [],
    [...before, ...fresh].toSorted((a, b) => a.at - b.at),
  );
}
