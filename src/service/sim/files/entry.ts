import type { FileEntry } from '../../../api/contract/storefs.ts';
import { toNotation } from '../../values/mode.ts';
import { compareUtf8 } from '../../values/order.ts';
import { pathText } from '../../values/path.ts';
import { selfAndAncestors, weightOf, type Directory, type Node } from './tree.ts';

/** The path of a node, without symbolic links. */
export const absolutePath = (node: Node): string =>
  pathText(
    [node, ...selfAndAncestors(node.parent)]
      .toReversed()
      .slice(1)
      .map(({ name }) => name),
  );

/** The nodes in a directory, sorted by name. */
export const sortedChildren = ({ children }: Directory): Node[] =>
  [...children.values()].sort((one, other) => compareUtf8(one.name, other.name));

/**
 * A node as the interface shows it. The size of a directory is that of everything in it, as in Ceph
 * (client_dirsize_rbytes).
 * @param path its name in the listing
 * @param fullPath the path under which it was found
 */
export function toEntry(node: Node, path: string, fullPath: string): FileEntry {
  const { type, uid, gid, mode, modifiedAt } = node;
  return {
    path,
    fullPath,
    lastModified: Math.floor(modifiedAt / 1000),
    uid,
    gid,
    size: type === 'SYMLINK' ? Buffer.byteLength(node.target) : weightOf(node).bytes,
    mode: toNotation(mode),
    type,
    ...(type === 'DIR' && {
      dirBytes: node.sums.bytes,
      dirFiles: node.sums.files,
      dirSubdirs: node.sums.subdirs,
    }),
  };
}
