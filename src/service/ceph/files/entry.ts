import type { FileEntry } from '../../../api/contract/storefs.ts';
import { toNotation } from '../../values/mode.ts';

/** A file or directory as libcephfs describes it. */
export interface FileStat {
  /** The inode number as decimal text, because it may have 64 bits. */
  readonly ino: string;
  /** Type and permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Bytes; for a directory, the total of everything below it. */
  readonly size: number;
  /** Unix timestamp, seconds. */
  readonly modified: number;
  /** The number of files below a directory. */
  readonly files?: number;
  /** The number of directories below a directory. */
  readonly subdirs?: number;
}

/** The type bits of a mode (inode(7)). */
const TYPE_BITS = 0o170_000;
const TYPES = new Map([
  [0o100_000, 'FILE'],
  [0o040_000, 'DIR'],
  [0o120_000, 'SYMLINK'],
] as const);

/** The type of an entry; the interface has none for devices, pipes and sockets. */
export const typeOf = ({ mode }: FileStat) => TYPES.get((mode & TYPE_BITS) as 0o100_000) ?? 'UNKNOWN';

/** The permission bits of a mode, including set-user-ID, set-group-ID and sticky bit. */
export const permissionsOf = ({ mode }: FileStat): number => mode & ~TYPE_BITS;

/** A file or directory in the interface's format; `path` is its name in the listing. */
export function toEntry(stat: FileStat, path: string, fullPath: string): FileEntry {
  const { uid, gid, size, modified, files, subdirs } = stat;
  return {
    path: path.toWellFormed(),
    fullPath: fullPath.toWellFormed(),
    lastModified: modified,
    uid,
    gid,
    size,
    mode: toNotation(permissionsOf(stat)),
    type: typeOf(stat),
    ...(files !== undefined && { dirBytes: size, dirFiles: files }),
    ...(subdirs !== undefined && { dirSubdirs: subdirs }),
  };
}
