import type { KeptContent } from '../content/content.ts';
import type { Keep } from '../kept/keep.ts';
import { absolutePath } from './entry.ts';
import {
  attach,
  detach,
  newDirectory,
  newFile,
  newSymlink,
  nodesBelow,
  upwards,
  type Directory,
  type FileTree,
  type Node,
  type NodeIds,
  type Quota,
} from './tree.ts';

/** A node as it is kept, with the id of its directory; null for one that was there from the beginning and is gone. */
type KeptNode =
  | ({ readonly parent: string } & Pick<Node, 'name' | 'uid' | 'gid' | 'mode' | 'modifiedAt'> &
      (
        | { readonly type: 'DIR'; readonly pool?: string | undefined; readonly quota: Quota }
        | { readonly type: 'FILE'; readonly pool: string; readonly content: KeptContent }
        | { readonly type: 'SYMLINK'; readonly target: string }
      ))
  | null;

const SECTION = 'files';

/** Names what is there from the beginning. */
export function nameSeeds(root: Directory): NodeIds {
  return { of: new Map(Array.from(nodesBelow(root), (node) => [node, absolutePath(node)])), last: 0 };
}

const isSeed = (id: string): boolean => id.startsWith('/');

function idOf({ ids }: FileTree, node: Node): string {
  const known = ids.of.get(node);
  if (known !== undefined) return known;
  const id = `#${++ids.last}`;
  ids.of.set(node, id);
  return id;
}

/** Keeps a node of the tree as it is now, without what is in it. */
export function saveNode(tree: FileTree, node: Node): void {
  const { name, parent, uid, gid, mode, modifiedAt } = node;
  const common = { name, parent: parent === undefined ? '' : idOf(tree, parent), uid, gid, mode, modifiedAt };
  tree.keep.save(SECTION, idOf(tree, node), { ...common, ...ownFields(node) } satisfies KeptNode);
}

function ownFields(node: Node) {
  switch (node.type) {
    case 'DIR':
      return { type: node.type, pool: node.pool, quota: node.quota };
    case 'FILE':
      return { type: node.type, pool: node.pool, content: node.content.kept };
    case 'SYMLINK':
      return { type: node.type, target: node.target };
  }
}

/** Keeps that a node is gone. */
export function saveRemoval(tree: FileTree, node: Node): void {
  const id = idOf(tree, node);
  tree.ids.of.delete(node);
  if (isSeed(id)) tree.keep.save(SECTION, id, null);
  else tree.keep.remove(SECTION, id);
}

/** True when a keep holds anything of a tree. */
export const holdsFiles = (keep: Keep): boolean => keep.load(SECTION).size > 0;

/**
 * Brings a tree that holds what is there from the beginning to what was kept of it.
 * @throws Error when directories would lie in themselves or nowhere
 */
export function restoreFiles(tree: FileTree, keep: Keep): void {
  const nodes = new Map(Array.from(tree.ids.of, ([node, id]) => [id, node]));
  const places: [node: Node, parent: string][] = [];
  for (const [id, value] of keep.load(SECTION)) {
    const kept = value as KeptNode;
    const before = nodes.get(id);
    if (before !== undefined) detach(before);
    if (kept === null) {
      nodes.delete(id);
      if (before !== undefined) tree.ids.of.delete(before);
      continue;
    }
    const node = restoreNode(tree, before, kept);
    if (before !== undefined) tree.ids.of.delete(before);
    tree.ids.of.set(node, id);
    nodes.set(id, node);
    if (!isSeed(id)) tree.ids.last = Math.max(tree.ids.last, Number(id.slice(1)));
    if (kept.parent !== '') places.push([node, kept.parent]);
  }
  for (const [node, parent] of places) {
    const directory = nodes.get(parent);
    if (directory?.type !== 'DIR') throw new Error(`${node.name} lies in ${parent}, which is no directory`);
    if ([...upwards(directory)].some((up) => up === node)) throw new Error(`${node.name} lies in itself`);
    attach(directory, node);
  }
}

function restoreNode(tree: FileTree, before: Node | undefined, kept: NonNullable<KeptNode>): Node {
  const { name, uid, gid, mode, modifiedAt } = kept;
  const attributes = { name, uid, gid, mode, modifiedAt };
  switch (kept.type) {
    case 'DIR': {
      const { pool, quota } = kept;
      // What is in it stays in it.
      const directory = before?.type === 'DIR' ? before : newDirectory(attributes);
      return Object.assign(directory, attributes, { pool, quota });
    }
    case 'FILE': {
      const content = tree.contents.restore(kept.content);
      tree.contents.hold(content);
      return newFile(attributes, content, kept.pool);
    }
    case 'SYMLINK':
      return newSymlink(attributes, kept.target);
  }
}
