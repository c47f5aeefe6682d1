import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { CauseKind } from '../../diagnosis/kinds.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';
import { poolsOn } from './reach.ts';
import { below, type Tree, type TreeNode } from './tree.ts';

/** A pool whose clients wait, or may. */
export interface HurtPool {
  readonly name: string;
  /** `rbd`, `rgw`, `storefs` or another; empty where that is not told. */
  readonly application: string;
  /** Placement groups that serve nobody, of how many. */
  readonly blocked: number;
  readonly total: number | undefined;
  /** The cause that makes it slow, where none of its groups is blocked: its rule lets it have data there. */
  readonly slowBy: Cause | undefined;
}

/** Causes that make the requests wait which what they name takes part in. */
const SLOW: ReadonlySet<CauseKind> = new Set([
  'osd-hang',
  'osd-flap',
  'disk-slow',
  'controller',
  'net-loss',
  'net-slow',
  'net-mtu',
  'link-flap',
]);

/** OSDs of a cause that are looked up: those of one server and class have the same pools. */
const MOST_OSDS = 20;

function osdsOf({ objects }: Cause, { byId }: Tree): readonly TreeNode[] {
  const named = new Set(objects);
  const osds = byId
    .values()
    .filter(({ name }) => named.has(name))
    .flatMap(below)
    .filter(({ type }) => type === 'OSD')
    .map((osd) => [`${osd.parentId} ${osd.deviceClass}`, osd] as const);
  return [...new Map(osds).values()].slice(0, MOST_OSDS);
}

/** Pools whose clients wait, those with the largest share of blocked groups first, then those that may be slow, the busiest first. */
export function selectHurtPools({
  diagnosis,
  status,
  pools = [],
  rules = [],
  tree,
}: {
  readonly diagnosis: Diagnosis | undefined;
  readonly status: ClusterStatus | undefined;
  readonly pools: readonly Pool[] | undefined;
  readonly rules: readonly CrushRule[] | undefined;
  readonly tree: Tree;
}): readonly HurtPool[] {
  const totals = new Map(status?.placementGroups?.map(({ poolName, total }) => [poolName, total]));
  const applications = new Map(pools.map(({ name, application = '' }) => [name, application]));
  const hurt = (name: string, blocked: number, slowBy?: Cause): HurtPool => ({
    name,
    application: applications.get(name) ?? '',
    blocked,
    total: totals.get(name),
    slowBy,
  });
  const { impact, causes = [] } = diagnosis ?? {};
  const blocked = (impact?.pools ?? []).map(({ name, blockedPgs }) => hurt(name, blockedPgs));
  const slow = new Map<string, HurtPool>();
  for (const cause of causes) {
    if (!SLOW.has(cause.kind) || cause.confidence === 'unknown') continue;
    for (const { id } of osdsOf(cause, tree)) {
      for (const { name = '', application } of poolsOn(id, { tree, pools, rules })) {
        // The managers' own pool has no clients.
        if (application === 'mgr') continue;
        if (!slow.has(name) && !blocked.some((one) => one.name === name))
          slow.set(name, hurt(name, 0, cause));
      }
    }
  }
  const busiest = new Map(
    pools.map(({ name = '', stats }) => [name, (stats?.readIops ?? 0) + (stats?.writeIops ?? 0)]),
  );
  return [
    ...blocked.toSorted((a, b) => shareOf(b) - shareOf(a) || b.blocked - a.blocked),
    ...[...slow.values()].toSorted((a, b) => (busiest.get(b.name) ?? 0) - (busiest.get(a.name) ?? 0)),
  ];
}

/** The share of a pool's placement groups that serve nobody, 0 to 1; 0 where it is not known how many there are. */
export const shareOf = ({ blocked, total }: Pick<HurtPool, 'blocked' | 'total'>): number =>
  total === undefined || total === 0 ? 0 : Math.min(1, blocked / total);
