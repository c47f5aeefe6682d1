import { Refusal } from '../../engine.ts';
import {
  alreadyThere,
  noDirectory,
  noEntry,
  notADirectory,
  quotedPath,
  refuseRoot,
  refuseSnapshots,
  throughFile,
  tooManyLinks,
} from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Directory, FileTree, Node } from './tree.ts';

/** Maximum number of symbolic links that are followed on one path (MAXSYMLINKS of Linux). */
const MAX_LINKS = 40;

/**
 * The node at a path, or undefined if there is none. Symbolic links in directories of the path are followed.
 * @param last tells whether a symbolic link at the end of the path is followed
 * @throws Refusal 409 for a path that leads through a file, or through too many links
 */
export function find({ root }: FileTree, path: Path, last: 'follow' | 'keep'): Node | undefined {
  const rest = path.toReversed();
  let node: Node = root;
  let links = 0;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (node.type !== 'DIR') throw refusal(throughFile(pathText(path)));
    const child: Node | undefined = name === '..' ? (node.parent ?? node) : node.children.get(name);
    if (child === undefined) return undefined;
    if (child.type !== 'SYMLINK' || (rest.length === 0 && last === 'keep')) {
      node = child;
      continue;
    }
    if (++links > MAX_LINKS) throw refusal(tooManyLinks(pathText(path)));
    if (child.target.startsWith('/')) node = root;
    rest.push(
      ...child.target
        .split('/')
        .filter((step) => step !== '' && step !== '.')
        .toReversed(),
    );
  }
  return node;
}

/** The node at the path. @throws Refusal 404 or 409 */
export function findOrRefuse(tree: FileTree, path: Path, last: 'follow' | 'keep' = 'follow'): Node {
  const node = find(tree, path, last);
  if (node !== undefined) return node;
  // The link exists, but its target does not.
  const dangling = last === 'follow' && find(tree, path, 'keep') !== undefined;
  throw dangling
    ? new Refusal(404, `${quotedPath(pathText(path))} is a broken symbolic link`)
    : refusal(noEntry(pathText(path)));
}

/** The directory at the path. @throws Refusal 404; 409 for anything but a directory */
export function directoryOrRefuse(tree: FileTree, path: Path): Directory {
  const node = findOrRefuse(tree, path);
  if (node.type !== 'DIR') throw refusal(notADirectory(pathText(path)));
  return node;
}

/** The location of a node: a directory and a name in it. */
export interface NodeLocation {
  readonly directory: Directory;
  readonly name: string;
}

/** The location for a new node. @throws Refusal 400, 404 or 409 */
export function locationOrRefuse(tree: FileTree, path: Path): NodeLocation {
  enforce(refuseSnapshots(path) ?? refuseRoot(path));
  const name = path.at(-1) ?? '';
  const directory = find(tree, path.slice(0, -1), 'follow');
  if (directory === undefined) throw refusal(noDirectory(pathText(path.slice(0, -1))));
  if (directory.type !== 'DIR') throw refusal(notADirectory(pathText(path.slice(0, -1))));
  return { directory, name };
}

/** The location for a new node, which must be free. @throws Refusal 400, 404 or 409 */
export function freeLocationOrRefuse(tree: FileTree, path: Path): NodeLocation {
  const location = locationOrRefuse(tree, path);
  if (location.directory.children.has(location.name)) throw refusal(alreadyThere(pathText(path)));
  return location;
}
