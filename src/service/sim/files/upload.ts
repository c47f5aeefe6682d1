import type { Upload } from '../../../api/operation.ts';
import { uploadOntoDirectory } from '../../rules/files.ts';
import { refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import { radosObjects, requireRoom } from '../content/pools.ts';
import { presentTime } from '../model/model.ts';
import { poolForFiles } from './layout.ts';
import { checkQuotas } from './quota.ts';
import { find, freeLocationOrRefuse, type NodeLocation } from './read.ts';
import { newFile, type File, type FileTree } from './tree.ts';
import { addNode, overwrite, requireCapacity } from './write.ts';

/** The file to be replaced, or the location of a new one. @throws Refusal 400, 404 or 409 */
function targetOrRefuse(tree: FileTree, path: Path): File | NodeLocation {
  const node = find(tree, path, 'follow');
  if (node === undefined) return freeLocationOrRefuse(tree, path);
  if (node.type !== 'FILE') throw refusal(uploadOntoDirectory(pathText(path)));
  return node;
}

/** Checks that a file of this size can be stored. @throws Refusal 409, 413 or 503 */
function requireSpace(tree: FileTree, target: File | NodeLocation, size: number): void {
  if ('directory' in target) {
    requireCapacity(tree, 1);
    checkQuotas(target.directory, { bytes: size, files: 1, subdirs: 0 });
    requireRoom(tree.model, poolForFiles(tree, target.directory), size);
  } else {
    const more = size - target.content.size;
    checkQuotas(target.parent!, { bytes: more, files: 0, subdirs: 0 });
    const objects = radosObjects(size) - radosObjects(target.content.size);
    requireRoom(tree.model, poolForFiles(tree, target), more, objects);
  }
}

/**
 * Stores an upload as a file once it is complete; until then nothing changes. A file that is replaced keeps its
 * owner, mode and pool.
 * @throws Refusal 400, 404, 409, 413 or 503
 */
export async function uploadFile(
  tree: FileTree,
  path: Path,
  file: Upload,
  signal: AbortSignal,
): Promise<void> {
  requireSpace(tree, targetOrRefuse(tree, path), 0);
  await tree.contents.receive(
    file.content,
    (received) => {
      signal.throwIfAborted();
      requireSpace(tree, targetOrRefuse(tree, path), received);
    },
    (content) => {
      signal.throwIfAborted();
      const target = targetOrRefuse(tree, path);
      requireSpace(tree, target, content.size);
      if ('directory' in target) {
        const { directory, name } = target;
        const { name: pool } = poolForFiles(tree, directory);
        addNode(tree, directory, newFile({ name, modifiedAt: presentTime(tree.model) }, content, pool));
      } else overwrite(tree, target, content);
    },
  );
}
