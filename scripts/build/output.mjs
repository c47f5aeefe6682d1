import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DAY_MS = 86_400_000;

/**
 * Writes beside the file first, so that a program that starts meanwhile never sees half of it.
 *
 * @param {string} path
 * @param {string} contents
 */
export async function replaceFile(path, contents, mode = 0o644) {
  const fresh = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(fresh, contents, { mode });
  await rename(fresh, path);
}

/**
 * Removes what earlier builds have left in a folder, once it is a day old: a program that was started before this
 * build may yet ask for a part of its own.
 *
 * @param {string} folder
 * @param {Set<string>} current the names to keep
 */
export async function removeStale(folder, current) {
  for (const name of await readdir(folder)) {
    if (current.has(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { force: true });
  }
}
