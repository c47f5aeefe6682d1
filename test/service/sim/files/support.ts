import type { FileTree } from '../../../../src/service/sim/files/tree.ts';
import { createStorage } from '../../../../src/service/sim/storage.ts';
import type { StorageBench } from '../storage.ts';
import { calmModel } from '../support.ts';

/** The initial file tree of a cluster. */
export function initialTree(): FileTree {
  const model = calmModel();
  return createStorage(model, model.timeOf(0)).fileTree();
}

/** The names of the entries of a directory. */
export const names = async ({ api }: StorageBench, dir: string) =>
  (await api.listFiles({ query: { dir } })).entries;

/** The attributes of a file or directory. */
export const stat = async ({ api }: StorageBench, path: string) => (await api.statFiles({ body: [path] }))[0];
