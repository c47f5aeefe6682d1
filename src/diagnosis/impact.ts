import { raisedChecks } from './evidence/checks.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import type { Impact } from './verdict.ts';

/** Groups that serve nobody: `105 pgs inactive, 21 pgs down, 739 pgs peering`. */
const BLOCKED = /(\d+) pgs? (?:inactive|down|incomplete|stale|peering)/g;
/** The id of the pool in a line such as `pg 6.1f is down, acting […]`. */
const GROUP = /^pg (\d+)\.[\da-f]+ is /;

/** The things that pools hold, by the application that they are made for. */
const USES = new Map([
  ['rbd', 'images'],
  ['rgw', 'buckets'],
  ['storefs', 'files'],
  ['cephfs', 'files'],
]);

/** The pools whose data cannot be read or written, from the check that says so, muted or not; nothing while there is none. */
export function impactOf({ status, detail, pools }: ClusterSnapshot): Impact {
  const checks = raisedChecks({ status, detail });
  const check = checks.get('PG_AVAILABILITY');
  if (check === undefined) return { blockedPgs: 0, pools: [] };
  const counts = check.message.matchAll(BLOCKED).map(([, count]) => Number(count));
  const named = new Map<number, number>();
  for (const line of check.detail) {
    const pool = Number(GROUP.exec(line)?.[1]);
    if (!Number.isNaN(pool)) named.set(pool, (named.get(pool) ?? 0) + 1);
  }
  const applications = new Map(pools?.map(({ name, application }) => [name, application]));
  const blocked = (status?.placementGroups ?? [])
    .map(({ poolName = '', poolId = Number.NaN, error = 0 }) => ({
      name: poolName,
      use: USES.get(applications.get(poolName) ?? ''),
      // Damaged groups count as errors, too, and serve all the same.
      blockedPgs: Math.max(named.get(poolId) ?? 0, checks.has('PG_DAMAGED') ? 0 : error),
    }))
    .filter(({ blockedPgs }) => blockedPgs > 0)
    .toSorted((a, b) => b.blockedPgs - a.blockedPgs);
  return { blockedPgs: Math.max(0, ...counts), pools: blocked };
}
