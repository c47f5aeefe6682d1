import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DAY_MS = 86_400_000;

/**
 * Replaces a file atomically, so that a program starting meanwhile never sees a partial one.
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
 * Removes files of earlier builds from a folder once they are a day old: a program started before this build may still
 * load its own parts.
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
