import type { CrushMap, CrushNode, DestroyedOsds } from '../../../api/contract/crush.ts';
import { NODE_TYPES } from '../../../api/contract/crush.ts';
import { hostsOfNodes, isOsd, type OsdTree, type OsdTreeNode } from '../map/osdTree.ts';

/** A row of `ceph osd df`; all zero for an OSD that has not reported yet. */
export interface OsdUsage {
  readonly id: number;
  /** Size of the disk and the part in use, in KiB. */
  readonly kb: number;
  readonly kb_used: number;
  /** The number of placement groups on this OSD. */
  readonly pgs?: number;
}

interface SpaceUsage {
  readonly size: number;
  readonly used: number;
}

const KIB = 1024;
const known = new Set<string>(NODE_TYPES);

const typeOf = (type: string) => (known.has(type.toUpperCase()) ? type.toUpperCase() : 'UNKNOWN');
const osdStatus = (status = '') =>
  ['UP', 'DOWN', 'DESTROYED'].includes(status.toUpperCase()) ? status.toUpperCase() : 'UNKNOWN';

/** Finds the OSDs below a bucket; a bucket that is its own descendant is visited once. */
function osdsBelow(tree: OsdTree): (node: OsdTreeNode) => readonly OsdTreeNode[] {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const collect = (node: OsdTreeNode, seen: Set<number>): OsdTreeNode[] => {
    if (seen.has(node.id)) return [];
    seen.add(node.id);
    if (isOsd(node)) return [node];
    return (node.children ?? []).flatMap((id) => {
      const child = byId.get(id);
      return child ? collect(child, seen) : [];
    });
  };
  return (node) => collect(node, new Set());
}

/** Derives the status of a bucket, which Ceph does not have: up while any of its OSDs is, unknown while it is empty. */
function bucketStatus(osds: readonly OsdTreeNode[]): string {
  if (osds.length === 0) return 'UNKNOWN';
  return osds.some(({ status }) => status === 'up') ? 'UP' : 'DOWN';
}

function sum(osds: readonly OsdTreeNode[], usage: ReadonlyMap<number, SpaceUsage>): SpaceUsage | undefined {
  const reported = osds.flatMap(({ id }) => usage.get(id) ?? []);
  if (reported.length === 0) return undefined;
  return {
    size: reported.reduce((total, { size }) => total + size, 0),
    used: reported.reduce((total, { used }) => total + used, 0),
  };
}

/**
 * The CRUSH map from `osd tree` and `osd df`. Without usage data (no manager runs) sizes are absent. The id of an OSD's
 * disk is the id of the OSD.
 */
export function crushMap(
  tree: OsdTree,
  usages: readonly OsdUsage[],
  servers: ReadonlyMap<string, number>,
): CrushMap {
  const usage = new Map(
    usages.filter(({ kb }) => kb > 0).map((row) => [row.id, { size: row.kb * KIB, used: row.kb_used * KIB }]),
  );
  const hosts = hostsOfNodes(tree);
  const below = osdsBelow(tree);
  const convert = (node: OsdTreeNode): CrushNode => {
    const osds = below(node);
    const serverId = servers.get(hosts.get(node.id)?.name ?? '');
    return {
      id: node.id,
      name: node.name,
      type: typeOf(node.type),
      status: isOsd(node) ? osdStatus(node.status) : bucketStatus(osds),
      children: [...(node.children ?? [])],
      ...sum(osds, usage),
      ...(serverId === undefined ? {} : { serverId }),
      ...(isOsd(node) ? { diskId: node.id, reweight: node.reweight ?? 1 } : {}),
      ...(node.device_class ? { deviceClass: node.device_class } : {}),
    };
  };
  return { nodes: tree.nodes.map(convert), stray: tree.stray.map(convert) };
}

/** Destroyed OSDs, whose ids a new disk can take over, with the host that they were on. */
export function destroyedOsds(tree: OsdTree): DestroyedOsds {
  const hosts = hostsOfNodes(tree);
  const destroyed = tree.nodes.filter((node) => isOsd(node) && node.status === 'destroyed');
  return { destroyedOsds: destroyed.map(({ id }) => ({ id, host: hosts.get(id)?.name ?? '' })) };
}
