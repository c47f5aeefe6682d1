import { createReadStream, type Stats, statSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of this machine that is to be sent. */
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
  /** Only its owner may read it. */
  readonly secret?: boolean;
}

/** The files of the machine that the console runs on, as far as it takes from them and puts to them. */
export interface LocalFiles {
  readonly isFile: (path: string) => boolean;
  readonly isDirectory: (path: string) => boolean;
  readonly exists: (path: string) => boolean;
  /** The whole path; `~` stands for the home directory. */
  readonly resolve: (path: string) => string;
  /** Opened when it is read. @throws where there is no such file */
  readonly read: (path: string) => LocalFile;
  /** Lists a directory, by name. Rejects when it cannot be read. */
  readonly list: (directory: string) => Promise<readonly LocalEntry[]>;
  readonly createDirectory: (path: string) => Promise<void>;
  /**
   * Writes a new file; one that is there already is never overwritten, and one that cannot be completed is
   * taken away again. Rejects when it cannot be written.
   */
  readonly save: (path: string, content: AsyncIterable<Uint8Array>, options?: SaveOptions) => Promise<void>;
}

const whole = (path: string): string =>
  resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);

/** Nothing where there is no such file, or none that may be looked at: a path may be anything that was typed. */
function stats(path: string): Stats | undefined {
  if (path === '') return undefined;
  try {
    return statSync(whole(path));
  } catch {
    return undefined;
  }
}

/** As much of a file as it had at first: a log that grows meanwhile is sent as it was. */
async function* contentOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>;
}

async function entryOf(directory: string, name: string): Promise<LocalEntry | undefined> {
  // It may have gone away since the directory was read.
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

/** Entries that are looked at at the same time. */
const AT_ONCE = 64;

async function list(directory: string): Promise<readonly LocalEntry[]> {
  const names = (await readdir(directory)).toSorted();
  const entries: (LocalEntry | undefined)[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    entries.push(...(await Promise.all(some.map((name) => entryOf(directory, name)))));
  }
  return entries.filter((entry) => entry !== undefined);
}

const PRIVATE = 0o600;
const USUAL = 0o666;

async function save(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { secret = false }: SaveOptions = {},
): Promise<void> {
  const file = await open(whole(path), 'wx', secret ? PRIVATE : USUAL);
  try {
    await pipeline(Readable.from(content), file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(whole(path), { force: true });
    throw error;
  }
}

/** The files of this machine; a path may begin with `~`. Failures are Node's own errors. */
export const localFiles: LocalFiles = {
  isFile: (path) => stats(path)?.isFile() === true,
  isDirectory: (path) => stats(path)?.isDirectory() === true,
  exists: (path) => stats(path) !== undefined,
  resolve: whole,
  read(path) {
    const { size } = statSync(whole(path));
    return { name: basename(path), size, content: contentOf(whole(path), size) };
  },
  list: (directory) => list(whole(directory)),
  createDirectory: async (path) => {
    await mkdir(whole(path));
  },
  save,
};

/** A name for a file of this machine made of what a server calls it, which may hold anything. */
export function safeFileName(name: string): string {
  const last = name.split('/').findLast((part) => part !== '') ?? '';
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '_');
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
}
