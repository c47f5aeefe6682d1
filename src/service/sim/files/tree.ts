import type { Content } from '../content/content.ts';
import type { ContentStore } from '../content/contentStore.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from '../persistence/persistence.ts';

interface NodeFields {
  name: string;
  /** Undefined for the root, and for a removed node. */
  parent: Directory | undefined;
  uid: number;
  gid: number;
  /** Permission bits. */
  mode: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/** Recursive totals of a directory. */
export interface Sums {
  readonly bytes: number;
  /** Files and symbolic links. */
  readonly files: number;
  readonly subdirs: number;
}

/** The limits of a directory; 0 means no limit. */
export interface SimDirectoryQuota {
  readonly maxBytes: number;
  /** Number of files and directories together, as Ceph counts. */
  readonly maxFiles: number;
}

export interface Directory extends NodeFields {
  readonly type: 'DIR';
  readonly children: Map<string, Node>;
  /** Totals of everything below it. */
  sums: Sums;
  /** The pool for new files in it; undefined to inherit it from the parent. */
  pool: string | undefined;
  quota: SimDirectoryQuota;
}

export interface File extends NodeFields {
  readonly type: 'FILE';
  content: Content;
  /** Name of the pool of its content. */
  pool: string;
}

export interface Symlink extends NodeFields {
  readonly type: 'SYMLINK';
  readonly target: string;
}

export type Node = Directory | File | Symlink;

/** The keys under which nodes are saved: the path of a seeded node, or a number. */
export interface NodeIds {
  readonly of: Map<Node, string>;
  /** The last number assigned. */
  last: number;
}

/** The filesystem of the cluster. */
export interface FileTree {
  readonly root: Directory;
  readonly contents: ContentStore;
  readonly model: Model;
  readonly persistence: Persistence;
  readonly ids: NodeIds;
}

const NO_QUOTA: SimDirectoryQuota = { maxBytes: 0, maxFiles: 0 };

const UNATTACHED = { parent: undefined, uid: 0, gid: 0 } as const;

type Attributes = Pick<NodeFields, 'name' | 'modifiedAt'> & Partial<Pick<NodeFields, 'uid' | 'gid' | 'mode'>>;

/** Creates a node that is in no directory yet. It belongs to root unless another owner is given. */
export const newDirectory = (attributes: Attributes): Directory => ({
  type: 'DIR',
  ...UNATTACHED,
  mode: 0o755,
  children: new Map(),
  sums: { bytes: 0, files: 0, subdirs: 0 },
  pool: undefined,
  quota: NO_QUOTA,
  ...attributes,
});

export const newFile = (attributes: Attributes, content: Content, pool: string): File => ({
  type: 'FILE',
  ...UNATTACHED,
  mode: 0o644,
  content,
  pool,
  ...attributes,
});

export const newSymlink = (attributes: Attributes, target: string): Symlink => ({
  type: 'SYMLINK',
  ...UNATTACHED,
  mode: 0o777,
  target,
  ...attributes,
});

/** The amounts that a node adds to the totals of every directory above it. */
export function weightOf(node: Node): Sums {
  if (node.type === 'DIR') return { ...node.sums, subdirs: node.sums.subdirs + 1 };
  return { bytes: node.type === 'FILE' ? node.content.size : 0, files: 1, subdirs: 0 };
}

/** The amounts of a node by itself: a directory counts as one, without what is in it. */
export const ownWeight = (node: Node): Sums =>
  node.type === 'DIR' ? { bytes: 0, files: 0, subdirs: 1 } : weightOf(node);

/** Puts a node that is in no directory into one that has no entry of this name. */
export function attach(directory: Directory, node: Node): void {
  node.parent = directory;
  directory.children.set(node.name, node);
  add(directory, weightOf(node), 1);
}

/** Removes a node from its directory. */
export function detach(node: Node): void {
  const { parent } = node;
  if (parent === undefined) return;
  parent.children.delete(node.name);
  node.parent = undefined;
  add(parent, weightOf(node), -1);
}

/** Replaces the content of a file. */
export function replaceContent(file: File, content: Content): void {
  const more = content.size - file.content.size;
  file.content = content;
  add(file.parent, { bytes: more, files: 0, subdirs: 0 }, 1);
}

function add(lowest: Directory | undefined, { bytes, files, subdirs }: Sums, sign: 1 | -1): void {
  for (const directory of selfAndAncestors(lowest)) {
    const { sums } = directory;
    directory.sums = {
      bytes: sums.bytes + sign * bytes,
      files: sums.files + sign * files,
      subdirs: sums.subdirs + sign * subdirs,
    };
  }
}

/** A directory and all directories above it. */
export function* selfAndAncestors(directory: Directory | undefined): Generator<Directory> {
  for (let up = directory; up !== undefined; up = up.parent) yield up;
}

/** True while the node is part of the tree. */
export function isInTree({ root }: FileTree, node: Node): boolean {
  let top: Node = node;
  while (top.parent !== undefined) top = top.parent;
  return top === root;
}

/** A node and everything below it, each directory before its children. */
export function* nodesBelow(top: Node): Generator<Node> {
  const rest = [top];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    yield node;
    if (node.type === 'DIR') for (const child of [...node.children.values()].toReversed()) rest.push(child);
  }
}
