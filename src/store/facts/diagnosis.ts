import { diagnose } from '../../diagnosis/index.ts';
import type { ClusterSnapshot } from '../../diagnosis/snapshot.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';
import type { Cache } from '../cache/cache.ts';
import { optionally, type Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import { isStale } from '../cache/slot.ts';
import { osdInventory } from './prepare.ts';

/** Milliseconds between two samples of the use of pools, and for which one is kept: long enough to see which of them grows. */
const [SAMPLE_MS, KEEP_MS] = [30_000, 5 * 60_000];

/** The sources of evidence, as screens read them that tell a verdict: without having asked for all of it, one would be rash. */
export const EVIDENCE = {
  status: resources.status,
  health: resources.health,
  log: optionally(resources.recentLog),
  disks: optionally(resources.disks),
  crush: optionally(resources.crush),
};
export const ASKED_FOR: readonly Resource[] = Object.values(EVIDENCE);

/**
 * Makes the function that works out the causes of what is wrong, of what the cache holds: again when the details of the health or the
 * log were read, since that is where evidence comes from. Undefined until all of it was answered, or could not be had. A cause
 * keeps the earliest time that it was ever said to have begun.
 */
export function createDiagnosis(cache: Pick<Cache, 'slot'>): () => Diagnosis | undefined {
  let samples: readonly ClusterSnapshot[] = [];
  let last: Diagnosis | undefined;
  return () => {
    if (!ASKED_FOR.every((one) => isAnswered(cache, one))) return undefined;
    const now = snapshotOf(cache);
    const { at, status, pools, crush, disks } = now;
    if (status === undefined) return undefined;
    if (last?.at === at) return last;
    const diagnosis = diagnose([...samples, now], { inventory: osdInventory.of({ crush, disks }) });
    if (at - (samples.at(-1)?.at ?? 0) >= SAMPLE_MS)
      samples = [...samples.filter((sample) => at - sample.at < KEEP_MS), { at, pools }];
    const before = last?.causes ?? [];
    last = { ...diagnosis, causes: diagnosis.causes.map((cause) => sinceFirst(cause, before)) };
    return last;
  };
}

function isAnswered(cache: Pick<Cache, 'slot'>, one: Resource): boolean {
  const { data, error } = cache.slot(one);
  return data !== undefined || error !== undefined;
}

function snapshotOf(cache: Pick<Cache, 'slot'>): ClusterSnapshot {
  const known = <T>(wanted: Resource<T>): T | undefined => cache.slot(wanted).data;
  const readAt = (wanted: Resource): number => cache.slot(wanted).at ?? 0;
  const health = cache.slot(resources.health);
  // Where neither could be had the status is the newest that is known.
  const at = Math.max(readAt(resources.health), readAt(resources.recentLog)) || readAt(resources.status);
  return {
    at,
    status: known(resources.status),
    // What daemons answered long ago says nothing of who is silent now.
    detail: isStale(health, at) ? undefined : health.data,
    disks: known(resources.disks),
    crush: known(resources.crush),
    flags: known(resources.flags),
    pools: known(resources.pools),
    recoverySpeed: known(resources.recoverySpeed)?.speed,
    writeLatency: known(resources.writeLatency),
    log: known(resources.recentLog),
  };
}

/** Two causes are the same when kind and first object are: others may be named later. */
export const causeKey = ({ kind, objects }: Cause): string => `${kind} ${objects[0] ?? ''}`;

function sinceFirst(cause: Cause, before: readonly Cause[]): Cause {
  const since = before.find((other) => causeKey(other) === causeKey(cause))?.since;
  return since === undefined || (cause.since ?? Infinity) <= since ? cause : { ...cause, since };
}
