import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { share, sum } from '../../lib/untyped.ts';
import { worstOf, worseOf, type Level } from './level.ts';
import { memoizeByLists, type OsdLists } from './listMemo.ts';
import {
  fillRatios,
  type FillRatios,
  type FillState,
  fillState,
  fillStateOf,
  isIn,
  isOsd,
  isUpAndIn,
  judgeOsd,
} from './node.ts';

/** The numbers of OSDs at and below a node. */
export interface OsdCount {
  readonly total: number;
  readonly up: number;
  readonly down: number;
  /** Down but still in, which is dangerous: copies are missing and are not being recovered yet. */
  readonly downIn: number;
  readonly out: number;
  readonly destroyed: number;
}

/** A node of the CRUSH map, with the totals of its subtree. */
export interface TreeNode {
  readonly id: number;
  readonly name: string;
  /** OSD, HOST, RACK, ... ROOT, or a newer value. */
  readonly type: string;
  /** UP, DOWN, DESTROYED, UNKNOWN or a newer value; empty if there is none. */
  readonly status: string;
  readonly deviceClass: string;
  /** Bytes; for a bucket its own figure, or else the sum over its children. */
  readonly size: number | undefined;
  readonly used: number | undefined;
  /** Bytes on the OSDs of the subtree that are up and in; undefined if there are none. */
  readonly space: { readonly size: number | undefined; readonly used: number | undefined };
  /** The used share of that space, 0 to 1; for an OSD its own usage, even if it is down or out. */
  readonly usedShare: number | undefined;
  /** The state of an OSD's usage (`fillStateOf`); that of a bucket is that of an OSD as full as the bucket. */
  readonly fill: FillState | undefined;
  readonly reweight: number | undefined;
  readonly diskId: number | undefined;
  readonly serverId: number | undefined;
  readonly osds: OsdCount;
  /** The worst level in the subtree. */
  readonly level: Level;
  readonly children: readonly TreeNode[];
  readonly parentId: number | undefined;
  /** The ids of children that are missing from the map, or are already elsewhere in the tree. */
  readonly lost: readonly number[];
  /** True if the service reports the node as outside the hierarchy. */
  readonly stray: boolean;
  /** The unchanged answer. */
  readonly node: CrushNode;
}

/** The CRUSH map as a tree, including nodes outside the hierarchy, which are marked `stray`. */
export interface Tree {
  readonly roots: readonly TreeNode[];
  readonly byId: ReadonlyMap<number, TreeNode>;
}

/**
 * The maximum depth of the tree. Ceph's bucket types make eleven levels; deeper nodes of a hostile map are left out.
 */
const MAX_DEPTH = 32;

/**
 * Builds the tree of a CRUSH map, with problems, usage and OSD counts aggregated from the leaves up. A node has only
 * one parent, the first that claims it, so cycles and duplicate parents are harmless; missing children are listed as
 * `lost`.
 */
export const buildTree = (crush: CrushMap | undefined): Tree => crushTree.of({ crush });

/** The memoized tree of a CRUSH map. */
export const crushTree = memoizeByLists(treeOf);

function* treeOf({ crush: map }: OsdLists): Chunked<Tree> {
  const ratios = fillRatios(map);
  const nodes = new Map<number, CrushNode>();
  const strays = map?.stray ?? [];
  for (const node of [...(map?.nodes ?? []), ...strays]) {
    const id = node.id;
    if (id !== undefined && !nodes.has(id)) nodes.set(id, node);
  }
  if (nodes.size > CHUNK_ROWS) yield;
  const strayIds = new Set(strays.map((node) => node.id));
  const byId = new Map<number, TreeNode>();
  // Nodes that are in the tree or whose subtree is being built, before they are in `byId`.
  const claimed = new Set<number>();

  function* build(id: number, parentId: number | undefined, depth: number): Chunked<TreeNode> {
    claimed.add(id);
    const node = nodes.get(id)!;
    const children: TreeNode[] = [];
    const lost: number[] = [];
    for (const childId of childIds(node)) {
      if (!nodes.has(childId) || claimed.has(childId) || depth >= MAX_DEPTH) lost.push(childId);
      else children.push(yield* build(childId, id, depth + 1));
    }
    const built = treeNode(id, node, ratios, {
      parentId,
      children: children.length > 0 ? children : NONE,
      lost: lost.length > 0 ? lost : NONE,
      stray: strayIds.has(id),
    });
    byId.set(id, built);
    if (byId.size % CHUNK_ROWS === 0) yield;
    return built;
  }

  const allChildren = new Set<number>();
  for (const node of nodes.values()) for (const child of childIds(node)) allChildren.add(child);
  if (nodes.size > CHUNK_ROWS) yield;
  const roots: TreeNode[] = [];
  for (const id of nodes.keys()) if (!allChildren.has(id)) roots.push(yield* build(id, undefined, 0));
  // The remaining nodes are in cycles without a root, so the first node of each cycle becomes one.
  for (const id of nodes.keys()) if (!claimed.has(id)) roots.push(yield* build(id, undefined, 0));
  return { roots, byId };
}

