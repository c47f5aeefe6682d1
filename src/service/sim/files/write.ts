import { Refusal } from '../../engine.ts';
import { alreadyThere, insideItself, refuseIds, refuseRoot, refuseSnapshots } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { fromNotation } from '../../values/mode.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Content } from '../content/content.ts';
import { charge } from '../content/pools.ts';
import { presentTime } from '../model/model.ts';
import { savePool } from '../persistence/pools.ts';
import { dataPoolOrRefuse, dataPools } from './layout.ts';
import { checkQuotas } from './quota.ts';
import { find, findOrRefuse, freeLocationOrRefuse, locationOrRefuse } from './read.ts';
import { saveNode, saveRemoval } from './saved.ts';
import {
  attach,
  detach,
  newDirectory,
  replaceContent,
  selfAndAncestors,
  weightOf,
  type Directory,
  type File,
  type FileTree,
  type Node,
} from './tree.ts';

/** Maximum number of files and directories in a simulated cluster, because each takes memory. */
const MAX_ENTRIES = 500_000;

/** @throws Refusal 413 when there would be too many files and directories */
export function requireCapacity({ root }: FileTree, more: number): void {
  if (root.sums.files + root.sums.subdirs + more > MAX_ENTRIES) {
    throw new Refusal(
      413,
      `the simulated cluster keeps ${MAX_ENTRIES} files and directories at most: delete some first`,
    );
  }
}

/** Adds the content of a file to the usage of its pool (`sign` 1) or subtracts it (-1), if the pool exists. */
function account({ model, persistence }: FileTree, { pool: name, content }: File, sign: 1 | -1): void {
  const pool = dataPools(model).find((candidate) => candidate.name === name);
  if (pool === undefined) return;
  charge(pool, content.size, sign);
  savePool(persistence, pool);
}

/** Puts a new node into a directory that has no entry of this name. */
export function addNode(tree: FileTree, directory: Directory, node: Node): void {
  if (node.type === 'FILE') {
    tree.contents.hold(node.content);
    account(tree, node, 1);
  }
  attach(directory, node);
  directory.modifiedAt = presentTime(tree.model);
  saveNode(tree, node);
  saveNode(tree, directory);
}

/** Removes a file, a symbolic link or an empty directory. */
export function removeNode(tree: FileTree, node: Node): void {
  const { parent } = node;
  if (parent !== undefined) parent.modifiedAt = presentTime(tree.model);
  detach(node);
  saveRemoval(tree, node);
  if (parent !== undefined) saveNode(tree, parent);
  if (node.type !== 'FILE') return;
  tree.contents.drop(node.content);
  account(tree, node, -1);
}

/** Replaces the content of a file, in the same pool. */
export function overwrite(tree: FileTree, file: File, content: Content): void {
  tree.contents.hold(content);
  account(tree, file, -1);
  tree.contents.drop(file.content);
  replaceContent(file, content);
  account(tree, file, 1);
  file.modifiedAt = presentTime(tree.model);
  saveNode(tree, file);
}

/**
 * Creates a directory, and missing directories above it.
 * @param pool the pool for new files in it; undefined to inherit it
 * @throws Refusal 400, 409 or 413
 */
export function createDirectories(tree: FileTree, path: Path, pool: string | undefined): void {
  if (pool !== undefined) dataPoolOrRefuse(tree.model, pool);
  if (find(tree, path, 'keep') !== undefined) throw refusal(alreadyThere(pathText(path)));
  let depth = path.length - 1;
  while (find(tree, path.slice(0, depth), 'follow') === undefined) depth--;
  let { directory } = freeLocationOrRefuse(tree, path.slice(0, depth + 1));
  const missing = path.slice(depth);
  enforce(refuseSnapshots(path));
  requireCapacity(tree, missing.length);
  checkQuotas(directory, { bytes: 0, files: 0, subdirs: missing.length });
  for (const name of missing) {
    const made = newDirectory({ name, modifiedAt: presentTime(tree.model) });
    addNode(tree, directory, made);
    directory = made;
  }
  directory.pool = pool;
  saveNode(tree, directory);
}

/** Refuses to put a node into itself. @throws Refusal 400 */
export function requireOutside(node: Node, directory: Directory, path: Path): void {
  if ([...selfAndAncestors(directory)].some((up) => up === node)) throw refusal(insideItself(pathText(path)));
}

/**
 * Checks that a node can be moved.
 * @returns a function that moves it
 * @throws Refusal 400, 404 or 409
 */
function planMove(tree: FileTree, from: Path, to: Path): () => void {
  enforce(refuseSnapshots(from) ?? refuseRoot(from));
  const node = findOrRefuse(tree, from, 'keep');
  const { directory, name } = locationOrRefuse(tree, to);
  if (directory === node.parent && name === node.name) return () => undefined;
  requireOutside(node, directory, to);
  freeLocationOrRefuse(tree, to);
  checkQuotas(directory, weightOf(node), node);
  return () => {
    const oldParent = node.parent!;
    oldParent.modifiedAt = directory.modifiedAt = presentTime(tree.model);
    detach(node);
    node.name = name;
    attach(directory, node);
    for (const changed of [oldParent, directory, node]) saveNode(tree, changed);
  };
}

/**
 * Moves or renames an entry, but does not replace another one. A symbolic link itself is moved, not its target.
 * @throws Refusal 400, 404 or 409
 */
export function move(tree: FileTree, from: Path, to: Path): void {
  planMove(tree, from, to)();
}

/** The changeable attributes of a file or directory. */
export interface SimAttributeChange {
  readonly absolutePath?: Path;
  readonly uid?: number;
  readonly gid?: number;
  /** In the notation of `chmod`. */
  readonly mode?: number;
}

/**
 * Changes the owner, group and mode of the target of a path, and moves the entry itself: either all or nothing.
 * @throws Refusal
 */
export function updateFile(
  tree: FileTree,
  path: Path,
  { absolutePath, uid, gid, mode }: SimAttributeChange,
): void {
  const moveIt = absolutePath === undefined ? undefined : planMove(tree, path, absolutePath);
  enforce(refuseIds(uid, gid));
  const bits = mode === undefined ? undefined : fromNotation(mode);
  if (uid !== undefined || gid !== undefined || bits !== undefined) {
    const node = findOrRefuse(tree, path);
    node.uid = uid ?? node.uid;
    node.gid = gid ?? node.gid;
    node.mode = bits ?? node.mode;
    saveNode(tree, node);
  }
  moveIt?.();
}
