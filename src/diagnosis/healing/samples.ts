import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { raisedChecks } from '../evidence/checks.ts';
import { groupsOf } from '../work.ts';
import { objectsToMove } from './toMove.ts';

/** One look at the progress of recovery. */
export interface HealingSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly okay: number;
  readonly total: number;
  /** The server's estimate, seconds. */
  readonly remaining: number | undefined;
  /** Copies of objects still to be made or moved, where the service tells. */
  readonly objects: number | undefined;
  /** The messages on down OSDs and on flags: when they change, what stood still may move now. */
  readonly circumstances: string;
  /** Undefined where none is. */
  readonly overdue?: Overdue | undefined;
}

/** Placement groups whose scrubs are overdue. */
export interface Overdue {
  readonly shallow: number;
  readonly deep: number;
}

const KEEP_MS = 30 * 60_000;
const APART_MS = 10_000;
/** Counts that are older say nothing of the present. */
const OLD_MS = 60_000;

/** Adds a sample, one in ten seconds, and forgets those older than thirty minutes. */
export function addSample(
  history: readonly HealingSample[],
  status: ClusterStatus,
  at: number,
): readonly HealingSample[] {
  const last = history.at(-1);
  if (last !== undefined && at - last.at < APART_MS) return history;
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
  return [...history.filter((old) => at - old.at <= KEEP_MS), sample];
}

/** Tells whether the service counted placement groups so long ago that what stands still there may move by now. */
export const isOld = (status: ClusterStatus | undefined): boolean =>
  (status?.placementGroupsLastUpdated ?? 0) * 1000 > OLD_MS;

const LATE = /^(\d+) pgs? not (?:deep-)?scrubbed/;

/** The placement groups whose scrubs are overdue, as the checks count them; undefined where none is. */
export function overdueOf(status: ClusterStatus | undefined): Overdue | undefined {
  const checks = raisedChecks({ status });
  const late = (code: string) => Number(LATE.exec(checks.get(code)?.message ?? '')?.[1] ?? 0);
  const [shallow, deep] = [late('PG_NOT_SCRUBBED'), late('PG_NOT_DEEP_SCRUBBED')];
  return shallow + deep === 0 ? undefined : { shallow, deep };
}

/** The checks on which it depends whether data moves at all. */
const CIRCUMSTANCES = ['OSD_DOWN', 'OSDMAP_FLAGS'];

function circumstancesOf(status: ClusterStatus): string {
  const checks = raisedChecks({ status });
  return CIRCUMSTANCES.map((code) => checks.get(code)?.message ?? '').join('; ');
}

/** The samples since placement groups last came to be as few okay as ever: what came before tells of the fall, not of the healing. */
export function sinceWorst(history: readonly HealingSample[]): readonly HealingSample[] {
  const worst = Math.min(...history.map((sample) => sample.okay));
  const isWorst = (sample: HealingSample | undefined) => sample?.okay === worst;
  const reached = history.findLastIndex((sample, index) => isWorst(sample) && !isWorst(history[index - 1]));
  return history.slice(Math.max(0, reached));
}

/**
 * Since when nothing has moved: since the last progress (more groups okay, or less left to move), since other OSDs are down or other
 * flags are set, or since the first look.
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
