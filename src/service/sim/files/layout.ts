import { Refusal } from '../../engine.ts';
import { poolOfContent, refuseDataPool } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import type { SimPool } from '../pools/pool.ts';
import { absolutePath } from './entry.ts';
import { saveNode } from './saved.ts';
import { selfAndAncestors, type Directory, type File, type FileTree, type Node } from './tree.ts';

/** The pool of file names and attributes, which holds no file content. */
const METADATA_POOL = 'storefs-metadata';

/** The pools that can hold file content. */
export const dataPools = ({ pools }: Model): SimPool[] =>
  pools.filter(({ application, name }) => application === 'storefs' && name !== METADATA_POOL);

/** The data pool of this name. @throws Refusal 400 when there is none */
export function dataPoolOrRefuse(model: Model, name: string): SimPool {
  const pools = dataPools(model);
  const names = pools.map((candidate) => candidate.name);
  enforce(refuseDataPool(name, names));
  return pools.find((candidate) => candidate.name === name)!;
}

/**
 * The name of the pool for new content: the file's own, or that of the nearest directory that has one. The root
 * always has one.
 */
export function poolOf(node: Node): string {
  if (node.type === 'FILE') return node.pool;
  const own = [...selfAndAncestors(node.type === 'DIR' ? node : node.parent)].find(
    ({ pool }) => pool !== undefined,
  );
  return own?.pool ?? '';
}

/** The pool for new content of a file or directory. @throws Refusal 409 when that pool no longer exists */
export function poolForFiles(tree: FileTree, node: Directory | File): SimPool {
  const name = poolOf(node);
  const pool = dataPools(tree.model).find((candidate) => candidate.name === name);
  if (pool === undefined) {
    throw new Refusal(
      409,
      `${JSON.stringify(absolutePath(node))} stores its files in the pool ${JSON.stringify(name)}, which no longer exists: set another layout`,
    );
  }
  return pool;
}

/**
 * Sets the pool for new content; existing content stays where it is. @throws Refusal 400; 409 for a file that has
 * content
 */
export function setLayout(tree: FileTree, node: Node, pool: string): void {
  const { name } = dataPoolOrRefuse(tree.model, pool);
  if (node.type === 'FILE' && node.content.size > 0) {
    throw refusal(poolOfContent(absolutePath(node)));
  }
  if (node.type === 'SYMLINK') return;
  node.pool = name;
  saveNode(tree, node);
}
