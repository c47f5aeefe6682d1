import type { Output } from '../../../api/contract/index.ts';
import type { FileEntry } from '../../../api/contract/storefs.ts';
import { Refusal } from '../../engine.ts';
import { quotedPath } from '../../rules/files.ts';
import { compareUtf8 } from '../../values/order.ts';
import { parsePath, pathText, type Path } from '../../values/path.ts';
import { toEntry } from './entry.ts';
import type { Files } from './filesystem.ts';
import { directoryOrRefuse, join, readDirectory, statOrRefuse, type DirectoryEntry } from './read.ts';

/** The maximum number of directory entries in an answer, which is not paginated. */
const MAX_ENTRIES = 100_000;

/** All entries of a directory, sorted by name. @throws Refusal 413 */
async function collect<Entry extends DirectoryEntry>(
  path: string,
  batches: AsyncIterable<readonly Entry[]>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of batches) {
    entries.push(...batch);
    if (entries.length > MAX_ENTRIES)
      throw new Refusal(
        413,
        `${quotedPath(path)} has more than ${MAX_ENTRIES} entries: mount the filesystem to list it`,
      );
  }
  return entries.sort((one, other) => compareUtf8(one.name, other.name));
}

/** Names of a directory's entries. @throws Refusal 404, 409 or 413 */
export async function listFiles(files: Files, directory: Path): Promise<Output<'listFiles'>> {
  const path = pathText(directory);
  const stat = await directoryOrRefuse(files, directory);
  const entries = await collect(path, readDirectory(files, { path, ino: stat.ino }, false));
  return { stats: toEntry(stat, path, path), entries: entries.map(({ name }) => name.toWellFormed()) };
}

/** The entries with their statistics. @throws Refusal 404, 409 or 413 */
export async function listFilesWithStats(
  files: Files,
  directory: Path,
): Promise<Output<'listFilesWithStats'>> {
  const path = pathText(directory);
  const stat = await directoryOrRefuse(files, directory);
  const entries = await collect(path, readDirectory(files, { path, ino: stat.ino }, true));
  return {
    stats: toEntry(stat, path, path),
    entries: entries.map((entry) => toEntry(entry, entry.name, join(path, entry.name))),
  };
}

/** The statistics of the entry at each path, named by the path as requested. @throws Refusal 400, 404 or 409 */
export async function statFiles(files: Files, paths: readonly string[]): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const asked of paths) {
    const path = parsePath(asked);
    entries.push(toEntry(await statOrRefuse(files, path, 'keep'), asked, pathText(path)));
  }
  return entries;
}
