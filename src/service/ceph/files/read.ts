import {
  alreadyThere,
  insideItself,
  noDirectory,
  notADirectory,
  refuseRoot,
  refuseSnapshots,
} from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Meanings } from '../client/storage.ts';
import { typeOf, type FileStat } from './entry.ts';
import { LONG_TIMEOUT_MS, type Files } from './filesystem.ts';
import { pathMeanings } from './meanings.ts';

/** The entry at the path. @throws Refusal 404 or 409 */
export const statOrRefuse = (
  files: Files,
  path: Path,
  last: 'follow' | 'keep' = 'follow',
  meanings: Meanings = {},
): Promise<FileStat> => {
  const text = pathText(path);
  return files.call(
    'stat',
    { path: text, follow: last === 'follow' },
    { meanings: { ...pathMeanings(text), ...meanings } },
  );
};

/** The entry at the path, if there is one. @throws Refusal 409 */
export const statIfExists = (files: Files, path: string, last: 'follow' | 'keep'): Promise<FileStat | null> =>
  files.call('stat_if_there', { path, follow: last === 'follow' }, { meanings: pathMeanings(path) });

/** The directory at the path. @throws Refusal 404, or 409 for something else */
export async function directoryOrRefuse(
  files: Files,
  path: Path,
  meanings: Meanings = {},
): Promise<FileStat> {
  const stat = await statOrRefuse(files, path, 'follow', meanings);
  if (typeOf(stat) !== 'DIR') throw refusal(notADirectory(pathText(path)));
  return stat;
}

/** A name in a directory. The directory is given by path and inode, because clients may move it meanwhile. */
export interface FileLocation {
  readonly directory: string;
  readonly ino: string;
  readonly name: string;
}

/** The path of an entry of a directory. */
export const join = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`;

/** The location of an existing or new entry. @throws Refusal 400, 404 or 409 */
export async function locationOrRefuse(files: Files, path: Path): Promise<FileLocation> {
  enforce(refuseSnapshots(path) ?? refuseRoot(path));
  const name = path.at(-1) ?? '';
  const directory = pathText(path.slice(0, -1));
  const { ino } = await directoryOrRefuse(files, path.slice(0, -1), {
    ENOENT: noDirectory(directory),
  });
  return { directory, ino, name };
}

/** The location of a new entry, like `locationOrRefuse`. @throws Refusal 409 also for a path that is taken */
export async function freeLocationOrRefuse(files: Files, path: Path): Promise<FileLocation> {
  const location = await locationOrRefuse(files, path);
  const text = pathText(path);
  if (await statIfExists(files, text, 'keep')) throw refusal(alreadyThere(text));
  return location;
}

/** Refuses to move or copy an entry into itself. @throws Refusal 400 */
export async function requireOutside(files: Files, { ino }: FileStat, location: FileLocation): Promise<void> {
  const inos = await files.call<string[]>('inos_above', { path: location.directory });
  if (inos.includes(ino)) throw refusal(insideItself(location.directory));
}

/** An entry of a directory listing. */
export interface DirectoryEntry {
  readonly name: string;
  readonly ino: string;
  readonly directory: boolean;
}

/** The number of entries that one call reads. */
const BATCH = 1000;

type EntryOf<Stats extends boolean> = Stats extends true ? DirectoryEntry & FileStat : DirectoryEntry;

/** Reads a directory in batches, unsorted, with or without the statistics of each entry. */
export async function* readDirectory<Stats extends boolean>(
  files: Files,
  { path, ino }: { readonly path: string; readonly ino: string },
  stats: Stats,
): AsyncGenerator<EntryOf<Stats>[]> {
  // Statistics cost one request to the metadata server per subdirectory.
  const options = { meanings: pathMeanings(path), timeoutMs: LONG_TIMEOUT_MS };
  const handle = await files.call<string>('open_directory', { path, ino }, options);
  try {
    for (;;) {
      const request = { handle, limit: BATCH, stats };
      const entries = await files.call<EntryOf<Stats>[]>('read_directory', request, options);
      if (entries.length === 0) return;
      yield entries;
    }
  } finally {
    await files.call('close', { handle });
  }
}
