import { refuseDeletion, refuseSnapshots } from '../../rules/files.ts';
import { enforce } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { findOrRefuse } from './read.ts';
import { isInTree, nodesBelow, selfAndAncestors, type Directory, type FileTree, type Node } from './tree.ts';
import { removeNode } from './write.ts';

/** Files and directories that a metadata server removes in a second [assumed]. */
const REMOVED_PER_SECOND = 1000;

/**
 * The task that deletes the entries at the paths with everything below them. It deletes a symbolic link, not its
 * target. When it is cancelled, the rest stays.
 * @throws Refusal 400, 404 or 409
 */
export function deletionJob(tree: FileTree, paths: readonly Path[], startedBy: string): SimJob {
  const chosen = paths.map((path): Located => {
    enforce(refuseDeletion(path) ?? refuseSnapshots(path));
    const node = findOrRefuse(tree, path, 'keep');
    return { node, parent: node.parent, name: node.name };
  });
  const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return {
    name: 'Delete files',
    object: `${pathText(paths[0] ?? [])}${more}`,
    startedBy,
    *run(): Run {
      let removed = 0;
      for (const entry of chosen) {
        for (const _ of removals(tree, entry)) {
          if (++removed % REMOVED_PER_SECOND === 0) yield `${removed} files and directories deleted`;
        }
      }
      yield `done: ${removed} files and directories deleted`;
    },
  };
}

/** A node, and its location when its deletion was requested. */
interface Located {
  readonly node: Node;
  readonly parent: Directory | undefined;
  readonly name: string;
}

/**
 * Removes a node and everything below it, one node at a time. Nodes that are added meanwhile are removed, too; nodes
 * that are moved away are not.
 */
function* removals(tree: FileTree, { node: top, parent, name }: Located): Generator<void> {
  const isThere = () => parent?.children.get(name) === top && isInTree(tree, parent);
  while (isThere()) {
    for (const node of [...nodesBelow(top)].toReversed()) {
      if (!isThere()) return;
      const isBelow = node === top || [...selfAndAncestors(node.parent)].includes(top as Directory);
      if (!isBelow || (node.type === 'DIR' && node.children.size > 0)) continue;
      removeNode(tree, node);
      yield;
    }
  }
}
