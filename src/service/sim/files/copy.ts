import { plainBytes as inUnits } from '../../../lib/format.ts';
import { pathText, type Path } from '../../values/path.ts';
import { radosObjects, requireRoom } from '../content/pools.ts';
import { presentTime } from '../model/model.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { poolForFiles } from './layout.ts';
import { checkQuotas } from './quota.ts';
import { findOrRefuse, freeLocationOrRefuse, type NodeLocation } from './read.ts';
import {
  isInTree,
  newDirectory,
  newFile,
  newSymlink,
  nodesBelow,
  ownWeight,
  weightOf,
  type Directory,
  type FileTree,
  type Node,
} from './tree.ts';
import { addNode, requireCapacity, requireOutside } from './write.ts';

/** Bytes that a client copies in a second, and the cost of each file besides its content, in bytes [assumed]. */
const COPIED_PER_SECOND = 400e6;
const COST_PER_FILE = 2e6;
/** Seconds between two log lines about the progress of a copy. */
const PROGRESS_INTERVAL = 5;

/** Checks that an entry can be copied with everything below it. @throws Refusal 400, 404, 409, 413 or 503 */
function planCopy(
  tree: FileTree,
  from: Path,
  to: Path,
): { readonly source: Node; readonly location: NodeLocation } {
  const source = findOrRefuse(tree, from, 'keep');
  const location = freeLocationOrRefuse(tree, to);
  requireOutside(source, location.directory, to);
  const weight = weightOf(source);
  requireCapacity(tree, weight.files + weight.subdirs);
  checkQuotas(location.directory, weight);
  // Each file takes at least one object.
  const objects = Math.max(weight.files, radosObjects(weight.bytes));
  requireRoom(tree.model, poolForFiles(tree, location.directory), weight.bytes, objects);
  return { source, location };
}

/**
 * The task that copies an entry with everything below it to a free path. When it is cancelled, finished copies stay.
 * @throws Refusal 400, 404, 409, 413 or 503; the task checks again when it starts
 */
export function copyJob(tree: FileTree, from: Path, to: Path, startedBy: string): SimJob {
  planCopy(tree, from, to);
  return {
    name: 'Copy files',
    object: `${pathText(from)} to ${pathText(to)}`,
    startedBy,
    *run(): Run {
      const { source, location } = planCopy(tree, from, to);
      const { bytes, files } = weightOf(source);
      const copied = { bytes: 0, files: 0 };
      const progress = () =>
        `${copied.files} of ${files} files copied, ${inUnits(copied.bytes)} of ${inUnits(bytes)}`;
      let due = 0;
      let seconds = 0;
      for (const copy of copies(tree, source, location)) {
        for (due += COST_PER_FILE + copy.bytes; due >= COPIED_PER_SECOND; due -= COPIED_PER_SECOND)
          yield ++seconds % PROGRESS_INTERVAL === 0 ? progress() : undefined;
        copy.make();
        copied.bytes += copy.bytes;
        copied.files += copy.files;
      }
      yield `done: ${progress()}`;
    },
  };
}

interface PlannedCopy {
  readonly bytes: number;
  readonly files: number;
  /** @throws Error when the cluster has changed so that the copy is no longer possible */
  make(): void;
}

/** The copies to be made, each directory before its children. */
function* copies(tree: FileTree, source: Node, location: NodeLocation): Generator<PlannedCopy> {
  const originals = Array.from(nodesBelow(source), (node) => ({
    node,
    parent: node.parent,
    name: node.name,
  }));
  const made = new Map<Directory | undefined, Directory>([[source.parent, location.directory]]);
  for (const { node, parent, name } of originals) {
    const directory = made.get(parent);
    // An entry that was removed meanwhile is skipped, with everything below it.
    if (directory === undefined || !isInTree(tree, node)) continue;
    const { bytes, files } = ownWeight(node);
    yield {
      bytes,
      files,
      make() {
        if (!isInTree(tree, directory)) throw new Error('the directory that is copied to was removed');
        const copy = copyOf(tree, node, directory, node === source ? location.name : name);
        if (node.type === 'DIR' && copy.type === 'DIR') made.set(node, copy);
      },
    };
  }
}

function copyOf(tree: FileTree, node: Node, directory: Directory, name: string): Node {
  const { uid, gid, mode } = node;
  const attributes = { name, uid, gid, mode, modifiedAt: presentTime(tree.model) };
  if (directory.children.has(name)) throw new Error(`a ${JSON.stringify(name)} was put there meanwhile`);
  checkQuotas(directory, ownWeight(node));
  requireCapacity(tree, 1);
  const copy =
    node.type === 'DIR'
      ? newDirectory(attributes)
      : node.type === 'SYMLINK'
        ? newSymlink(attributes, node.target)
        : newFile(attributes, node.content, poolForFiles(tree, directory).name);
  addNode(tree, directory, copy);
  return copy;
}
