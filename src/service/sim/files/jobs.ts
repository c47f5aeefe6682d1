import { refuseDeletion, refuseSnapshots } from '../../rules/files.ts';
import { enforce } from '../../rules/refused.ts';
import { bytes as inUnits } from '../../../lib/format.ts';
import { radosObjects, requireRoom } from '../content/pools.ts';
import type { Job, Run } from '../tasks/board.ts';
import { addNode, now, removeNode, requireFewer, requireOutside } from './write.ts';
import { findOrRefuse, freePlaceOrRefuse, type Place } from './read.ts';
import { poolForFiles } from './layout.ts';
import { pathText, type Path } from '../../values/path.ts';
import { checkQuotas } from './quota.ts';
import {
  isInTree,
  newDirectory,
  newFile,
  newSymlink,
  nodesBelow,
  ownWeight,
  upwards,
  weightOf,
  type Directory,
  type FileTree,
  type Node,
} from './tree.ts';

/** Files and directories that a metadata server removes in a second [assumed]. */
const REMOVED_PER_SECOND = 1000;
/** Bytes that one walk copies in a second, and what each file costs besides its bytes, as bytes [assumed]. */
const COPIED_PER_SECOND = 400e6;
const COST_OF_FILE = 2e6;
/** Seconds between two lines about how far a copy is. */
const PROGRESS_EVERY = 5;

/**
 * Deletes what is at the paths, with everything below; a symbolic link is deleted itself. Cancelling spares
 * what is not yet deleted.
 * @throws Refusal 400, 404 or 409
 */
export function deleteJob(tree: FileTree, paths: readonly Path[], startedBy: string): Job {
  const chosen = paths.map((path): Located => {
    enforce(refuseDeletion(path) ?? refuseSnapshots(path));
    const node = findOrRefuse(tree, path, 'keep');
    if (node === tree.root) enforce(refuseDeletion([]));
    return { node, parent: node.parent, name: node.name };
  });
  const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return {
    name: 'Delete files',
    object: `${pathText(paths[0] ?? [])}${more}`,
    startedBy,
    *run(): Run {
      let removed = 0;
      for (const place of chosen) {
        for (const _ of removals(tree, place)) {
          if (++removed % REMOVED_PER_SECOND === 0) yield `${removed} files and directories deleted`;
        }
      }
      yield `done: ${removed} files and directories deleted`;
    },
  };
}

/** A node where it was when its deletion was asked for. */
interface Located {
  readonly node: Node;
  readonly parent: Directory | undefined;
  readonly name: string;
}

/** Removes a node and what is below it, one at each turn. What is put there meanwhile is removed, too; what is moved away is not. */
function* removals(tree: FileTree, { node: top, parent, name }: Located): Generator<void> {
  const isThere = () => parent?.children.get(name) === top && isInTree(tree, parent);
  while (isThere()) {
    for (const node of [...nodesBelow(top)].toReversed()) {
      if (!isThere()) return;
      const isBelow = node === top || [...upwards(node.parent)].includes(top as Directory);
      if (!isBelow || (node.type === 'DIR' && node.children.size > 0)) continue;
      removeNode(tree, node);
      yield;
    }
  }
}

/** Looks whether everything at a path can be copied. @throws Refusal 400, 404, 409, 413 or 503 */
function planCopy(tree: FileTree, from: Path, to: Path): { readonly source: Node; readonly place: Place } {
  const source = findOrRefuse(tree, from, 'keep');
  const place = freePlaceOrRefuse(tree, to);
  requireOutside(source, place.directory, to);
  const weight = weightOf(source);
  requireFewer(tree, weight.files + weight.subdirs);
  checkQuotas(place.directory, weight);
  // Each file has an object of its own, however small it is.
  const objects = Math.max(weight.files, radosObjects(weight.bytes));
  requireRoom(tree.model, poolForFiles(tree, place.directory), weight.bytes, objects);
  return { source, place };
}

/**
 * Copies what is at a path, with everything below, to a path where nothing is. Cancelling leaves what was
 * copied so far.
 * @throws Refusal 400, 404, 409, 413 or 503; the job looks once more when it begins
 */
export function copyJob(tree: FileTree, from: Path, to: Path, startedBy: string): Job {
  planCopy(tree, from, to);
  return {
    name: 'Copy files',
    object: `${pathText(from)} to ${pathText(to)}`,
    startedBy,
    *run(): Run {
      const { source, place } = planCopy(tree, from, to);
      const { bytes, files } = weightOf(source);
      const copied = { bytes: 0, files: 0 };
      const progress = () =>
        `${copied.files} of ${files} files copied, ${inUnits(copied.bytes)} of ${inUnits(bytes)}`;
      let due = 0;
      let seconds = 0;
      for (const copy of copies(tree, source, place)) {
        for (due += COST_OF_FILE + copy.bytes; due >= COPIED_PER_SECOND; due -= COPIED_PER_SECOND)
          yield ++seconds % PROGRESS_EVERY === 0 ? progress() : undefined;
        copy.make();
        copied.bytes += copy.bytes;
        copied.files += copy.files;
      }
      yield `done: ${progress()}`;
    },
  };
}

interface Copy {
  readonly bytes: number;
  readonly files: number;
  /** @throws Error when the cluster has changed so that it is not possible any more */
  make(): void;
}

/** The copies that have to be made, each directory before what is in it. */
function* copies(tree: FileTree, source: Node, place: Place): Generator<Copy> {
  const originals = Array.from(nodesBelow(source), (node) => ({
    node,
    parent: node.parent,
    name: node.name,
  }));
  const made = new Map<Directory | undefined, Directory>([[source.parent, place.directory]]);
  for (const { node, parent, name } of originals) {
    const directory = made.get(parent);
    // What has been removed meanwhile, and what was in it, is left out.
    if (directory === undefined || !isInTree(tree, node)) continue;
    const { bytes, files } = ownWeight(node);
    yield {
      bytes,
      files,
      make() {
        if (!isInTree(tree, directory)) throw new Error('the directory that is copied to was removed');
        const copy = copyOf(tree, node, directory, node === source ? place.name : name);
        if (node.type === 'DIR' && copy.type === 'DIR') made.set(node, copy);
      },
    };
  }
}

function copyOf(tree: FileTree, node: Node, directory: Directory, name: string): Node {
  const { uid, gid, mode } = node;
  const attributes = { name, uid, gid, mode, modifiedAt: now(tree) };
  if (directory.children.has(name)) throw new Error(`a ${JSON.stringify(name)} was put there meanwhile`);
  checkQuotas(directory, ownWeight(node));
  requireFewer(tree, 1);
  const copy =
    node.type === 'DIR'
      ? newDirectory(attributes)
      : node.type === 'SYMLINK'
        ? newSymlink(attributes, node.target)
        : newFile(attributes, node.content, poolForFiles(tree, directory).name);
  addNode(tree, directory, copy);
  return copy;
}
