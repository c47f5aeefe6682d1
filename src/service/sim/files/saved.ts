import type { SavedContent } from '../content/content.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { absolutePath } from './entry.ts';
import {
  attach,
  detach,
  newDirectory,
  newFile,
  newSymlink,
  nodesBelow,
  selfAndAncestors,
  type Directory,
  type FileTree,
  type Node,
  type NodeIds,
  type SimDirectoryQuota,
} from './tree.ts';

/** A node as it is saved, with the id of its directory; null for a seeded node that was removed. */
type SavedNode =
  | ({ readonly parent: string } & Pick<Node, 'name' | 'uid' | 'gid' | 'mode' | 'modifiedAt'> &
      (
        | { readonly type: 'DIR'; readonly pool?: string | undefined; readonly quota: SimDirectoryQuota }
        | { readonly type: 'FILE'; readonly pool: string; readonly content: SavedContent }
        | { readonly type: 'SYMLINK'; readonly target: string }
      ))
  | null;

const SECTION = 'files';

/** Assigns each seeded node its id, which is its path. */
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

/** Saves the present state of a node, without a directory's children. */
export function saveNode(tree: FileTree, node: Node): void {
  const { name, parent, uid, gid, mode, modifiedAt } = node;
  const common = { name, parent: parent === undefined ? '' : idOf(tree, parent), uid, gid, mode, modifiedAt };
  tree.persistence.save(SECTION, idOf(tree, node), { ...common, ...ownFields(node) } satisfies SavedNode);
}

function ownFields(node: Node) {
  switch (node.type) {
    case 'DIR':
      return { type: node.type, pool: node.pool, quota: node.quota };
    case 'FILE':
      return { type: node.type, pool: node.pool, content: node.content.saved };
    case 'SYMLINK':
      return { type: node.type, target: node.target };
  }
}

/** Saves that a node was removed. */
export function saveRemoval(tree: FileTree, node: Node): void {
  const id = idOf(tree, node);
  tree.ids.of.delete(node);
  if (isSeed(id)) tree.persistence.save(SECTION, id, null);
  else tree.persistence.remove(SECTION, id);
}

/** True if changes of a file tree were saved. */
export const holdsFiles = (persistence: Persistence): boolean => persistence.load(SECTION).size > 0;

/**
 * Applies the saved changes to a seeded tree.
 * @throws Error when a saved directory is missing or lies in itself
 */
export function restoreFiles(tree: FileTree, persistence: Persistence): void {
  const nodes = new Map(Array.from(tree.ids.of, ([node, id]) => [id, node]));
  const parents: [node: Node, parent: string][] = [];
  for (const [id, value] of persistence.load(SECTION)) {
    const saved = value as SavedNode;
    const previous = nodes.get(id);
    if (previous !== undefined) {
      detach(previous);
      tree.ids.of.delete(previous);
    }
    if (saved === null) {
      nodes.delete(id);
      continue;
    }
    const node = restoreNode(tree, previous, saved);
    tree.ids.of.set(node, id);
    nodes.set(id, node);
    if (!isSeed(id)) tree.ids.last = Math.max(tree.ids.last, Number(id.slice(1)));
    if (saved.parent !== '') parents.push([node, saved.parent]);
  }
  for (const [node, parent] of parents) {
    const directory = nodes.get(parent);
    if (directory?.type !== 'DIR') throw new Error(`${node.name} is in ${parent}, which is not a directory`);
    if ([...selfAndAncestors(directory)].some((up) => up === node))
      throw new Error(`${node.name} contains itself`);
    attach(directory, node);
  }
}

function restoreNode(tree: FileTree, previous: Node | undefined, saved: NonNullable<SavedNode>): Node {
  const { name, uid, gid, mode, modifiedAt } = saved;
  const attributes = { name, uid, gid, mode, modifiedAt };
  switch (saved.type) {
    case 'DIR': {
      const { pool, quota } = saved;
      // A seeded directory keeps its children.
      const directory = previous?.type === 'DIR' ? previous : newDirectory(attributes);
      return Object.assign(directory, attributes, { pool, quota });
    }
    case 'FILE': {
      const content = tree.contents.restore(saved.content);
      tree.contents.hold(content);
      return newFile(attributes, content, saved.pool);
    }
    case 'SYMLINK':
      return newSymlink(attributes, saved.target);
  }
}
