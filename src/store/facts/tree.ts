import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { share, sum } from '../../lib/untyped.ts';
import { worstOf, worseOf, type Level } from './level.ts';
import { isIn, isOsd, judgeOsd, takesPart } from './node.ts';
import { ofLists, type OsdLists } from './ofLists.ts';

/** OSDs of a node and all below it. */
export interface OsdCount {
  readonly total: number;
  readonly up: number;
  readonly down: number;
  /** Down and still in: the dangerous state, copies are missing and not yet being made again. */
  readonly downIn: number;
  readonly out: number;
  readonly destroyed: number;
}

/** A node of the CRUSH map, with the totals of all below it. */
export interface TreeNode {
  readonly id: number;
  readonly name: string;
  /** OSD, HOST, RACK, ... ROOT, or a newer word. */
  readonly type: string;
  /** UP, DOWN, DESTROYED, UNKNOWN or a newer word; empty where none came. */
  readonly status: string;
  readonly deviceClass: string;
  /** Bytes; of a bucket its own figure, or the sum over its children. */
  readonly size: number | undefined;
  readonly used: number | undefined;
  /** Bytes of the OSDs below it that are up and in; of a bucket without such OSDs not known. */
  readonly room: { readonly size: number | undefined; readonly used: number | undefined };
  /** Share of that room that is used, 0 to 1; of an OSD that is down or out its own, as last told. */
  readonly usedShare: number | undefined;
  readonly reweight: number | undefined;
  readonly diskId: number | undefined;
  readonly serverId: number | undefined;
  readonly osds: OsdCount;
  /** The worst of the node and all below it. */
  readonly level: Level;
  readonly children: readonly TreeNode[];
  readonly parentId: number | undefined;
  /** Ids of children that the map does not describe, or that already hang elsewhere. */
  readonly lost: readonly number[];
  /** Outside the hierarchy, as the service reports it. */
  readonly stray: boolean;
  /** As it came. */
  readonly node: CrushNode;
}

/** The CRUSH map as a tree; what is outside the hierarchy hangs in it too, marked `stray`. */
export interface Tree {
  readonly roots: readonly TreeNode[];
  readonly byId: ReadonlyMap<number, TreeNode>;
}

/** Ceph's bucket types make eleven levels; what hangs deeper in a hostile map is left out. */
const MAX_DEPTH = 32;

/**
 * The CRUSH map as a tree, with problems, use and OSDs rolled up to the parents. Each node hangs in one place
 * only, the first that claims it, so cycles and double parents end; children that are missing are listed.
 */
export const buildTree = (crush: CrushMap | undefined): Tree => crushTree.of({ crush });

/** The trees of CRUSH maps. */
export const crushTree = ofLists(building);

function* building({ crush: map }: OsdLists): Chunked<Tree> {
  const nodes = new Map<number, CrushNode>();
  const strays = map?.stray ?? [];
  for (const node of [...(map?.nodes ?? []), ...strays]) {
    const id = node.id;
    if (id !== undefined && !nodes.has(id)) nodes.set(id, node);
  }
  if (nodes.size > CHUNK_ROWS) yield;
  const strayIds = new Set(strays.map((node) => node.id));
  const byId = new Map<number, TreeNode>();
  // Claimed while their parent is being built, before they are in `byId`.
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
    const built = treeNode(id, node, {
      parentId,
      children: children.length > 0 ? children : NONE,
      lost: lost.length > 0 ? lost : NONE,
      stray: strayIds.has(id),
    });
    byId.set(id, built);
    if (byId.size % CHUNK_ROWS === 0) yield;
    return built;
  }

  const someChild = new Set<number>();
  for (const node of nodes.values()) for (const child of childIds(node)) someChild.add(child);
  if (nodes.size > CHUNK_ROWS) yield;
  const roots: TreeNode[] = [];
  for (const id of nodes.keys()) if (!someChild.has(id)) roots.push(yield* build(id, undefined, 0));
  // What is left are cycles: their first node stands in for the root that they lack.
  for (const id of nodes.keys()) if (!claimed.has(id)) roots.push(yield* build(id, undefined, 0));
  return { roots, byId };
}

const childIds = (node: CrushNode): readonly number[] => node.children ?? [];

function treeNode(
  id: number,
  node: CrushNode,
  place: Pick<TreeNode, 'children' | 'lost' | 'stray' | 'parentId'>,
): TreeNode {
  const { children } = place;
  const osd = isOsd(node);
  const size = node.size ?? sum(children.map((child) => child.size));
  const used = node.used ?? sum(children.map((child) => child.used));
  const room = roomOf(node, children);
  const own = osd ? worstOf(judgeOsd(node).map((verdict) => verdict.level)) : 'ok';
  return {
    id,
    name: node.name ?? (osd ? `osd.${id}` : `${id}`),
    type: node.type ?? 'UNKNOWN',
    status: node.status ?? '',
    deviceClass: node.deviceClass ?? '',
    size,
    used,
    room,
    usedShare: osd ? share(used, size) : share(room.used, room.size),
    reweight: node.reweight,
    diskId: node.diskId,
    serverId: node.serverId,
    osds: children.reduce((count, child) => add(count, child.osds), osd ? countOsd(node) : NO_OSDS),
    level: children.reduce((level, child) => worseOf(level, child.level), own),
    children,
    parentId: place.parentId,
    lost: place.lost,
    stray: place.stray,
    node,
  };
}

/** The room of an OSD that is up and in, or of all such OSDs below a bucket; its own figures where the map names none. */
function roomOf(node: CrushNode, children: readonly TreeNode[]): TreeNode['room'] {
  const { size, used } = node;
  if (isOsd(node)) return takesPart(node) ? { size, used } : NO_ROOM;
  if (children.length === 0) return { size, used };
  return {
    size: sum(children.map(({ room }) => room.size)),
    used: sum(children.map(({ room }) => room.used)),
  };
}

const NO_ROOM = { size: undefined, used: undefined };

const NO_OSDS: OsdCount = { total: 0, up: 0, down: 0, downIn: 0, out: 0, destroyed: 0 };
/** The count of one OSD that is up and in, as nearly all are: thousands of nodes share it. */
const ONE_WELL: OsdCount = { ...NO_OSDS, total: 1, up: 1 };
/** The children of thousands of OSDs. */
const NONE: readonly never[] = [];

function countOsd(node: CrushNode): OsdCount {
  const down = node.status === 'DOWN';
  const destroyed = node.status === 'DESTROYED';
  if (node.status === 'UP' && isIn(node)) return ONE_WELL;
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

/** The nodes from the root down to the parent of `id`; empty for roots and for what is not in the tree. */
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

/** All nodes at or below one. */
export function* below(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children) yield* below(child);
}
