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
