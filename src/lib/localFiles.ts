import { createReadStream, type Stats, statSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of this machine to upload. */
export interface LocalFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** An entry of a directory on this machine. */
export interface LocalEntry {
  readonly name: string;
  readonly type: 'FILE' | 'DIR' | 'SYMLINK' | 'UNKNOWN';
  /** Bytes. */
  readonly size: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  readonly uid: number;
  readonly gid: number;
  /** Permission bits. */
  readonly mode: number;
}

export interface SaveOptions {
  /** Makes the file readable by its owner only. */
  readonly secret?: boolean;
}

/** Access to the files of the machine that the console runs on, for uploads and downloads. */
export interface LocalFiles {
  readonly isFile: (path: string) => boolean;
  readonly isDirectory: (path: string) => boolean;
  readonly exists: (path: string) => boolean;
  /** The absolute path; a leading `~` is the home directory. */
  readonly resolve: (path: string) => string;
  /** The file is opened only when its content is consumed. @throws if there is no such file */
  readonly read: (path: string) => LocalFile;
  /** Lists a directory, sorted by name. Rejects when it cannot be read. */
  readonly list: (directory: string) => Promise<readonly LocalEntry[]>;
  readonly createDirectory: (path: string) => Promise<void>;
  /**
   * Writes a new file. Rejects if the file exists already or cannot be written; a partly written file is removed.
   */
  readonly save: (path: string, content: AsyncIterable<Uint8Array>, options?: SaveOptions) => Promise<void>;
}

const absolutePath = (path: string): string =>
  resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);

/** Undefined if there is no such file or it is inaccessible: the path may be anything that the operator typed. */
function stats(path: string): Stats | undefined {
  if (path === '') return undefined;
  try {
    return statSync(absolutePath(path));
  } catch {
    return undefined;
  }
}

/** The first `size` bytes of a file, so that a log that grows during the upload is sent at its announced size. */
async function* contentOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>;
}

async function entryOf(directory: string, name: string): Promise<LocalEntry | undefined> {
  // The entry may have been removed since the directory was read.
  const found = await lstat(join(directory, name)).catch(() => undefined);
  if (found === undefined) return undefined;
  const { size, mtimeMs, uid, gid, mode } = found;
  const type = found.isDirectory()
    ? 'DIR'
    : found.isFile()
      ? 'FILE'
      : found.isSymbolicLink()
        ? 'SYMLINK'
        : 'UNKNOWN';
  return { name, type, size, modified: Math.floor(mtimeMs / 1000), uid, gid, mode: mode & 0o7777 };
}

/** The number of concurrent `lstat` calls. */
const CONCURRENCY = 64;

async function list(directory: string): Promise<readonly LocalEntry[]> {
  const names = (await readdir(directory)).toSorted();
  const entries: (LocalEntry | undefined)[] = [];
  for (let start = 0; start < names.length; start += CONCURRENCY) {
    const batch = names.slice(start, start + CONCURRENCY);
    entries.push(...(await Promise.all(batch.map((name) => entryOf(directory, name)))));
  }
  return entries.filter((entry) => entry !== undefined);
}

const OWNER_ONLY_MODE = 0o600;
const DEFAULT_MODE = 0o666;

async function save(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { secret = false }: SaveOptions = {},
): Promise<void> {
  const file = await open(absolutePath(path), 'wx', secret ? OWNER_ONLY_MODE : DEFAULT_MODE);
  try {
    await pipeline(Readable.from(content), file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(absolutePath(path), { force: true });
    throw error;
  }
}

/** The file system of this machine; a path may begin with `~`. Failures are Node's own errors. */
export const localFiles: LocalFiles = {
  isFile: (path) => stats(path)?.isFile() === true,
  isDirectory: (path) => stats(path)?.isDirectory() === true,
  exists: (path) => stats(path) !== undefined,
  resolve: absolutePath,
  read(path) {
    const { size } = statSync(absolutePath(path));
    return { name: basename(path), size, content: contentOf(absolutePath(path), size) };
  },
  list: (directory) => list(absolutePath(directory)),
  createDirectory: async (path) => {
    await mkdir(absolutePath(path));
  },
  save,
};

/** A safe local file name made from a name that a server sent, which may contain anything. */
export function safeFileName(name: string): string {
  const last = name.split('/').findLast((part) => part !== '') ?? '';
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '_');
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
}
