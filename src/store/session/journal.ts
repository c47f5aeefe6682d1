import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { addSample } from '../../diagnosis/healing/samples.ts';
import { ageOfUsage, selectCluster } from '../facts/cluster.ts';
import { healthStatus } from '../facts/health.ts';
import type { CheckHistory, Journal, OsdHistory, Since, Transition } from './journalState.ts';
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
    transitions.push({
      at,
      after: healthAt,
      kind: 'health',
      subject: '',
      from: journal.health?.status ?? '',
      to: word,
    });
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
      transitions.push({ at, after: healthAt, kind: 'check', subject: code, from: '', to: 'raised' });
  }
  for (const code of journal.checks.keys()) {
    if (current.has(code)) continue;
    logged.delete(code);
    transitions.push({ at, after: healthAt, kind: 'check', subject: code, from: 'raised', to: '' });
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

/** Learns from lines of the cluster's own log, oldest first, when a check or a failure began: that may be before we looked. */
export function observeLog(journal: Journal, events: Iterable<LogEvent>): Journal {
  const logged = new Map(journal.logged);
  let learned = false;
  for (const event of events) learned = note(logged, event) || learned;
  if (!learned) return journal;
  const checks = new Map<string, CheckHistory>();
  for (const [code, life] of journal.checks) checks.set(code, { ...life, ...begin({ logged }, code, life) });
  return { ...journal, logged, checks, osds: withBeginnings(journal.osds, logged) };
}

/** The lives of OSDs with what the log says of when they went down; the same ones where it says nothing new. */
function withBeginnings(
  lives: Journal['osds'],
  logged: ReadonlyMap<string, number>,
): ReadonlyMap<number, OsdHistory> {
  let learned: Map<number, OsdHistory> | undefined;
  for (const [id, life] of lives) {
    if (life.status !== 'DOWN') continue;
    const since = begin({ logged }, `osd.${id}`, life);
    if (since.at === life.at && since.exact === life.exact) continue;
    learned ??= new Map(lives);
    learned.set(id, { ...life, ...since });
  }
  return learned ?? lives;
}

// The wording of Ceph's monitors in the cluster log.
const CHECK_FAILED = /Health check failed: .*\(([A-Z][A-Z0-9_]*)\)\s*$/;
const CHECK_CLEARED = /Health check cleared: ([A-Z][A-Z0-9_]*)/;
const ALL_CLEAR = /Cluster is now healthy/;
const OSD_FAILED = /\b(osd\.\d+) (?:failed|reported immediately failed)/;
const OSD_BOOT = /\b(osd\.\d+) \S+ boot\b/;

/** Notes what one line reports; answers whether there was anything. */
function note(logged: Map<string, number>, { m: message = '', t: seconds }: LogEvent): boolean {
  if (seconds === undefined) return false;
  const failed = (CHECK_FAILED.exec(message) ?? OSD_FAILED.exec(message))?.[1];
  if (failed !== undefined) {
    if (!logged.has(failed)) logged.set(failed, seconds * 1000);
    return true;
  }
  const ended = (CHECK_CLEARED.exec(message) ?? OSD_BOOT.exec(message))?.[1];
  if (ended !== undefined) return logged.delete(ended);
  const clear = logged.size > 0 && ALL_CLEAR.test(message);
  if (clear) logged.clear();
  return clear;
}

/** The word of the log on a beginning, where that is earlier than what we saw. */
export function begin({ logged }: Pick<Journal, 'logged'>, subject: string, seen: Since): Since {
  const at = logged.get(subject);
  return at !== undefined && at <= seen.at ? { at, exact: true } : { at: seen.at, exact: seen.exact };
}

/** The transitions with more, the oldest of many left out. */
export const append = (before: readonly Transition[], more: readonly Transition[]): readonly Transition[] =>
  more.length === 0 ? before : [...before, ...more].slice(-MAX_TRANSITIONS);
