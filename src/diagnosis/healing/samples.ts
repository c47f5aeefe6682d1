import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { wasSetBack } from '../../lib/clock.ts';
import { fields, numberIn } from '../../lib/untyped.ts';
import { raisedChecks, type ClusterCheck } from '../evidence/checks.ts';
import { groupsOf, isOld } from '../work.ts';
import { objectsToMove } from './recoveryCounts.ts';

/** One sample of the progress of recovery. */
export interface HealingSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly okay: number;
  readonly total: number;
  /** The service's estimate of the remaining time, in seconds. */
  readonly remaining: number | undefined;
  /** The number of object copies still to be recovered or moved, if the service reports it. */
  readonly objects: number | undefined;
  /** The conditions of the movement of data; when they change, so do the work and its pace. */
  readonly circumstances: string;
  /** Undefined if no scrub is overdue. */
  readonly overdue?: Overdue | undefined;
}

/** The numbers of placement groups whose scrubs are overdue. */
export interface Overdue {
  readonly shallow: number;
  readonly deep: number;
}

/** The time in milliseconds for which samples are kept, chosen by us: long enough to distinguish a pause from slow recovery. */
export const KEEP_MS = 30 * 60_000;
const INTERVAL_MS = 10_000;
/** The shares of the amount left, and of the largest amount, by which it never changes in one interval of recovery. */
const [JUMP, JUMP_OF_ALL] = [0.5, 0.05];

/**
 * Adds a sample, at most one in ten seconds, and drops those older than thirty minutes; all of them if the clock was set back.
 */
export function addSample(
  history: readonly HealingSample[],
  status: ClusterStatus,
  at: number,
): readonly HealingSample[] {
  const last = history.at(-1);
  const isAnew = last !== undefined && wasSetBack(last.at, at);
  if (last !== undefined && at - last.at < INTERVAL_MS && !isAnew) return history;
  if (isOld(status)) return history;
  const { okay, total } = groupsOf(status);
  if (total === 0) return history;
  const sample: HealingSample = {
    at,
    okay,
    total,
    remaining: status.recoveryTimeRemaining,
    objects: objectsToMove(status),
    circumstances: circumstancesOf(status),
    overdue: overdueOf(status),
  };
  return [...(isAnew ? [] : history).filter((old) => at - old.at <= KEEP_MS), sample];
}

const LATE = /^(\d+) pgs? not (?:deep-)?scrubbed/;

/** The numbers of overdue scrubs in the health checks; undefined if there are none. */
export function overdueOf(status: ClusterStatus | undefined): Overdue | undefined {
  const checks = raisedChecks({ status });
  const late = (code: string) => Number(LATE.exec(checks.get(code)?.message ?? '')?.[1] ?? 0);
  const [shallow, deep] = [late('PG_NOT_SCRUBBED'), late('PG_NOT_DEEP_SCRUBBED')];
  return shallow + deep === 0 ? undefined : { shallow, deep };
}

const MOVING_FLAGS = /\b(?:no(?:up|down|in|out|recover|backfill|rebalance)|pause\w*)\b/g;

/** The flags on which the movement of data depends, by the health check about flags. */
export const movingFlags = (checks: ReadonlyMap<string, ClusterCheck>): readonly string[] =>
  checks.get('OSDMAP_FLAGS')?.message.match(MOVING_FLAGS) ?? [];

/** The message about down OSDs, the flags, and how many OSDs are up and in, as far as the service reports it. */
function circumstancesOf(status: ClusterStatus): string {
  const checks = raisedChecks({ status });
  const osdmap = fields(fields(status.storeStatus)?.['osdmap']);
  const counts = ['num_up_osds', 'num_in_osds'].map((name) => numberIn(osdmap, name) ?? '');
  return [checks.get('OSD_DOWN')?.message ?? '', movingFlags(checks).join(), ...counts].join('; ');
}

/**
 * The time at which the present work of recovery began, in milliseconds since the epoch: after the circumstances changed, or
 * the amount left jumped, as when a server is back whose data is then only outdated. What was measured before says nothing
 * about this work. 0 if nothing of the kind happened.
 */
export function workBegan(history: readonly HealingSample[]): number {
  const most = history.reduce((a, { objects = 0 }) => Math.max(a, objects), 0);
  const isJump = (before = 0, after = 0) => {
    const change = Math.abs(after - before);
    return change > JUMP * before && change > JUMP_OF_ALL * most;
  };
  const begins = history.findLastIndex((sample, index) => {
    const before = history[index - 1];
    if (before === undefined) return false;
    return sample.circumstances !== before.circumstances || isJump(before.objects, sample.objects);
  });
  return history[begins]?.at ?? 0;
}

/**
 * The samples since the lowest number of okay placement groups was last reached; earlier ones show the failure, not the
 * recovery. Those before all groups were okay show the recovery from another failure.
 */
export function sinceWorst(history: readonly HealingSample[]): readonly HealingSample[] {
  const current = history.slice(history.findLastIndex(({ okay, total }) => okay === total) + 1);
  const worst = Math.min(...current.map((sample) => sample.okay));
  const isWorst = (sample: HealingSample | undefined) => sample?.okay === worst;
  const reached = current.findLastIndex((sample, index) => isWorst(sample) && !isWorst(current[index - 1]));
  return current.slice(Math.max(0, reached));
}

/**
 * The time since when nothing has moved: since the last progress (more groups okay, or fewer objects left), since the
 * circumstances changed, or since the first sample. `hasMoved` is true if it was progress.
 */
export function stillSince(
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
