import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { CLOCK_SKEW_MS } from '../../diagnosis/evidence/changes.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { diagnose } from '../../diagnosis/index.ts';
import type { ClusterSnapshot } from '../../diagnosis/snapshot.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';
import { wasSetBack } from '../../lib/clock.ts';
import { osdInventory } from '../answers/prepare.ts';
import type { Cache } from '../cache/cache.ts';
import { optionally, type Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import { isStale } from '../cache/slot.ts';

/** The interval of pool usage samples in milliseconds, and the time for which they are kept to see which pool grows. */
const [SAMPLE_MS, KEEP_MS] = [30_000, 5 * 60_000];

/** The resources that a screen with a verdict must read; a verdict from only a part of them would be premature. */
export const EVIDENCE = {
  status: resources.status,
  health: resources.health,
  log: optionally(resources.recentLog),
  disks: optionally(resources.disks),
  crush: optionally(resources.crush),
};
export const EVIDENCE_RESOURCES: readonly Resource[] = Object.values(EVIDENCE);

/**
 * Creates a function that diagnoses the cluster from the data in the cache. It diagnoses again when the health details
 * or the log have been read, since these contain the evidence, and when a check has cleared or the cluster does not answer for
 * another reason, because then they cannot be read. Undefined until every evidence resource has been read or has failed. A
 * cause keeps the earliest start time that was ever found for it.
 */
export function createDiagnosis(cache: Pick<Cache, 'slot'>): () => Diagnosis | undefined {
  let samples: readonly ClusterSnapshot[] = [];
  let last: Diagnosis | undefined;
  let lastStatus: ClusterStatus | undefined;
  return () => {
    if (!EVIDENCE_RESOURCES.every((one) => isAnswered(cache, one))) return undefined;
    const now = snapshotOf(cache);
    const { at, status, pools, crush, disks } = now;
    if (status === undefined) return undefined;
    if (last?.at === at && !hasMoved(lastStatus, status)) return last;
    lastStatus = status;
    if (wasSetBack(samples.at(-1)?.at ?? 0, at)) samples = [];
    const diagnosis = diagnose([...samples, now], { inventory: osdInventory.of({ crush, disks }) });
    if (at - (samples.at(-1)?.at ?? 0) >= SAMPLE_MS)
      samples = [...samples.filter((sample) => at - sample.at < KEEP_MS), { at, pools }];
    const before = last?.causes ?? [];
    last = { ...diagnosis, causes: diagnosis.causes.map((cause) => withEarliestStart(cause, before)) };
    return last;
  };
}

/**
 * True if the cause that was found must not be shown beside this status: a check of the earlier one is not raised any more,
 * or the cluster does not answer for another reason.
 */
function hasMoved(before: ClusterStatus | undefined, status: ClusterStatus): boolean {
  if (before === status) return false;
  const [old, checks] = [rawChecks({ status: before }), rawChecks({ status })];
  return (
    old.get('STORE_UNREACHABLE') !== checks.get('STORE_UNREACHABLE') ||
    old.keys().some((code) => !checks.has(code))
  );
}

function isAnswered(cache: Pick<Cache, 'slot'>, one: Resource): boolean {
  const { data, error } = cache.slot(one);
  return data !== undefined || error !== undefined;
}

function snapshotOf(cache: Pick<Cache, 'slot'>): ClusterSnapshot {
  const known = <T>(wanted: Resource<T>): T | undefined => cache.slot(wanted).data;
  const readAt = (wanted: Resource): number => cache.slot(wanted).at ?? 0;
  const health = cache.slot(resources.health);
  // If neither could be read, the time of the status is the best available.
  const at = Math.max(readAt(resources.health), readAt(resources.recentLog)) || readAt(resources.status);
  return {
    at,
    status: known(resources.status),
    // Stale details say nothing about which daemons are silent now.
    detail: isStale(health, at) ? undefined : health.data,
    disks: known(resources.disks),
    crush: known(resources.crush),
    rules: known(resources.rules),
    flags: known(resources.flags),
    pools: known(resources.pools),
    recoverySpeed: known(resources.recoverySpeed)?.speed,
    tasks: known(resources.tasks)?.data,
    writeLatency: known(resources.writeLatency),
    log: known(resources.recentLog)?.events,
  };
}

/** The identity of a cause over time: its kind and first object, since more objects may be named later. */
export const causeKey = ({ kind, objects }: Cause): string => `${kind} ${objects[0] ?? ''}`;

function withEarliestStart(cause: Cause, before: readonly Cause[]): Cause {
  const since = before.find((other) => causeKey(other) === causeKey(cause))?.since;
  if (since === undefined || (cause.since ?? Infinity) <= since) return cause;
  return { ...cause, since, before: cause.before.filter((change) => change.at <= since + CLOCK_SKEW_MS) };
}
