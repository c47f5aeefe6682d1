import { parsePath, type Path } from '../../values/path.ts';
import type { ContentStore } from '../content/contentStore.ts';
import { DAY, seedContents, seedDice, type Seed } from '../content/seeding.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { dataPools } from './layout.ts';
import { nameSeeds } from './saved.ts';
import { SEED_DIRECTORIES, seedFiles } from './seedFiles.ts';
import {
  attach,
  newDirectory,
  newFile,
  newSymlink,
  selfAndAncestors,
  type Directory,
  type FileTree,
} from './tree.ts';

/** Maximum size of a file in bytes (mds_max_file_size). */
const LARGEST_FILE = 1024 ** 4;

/**
 * Creates the files and directories of a new cluster, the same ones for the same cluster. Their contents are
 * generated when they are read.
 * @param startedAt upper limit of their dates, in milliseconds since the epoch
 */
export function seedFileTree(
  model: Model,
  contents: ContentStore,
  startedAt: number,
  persistence: Persistence,
): FileTree {
  const dice = seedDice(model, 'storefs');
  const root = newDirectory({ name: '', modifiedAt: startedAt - 1200 * DAY });
  const pool = dataPools(model)[0];
  root.pool = pool?.name;
  for (const { path, owner, mode, maxBytes = 0, maxFiles = 0 } of SEED_DIRECTORIES) {
    const directory = directoryAt(root, parsePath(path));
    Object.assign(directory, { uid: owner, gid: owner, mode, quota: { maxBytes, maxFiles } });
  }
  const all = [...seedFiles(startedAt, dice)];
  const seeds = all.flatMap(({ holds }): Seed[] => ('linkTo' in holds ? [] : [holds]));
  const content = seedContents(seeds, pool, LARGEST_FILE, dice.fork('content')).values();
  for (const { path, age, owner, holds } of all) {
    const names = parsePath(path);
    const attributes = { name: names.at(-1)!, uid: owner, gid: owner, modifiedAt: startedAt - age };
    const node =
      'linkTo' in holds
        ? newSymlink(attributes, holds.linkTo)
        : newFile(attributes, content.next().value!, pool?.name ?? '');
    const directory = directoryAt(root, names.slice(0, -1));
    attach(directory, node);
    for (const up of selfAndAncestors(directory)) up.modifiedAt = Math.max(up.modifiedAt, node.modifiedAt);
  }
  return { root, contents, model, persistence, ids: nameSeeds(root) };
}

/** The directory at a path. If it is missing, it is created with the owner of its parent. */
function directoryAt(root: Directory, path: Path): Directory {
  return path.reduce((above, name) => {
    const existing = above.children.get(name);
    if (existing?.type === 'DIR') return existing;
    const { uid, gid, modifiedAt } = above;
    const made = newDirectory({ name, uid, gid, modifiedAt });
    attach(above, made);
    return made;
  }, root);
}
