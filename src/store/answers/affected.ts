import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { traitsOf } from '../../diagnosis/kinds.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';
import { poolsOn } from './reach.ts';
import { below, type Tree, type TreeNode } from './tree.ts';

/** A pool whose clients wait, or may wait. */
export interface AffectedPool {
  readonly name: string;
  /** `rbd`, `rgw`, `storefs` or another; empty if it is unknown. */
  readonly application: string;
  /** The number of placement groups that cannot serve I/O. */
  readonly blocked: number;
  /** The number of all its placement groups. */
  readonly total: number | undefined;
  /** For a pool without blocked groups: the cause that may slow it down, because its rule can place data there. */
  readonly slowBy: Cause | undefined;
}

/** The maximum number of OSDs of a cause that are examined. */
const MAX_OSDS = 20;

/** The data that tells which pools are on an OSD. */
interface PlacedPools {
  readonly tree: Tree;
  readonly pools: readonly Pool[];
  readonly rules: readonly CrushRule[];
}

/** The OSDs that a cause names, one for each host and device class, since these have the same pools. */
function osdsOf({ objects }: Cause, { byId }: Tree): readonly TreeNode[] {
  const named = new Set(objects);
  const osds = byId
    .values()
    .filter(({ name }) => named.has(name))
    .flatMap(below);
  return alikeOnce(osds).slice(0, MAX_OSDS);
}

/** One OSD of each host and device class among these nodes. */
function alikeOnce(nodes: Iterable<TreeNode>): readonly TreeNode[] {
  const osds = [...nodes]
    .filter(({ type }) => type === 'OSD')
    .map((osd) => [`${osd.parentId} ${osd.deviceClass}`, osd] as const);
  return [...new Map(osds).values()];
}

/** The pools that a cause may slow down: those on the OSDs that it names, or on OSDs of the pools that it names. */
function poolsSlowedBy(cause: Cause, placement: PlacedPools): readonly Pool[] {
  const { pools, tree } = placement;
  const isNamed = ({ name }: Pool) =>
    traitsOf(cause.kind).names?.includes('pool') && cause.objects.includes(name ?? '');
  if (!pools.some(isNamed)) return osdsOf(cause, tree).flatMap(({ id }) => poolsOn(id, placement));
  const together = alikeOnce(tree.byId.values()).map(({ id }) => poolsOn(id, placement));
  return together
    .filter((some) => some.some(isNamed))
    .slice(0, MAX_OSDS)
    .flat();
}

/**
 * The pools whose clients wait: first those with blocked groups, by their share, then those that may be slow, busiest
 * first.
 */
export function selectAffectedPools({
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
}): readonly AffectedPool[] {
  const blockedPools = diagnosis?.impact?.pools ?? [];
  const slowing =
    diagnosis?.causes.filter(
      ({ kind, confidence, isOver }) => traitsOf(kind).delays === true && confidence !== 'unknown' && !isOver,
    ) ?? [];
  if (blockedPools.length === 0 && slowing.length === 0) return [];
  const totals = new Map(status?.placementGroups?.map(({ poolName, total }) => [poolName, total]));
  const applications = new Map(pools.map(({ name, application = '' }) => [name, application]));
  const affected = (name: string, blocked: number, slowBy?: Cause): AffectedPool => ({
    name,
    application: applications.get(name) ?? '',
    blocked,
    total: totals.get(name),
    slowBy,
  });
  const blocked = blockedPools.map(({ name, blockedPgs }) => affected(name, blockedPgs));
  const slow = new Map<string, AffectedPool>();
  for (const cause of slowing) {
    for (const { name = '--', application } of poolsSlowedBy(cause, { tree, pools, rules })) {
      // The pool of the managers has no clients.
      if (application === 'mgr') continue;
      if (!slow.has(name) && !blocked.some((one) => one.name === name))
        slow.set(name, affected(name, 0, cause));
    }
  }
  const iops = new Map(
    pools.map(({ name = '', stats }) => [name, (stats?.readIops ?? 0) + (stats?.writeIops ?? 0)]),
  );
  return [
    ...blocked.toSorted((a, b) => shareOf(b) - shareOf(a) || b.blocked - a.blocked),
    ...[...slow.values()].toSorted((a, b) => (iops.get(b.name) ?? 0) - (iops.get(a.name) ?? 0)),
  ];
}

/** The share of a pool's placement groups that are blocked, 0 to 1; 0 if their total is unknown. */
export const shareOf = ({ blocked, total }: Pick<AffectedPool, 'blocked' | 'total'>): number =>
  total === undefined || total === 0 ? 0 : Math.min(1, blocked / total);
