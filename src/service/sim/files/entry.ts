import type { FileEntry } from '../../../api/contract/storefs.ts';
import { toNotation } from '../../values/mode.ts';
import { compareUtf8 } from '../../values/order.ts';
import { pathText } from '../../values/path.ts';
import { selfAndAncestors, weightOf, type Directory, type Node } from './tree.ts';

/** The path of a node, without any symbolic link. */
export const absolutePath = (node: Node): string =>
  pathText(
    [node, ...selfAndAncestors(node.parent)]
      .toReversed()
      .slice(1)
      .map(({ name }) => name),
  );

/** The nodes in a directory, in the order of their names. */
export const sortedChildren = ({ children }: Directory): Node[] =>
  [...children.values()].sort((one, other) => compareUtf8(one.name, other.name));

/**
 * A node as the interface shows it. A directory's size is that of everything in it, as Ceph shows it
 * (client_dirsize_rbytes).
 * @param path its name in the listing
 * @param fullPath the path that leads to it
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
