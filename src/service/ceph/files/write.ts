import { Refusal } from '../../engine.ts';
import { alreadyThere, refuseIds, refuseSnapshots, quotedPath } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { fromNotation } from '../../values/mode.ts';
import { pathText, type Path } from '../../values/path.ts';
import { permissionsOf } from './entry.ts';
import type { Files } from './filesystem.ts';
import { requireDataPool } from './layout.ts';
import { pathMeanings, newPathMeanings } from './meanings.ts';
import {
  freeLocationOrRefuse,
  locationOrRefuse,
  requireOutside,
  statIfExists,
  statOrRefuse,
} from './read.ts';

/** Creates a directory. @returns false for a parent of the `wanted` one that was created by another client meanwhile */
async function makeDirectory(files: Files, path: string, wanted: string): Promise<boolean> {
  try {
    await files.call('make_directory', { path }, { meanings: newPathMeanings(path) });
    return true;
  } catch (failure) {
    if (path !== wanted && failure instanceof Refusal && failure.message === alreadyThere(path).message)
      return false;
    throw failure;
  }
}

/**
 * Creates a directory and its missing parents; all of them or none.
 * @param pool the pool for new files in it; undefined inherits that of the parent directory
 * @throws Refusal 400, 404 or 409
 */
export async function createDirectories(files: Files, path: Path, pool: string | undefined): Promise<void> {
  enforce(refuseSnapshots(path));
  if (pool !== undefined) await requireDataPool(files, pool);
  const text = pathText(path);
  if (await statIfExists(files, text, 'keep')) throw refusal(alreadyThere(text));
  let depth = path.length - 1;
  while (!(await statIfExists(files, pathText(path.slice(0, depth)), 'follow'))) depth--;
  const missing = path.slice(depth).map((_, index) => pathText(path.slice(0, depth + index + 1)));
  const created: string[] = [];
  try {
    for (const directory of missing) if (await makeDirectory(files, directory, text)) created.push(directory);
    if (pool !== undefined)
      await files.call('set_attribute', { path: text, name: 'ceph.dir.layout.pool', value: pool });
  } catch (failure) {
    for (const directory of created.toReversed()) await files.call('remove_directory', { path: directory });
    throw failure;
  }
}

/**
 * Checks that an entry can be moved.
 * @returns the function that moves it
 * @throws Refusal 400, 404 or 409
 */
async function planMove(files: Files, from: Path, to: Path): Promise<() => Promise<void>> {
  const source = await locationOrRefuse(files, from);
  const stat = await statOrRefuse(files, from, 'keep');
  const target = await locationOrRefuse(files, to);
  if (target.ino === source.ino && target.name === source.name) return async () => undefined;
  await requireOutside(files, stat, target);
  await freeLocationOrRefuse(files, to);
  const [path, toPath] = [pathText(from), pathText(to)];
  const meanings = {
    ...pathMeanings(path),
    EXDEV: {
      status: 409,
      message: `${quotedPath(toPath)} is under another quota, and files cannot be moved between quotas: copy it, then delete the original`,
    },
  } as const;
  return () => files.call('rename', { path, to: toPath }, { meanings });
}

/** Moves or renames an entry; never replaces one, and does not follow a symbolic link. @throws Refusal 400, 404 or 409 */
export async function move(files: Files, from: Path, to: Path): Promise<void> {
  const apply = await planMove(files, from, to);
  await apply();
}

/** The attributes of a file or directory that can be changed. */
export interface AttributeChange {
  readonly absolutePath?: Path;
  readonly uid?: number;
  readonly gid?: number;
  /** In the notation of `chmod`. */
  readonly mode?: number;
}

/**
 * Changes owner, group and mode of a path, and moves it: all or nothing. Attributes follow a symbolic link; the move
 * does not.
 * @throws Refusal
 */
export async function updateFile(
  files: Files,
  path: Path,
  { absolutePath, uid, gid, mode }: AttributeChange,
): Promise<void> {
  enforce(refuseSnapshots(path));
  enforce(refuseIds(uid, gid));
  const change = {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    ...(mode !== undefined && { mode: fromNotation(mode) }),
  };
  const applyMove = absolutePath && (await planMove(files, path, absolutePath));
  if (Object.keys(change).length === 0) return applyMove?.();
  const text = pathText(path);
  const before = await statOrRefuse(files, path);
  const set = (values: typeof change) =>
    files.call('change', { path: text, ...values }, { meanings: pathMeanings(text) });
  await set(change);
  try {
    await applyMove?.();
  } catch (failure) {
    await set({ uid: before.uid, gid: before.gid, mode: permissionsOf(before) });
    throw failure;
  }
}