const childIds = (node: CrushNode): readonly number[] => node.children ?? [];

function treeNode(
  id: number,
  node: CrushNode,
  ratios: FillRatios,
  links: Pick<TreeNode, 'children' | 'lost' | 'stray' | 'parentId'>,
): TreeNode {
  const { children } = links;
  const osd = isOsd(node);
  const size = node.size ?? sum(children.map((child) => child.size));
  const used = node.used ?? sum(children.map((child) => child.used));
  const space = spaceOf(node, children);
  const usedShare = osd ? share(used, size) : share(space.used, space.size);
  const fill = osd ? fillStateOf(node, ratios) : fillState(usedShare, ratios);
  const own = osd ? worstOf(judgeOsd(node, fill).map((verdict) => verdict.level)) : 'ok';
  return {
    id,
    name: node.name ?? (osd ? `osd.${id}` : `${id}`),
    type: node.type ?? 'UNKNOWN',
    status: node.status ?? '',
    deviceClass: node.deviceClass ?? '',
    size,
    used,
    space,
    usedShare,
    fill,
    reweight: node.reweight,
    diskId: node.diskId,
    serverId: node.serverId,
    osds: children.reduce((count, child) => add(count, child.osds), osd ? countOsd(node) : NO_OSDS),
    level: children.reduce((level, child) => worseOf(level, child.level), own),
    children,
    parentId: links.parentId,
    lost: links.lost,
    stray: links.stray,
    node,
  };
}

/**
 * The space of an OSD that is up and in, or the sum over the children of a bucket; a bucket without children has its own
 * figures.
 */
function spaceOf(node: CrushNode, children: readonly TreeNode[]): TreeNode['space'] {
  const { size, used } = node;
  if (isOsd(node)) return isUpAndIn(node) ? { size, used } : NO_SPACE;
  if (children.length === 0) return { size, used };
  return {
    size: sum(children.map(({ space }) => space.size)),
    used: sum(children.map(({ space }) => space.used)),
  };
}

const NO_SPACE = { size: undefined, used: undefined };

const NO_OSDS: OsdCount = { total: 0, up: 0, down: 0, downIn: 0, out: 0, destroyed: 0 };
/** The count of one OSD that is up and in; thousands of nodes share this object. */
const ONE_UP_AND_IN: OsdCount = { ...NO_OSDS, total: 1, up: 1 };
/** The empty list of children, which thousands of OSDs share. */
const NONE: readonly never[] = [];

function countOsd(node: CrushNode): OsdCount {
  const down = node.status === 'DOWN';
  const destroyed = node.status === 'DESTROYED';
  if (isUpAndIn(node)) return ONE_UP_AND_IN;
  return {
    total: 1,
    up: Number(node.status === 'UP'),
    down: Number(down),
    downIn: Number(down && isIn(node)),
    out: Number(!isIn(node) && !destroyed),
    destroyed: Number(destroyed),
  };
}

const add = (a: OsdCount, b: OsdCount): OsdCount => ({
  total: a.total + b.total,
  up: a.up + b.up,
  down: a.down + b.down,
  downIn: a.downIn + b.downIn,
  out: a.out + b.out,
  destroyed: a.destroyed + b.destroyed,
});

/** The nodes from the root down to the parent of `id`; empty for a root and for a node that is not in the tree. */
export function ancestors(tree: Tree, id: number): readonly TreeNode[] {
  const path: TreeNode[] = [];
  let parent = parentOf(tree, id);
  while (parent !== undefined) {
    path.unshift(parent);
    parent = parentOf(tree, parent.id);
  }
  return path;
}

const parentOf = (tree: Tree, id: number): TreeNode | undefined => {
  const parentId = tree.byId.get(id)?.parentId;
  return parentId === undefined ? undefined : tree.byId.get(parentId);
};

/** All nodes of a subtree, including its top node. */
export function* below(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children) yield* below(child);
}
