import { noOsd } from '../rules/maintenance.ts';
import { refusal } from '../rules/refused.ts';

/** A node of `ceph osd tree`: a device (id 0 and above) or a bucket (negative id). */
export interface OsdTreeNode {
  readonly id: number;
  readonly name: string;
  /** Name of the CRUSH type, such as `osd`, `host` or `root`. */
  readonly type: string;
  readonly children?: readonly number[];
  /** Of devices: `up`, `down` or `destroyed`. */
  readonly status?: string;
  readonly device_class?: string;
  readonly reweight?: number;
}

/** The answer of `ceph osd tree`: buckets with what is in them, and OSDs that stand in no bucket. */
export interface OsdTree {
  readonly nodes: readonly OsdTreeNode[];
  readonly stray: readonly OsdTreeNode[];
}

/** Devices have ids from zero on, buckets negative ones. */
export const isOsd = (node: OsdTreeNode): boolean => node.id >= 0;
export const isHost = (node: OsdTreeNode): boolean => node.type === 'host';

/** All OSDs, those that stand in no bucket among them. */
export const osdsOf = ({ nodes, stray }: OsdTree): readonly OsdTreeNode[] =>
  [...nodes, ...stray].filter(isOsd);

/** The OSD of that number. @throws Refusal 404 */
export function findOsd(tree: OsdTree, osdId: number): OsdTreeNode {
  const osds = osdsOf(tree);
  const osd = osds.find(({ id }) => id === osdId);
  if (!osd) throw refusal(noOsd(osdId, osds.length));
  return osd;
}

/** The running OSD with the lowest number, which is asked for what all OSDs have alike. */
export const firstRunning = (tree: OsdTree): OsdTreeNode | undefined =>
  osdsOf(tree)
    .filter(({ status }) => status === 'up')
    .toSorted((a, b) => a.id - b.id)[0];

/** For each node the host that it lies in; a host lies in itself. Nodes outside of hosts are absent. */
export function hostsOfNodes(tree: OsdTree): ReadonlyMap<number, OsdTreeNode> {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const hosts = new Map<number, OsdTreeNode>();
  const enter = (id: number, host: OsdTreeNode) => {
    if (hosts.has(id)) return;
    hosts.set(id, host);
    for (const child of byId.get(id)?.children ?? []) enter(child, host);
  };
  for (const node of tree.nodes) if (isHost(node)) enter(node.id, node);
  return hosts;
}
