import type { Input } from '../api/contract/index.ts';

export type WantedMap = Input<'changeCrushMap'>['body'];
export type WantedNode = WantedMap['nodes'][number];

/** A node of the present or the requested CRUSH hierarchy. OSDs have ids from 0, buckets have negative ids. */
export interface HierarchyNode {
  readonly id: number;
  readonly name: string;
  /** In lower case, as in Ceph. */
  readonly type: string;
  readonly children: readonly number[];
  /** Empty for buckets, and for OSDs without a device class. */
  readonly deviceClass: string;
  readonly reweight: number;
}

/** A hierarchy by node id. Strays are OSDs outside of it. */
export interface Hierarchy {
  readonly nodes: ReadonlyMap<number, HierarchyNode>;
  readonly strays: ReadonlySet<number>;
  /** The bucket that contains each node; one of them, if several contain it. */
  readonly parents: ReadonlyMap<number, number>;
}

export function hierarchyOf(
  nodes: readonly HierarchyNode[],
  strays: readonly { readonly id: number }[],
): Hierarchy {
  const parents = new Map<number, number>();
  for (const { id, children } of nodes) for (const child of children) parents.set(child, id);
  const strayIds = new Set(strays.map(({ id }) => id));
  return { nodes: new Map(nodes.map((node) => [node.id, node])), strays: strayIds, parents };
}

/**
 * The hierarchy that a request asks for. Node fields and strays that it leaves out keep their present values. A map
 * request cannot change the size, usage, status, disk or server of a node, so these fields are ignored.
 */
export function wantedHierarchy(wanted: WantedMap, present: Hierarchy): Hierarchy {
  const named = new Set(wanted.nodes.map(({ id }) => id));
  const stray: readonly WantedNode[] =
    wanted.stray ?? [...present.strays].filter((id) => !named.has(id)).map((id) => ({ id }));
  const nodes = [...wanted.nodes, ...stray].map((node) =>
    withPresentValues(node, present.nodes.get(node.id)),
  );
  return hierarchyOf(nodes, stray);
}

function withPresentValues(wanted: WantedNode, present: HierarchyNode | undefined): HierarchyNode {
  const { id } = wanted;
  return {
    id,
    name: wanted.name ?? present?.name ?? '',
    type: present?.type ?? wanted.type?.toLowerCase() ?? '',
    children: wanted.children ?? present?.children ?? [],
    deviceClass: wanted.deviceClass ?? present?.deviceClass ?? '',
    reweight: (id < 0 ? present?.reweight : wanted.reweight) ?? present?.reweight ?? 1,
  };
}
