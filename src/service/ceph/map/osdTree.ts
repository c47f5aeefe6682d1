import { memoizeFor } from '../../../lib/memoize.ts';
import { noOsd } from '../../rules/maintenance.ts';
import { refusal } from '../../rules/refused.ts';

/** A node of `ceph osd tree`: a device (id 0 and above) or a bucket (negative id). */
export interface OsdTreeNode {
  readonly id: number;
  readonly name: string;
  /** Name of the CRUSH type, such as `osd`, `host` or `root`. */
  readonly type: string;
  readonly children?: readonly number[];
  /** `up`, `down` or `destroyed`; only devices have one. */
  readonly status?: string;
  readonly device_class?: string;
  readonly reweight?: number;
}

/** The answer of `ceph osd tree`: buckets with their contents, and OSDs outside the CRUSH map. */
export interface OsdTree {
  readonly nodes: readonly OsdTreeNode[];
  readonly stray: readonly OsdTreeNode[];
}

/** True if a node is an OSD: devices have ids from 0 on, buckets have negative ones. */
export const isOsd = (node: OsdTreeNode): boolean => node.id >= 0;
export const isHost = (node: OsdTreeNode): boolean => node.type === 'host';

/** All OSDs, including those outside the CRUSH map. */
export const osdsOf = ({ nodes, stray }: OsdTree): readonly OsdTreeNode[] =>
  [...nodes, ...stray].filter(isOsd);

/** Finds an OSD by its id. @throws Refusal 404 */
export function findOsd(tree: OsdTree, osdId: number): OsdTreeNode {
  const osds = osdsOf(tree);
  const osd = osds.find(({ id }) => id === osdId);
  if (!osd) throw refusal(noOsd(osdId, osds.length));
  return osd;
}

/** The running OSD with the lowest id, which is asked for settings that all OSDs share. */
export const firstRunning = (tree: OsdTree): OsdTreeNode | undefined =>
  osdsOf(tree)
    .filter(({ status }) => status === 'up')
    .toSorted((a, b) => a.id - b.id)[0];

/** The name of the bucket that contains a host, by the name of the host. */
export const racksOfHosts = memoizeFor((tree: OsdTree): ReadonlyMap<string, string> => {
  const hosts = new Map(tree.nodes.filter(isHost).map(({ id, name }) => [id, name]));
  return new Map(
    tree.nodes.flatMap(({ name, children = [] }) =>
      children.flatMap((id) => {
        const host = hosts.get(id);
        return host === undefined ? [] : [[host, name] as const];
      }),
    ),
  );
});

/** The host of each node, by the node's id; that of a host is itself. Nodes outside hosts are missing. */
export const hostsOfNodes = memoizeFor((tree: OsdTree): ReadonlyMap<number, OsdTreeNode> => {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const hosts = new Map<number, OsdTreeNode>();
  const enter = (id: number, host: OsdTreeNode) => {
    if (hosts.has(id)) return;
    hosts.set(id, host);
    for (const child of byId.get(id)?.children ?? []) enter(child, host);
  };
  for (const node of tree.nodes) if (isHost(node)) enter(node.id, node);
  return hosts;
});
