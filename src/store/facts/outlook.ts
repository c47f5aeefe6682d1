import type { Diagnosis } from '../../diagnosis/verdict.ts';
import { memoize } from '../../lib/memoize.ts';
import { selectAffectedPools } from '../answers/affected.ts';
import type { ClusterNumbers } from '../answers/cluster.ts';
import type { FreeSpace } from '../answers/freeSpace.ts';
import type { Health } from '../answers/health.ts';
import type { FillRatios } from '../answers/node.ts';
import type { OsdRow } from '../answers/osds.ts';
import type { Tree } from '../answers/tree.ts';
import type { Cache } from '../cache/cache.ts';
import type { Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import { selectUpcomingProblems } from './upcomingProblems.ts';

/** The facts from which the outlook is derived. */
interface OutlookSources {
  health(): Health;
  diagnosis(): Diagnosis | undefined;
  tree(): Tree;
  osds(): readonly OsdRow[];
  freeSpace(): FreeSpace;
  fillRatios(): FillRatios;
  cluster(): ClusterNumbers;
  now(): number;
}

/** The step of `now`, in milliseconds; an hour is enough for predictions in days. */
const HOUR_MS = 3_600_000;

/** Facts about the effect of the cluster's state on clients, and about the next problems. */
export function createOutlook(cache: Pick<Cache, 'slot'>, facts: OutlookSources) {
  const known = <T>(wanted: Resource<T>): T | undefined => cache.slot(wanted).data;
  const affectedPools = memoize(selectAffectedPools);
  const upcomingProblems = memoize(selectUpcomingProblems);
  return {
    /**
     * True if something serves no client. Ceph calls that a warning at most. Blocked placement groups do not count if an
     * operator has muted their check.
     */
    isBlocked(): boolean {
      const { stopped, blockedPgs } = facts.diagnosis()?.impact ?? { stopped: [], blockedPgs: 0 };
      const isMuted = facts.health().checks.some(({ code, muted }) => code === 'PG_AVAILABILITY' && muted);
      return stopped.length > 0 || (blockedPgs > 0 && !isMuted);
    },
    /** The pools whose clients wait, or may wait. */
    affectedPools: () =>
      affectedPools({
        diagnosis: facts.diagnosis(),
        status: known(resources.status),
        tree: facts.tree(),
        pools: known(resources.pools),
        rules: known(resources.rules),
      }),
    /** The next problems, in words. */
    upcomingProblems: () =>
      upcomingProblems({
        freeSpace: facts.freeSpace(),
        ratios: facts.fillRatios(),
        osds: facts.osds(),
        usage: known(resources.usage),
        backups: known(resources.backups),
        monitors: facts.cluster().monitors,
        standbyManagers: facts.cluster().standbyManagers,
        now: Math.floor(facts.now() / HOUR_MS) * HOUR_MS,
      }),
  };
}
