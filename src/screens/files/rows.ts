import type { FileEntry } from '../../api/contract/storefs.ts';
import type { LocalEntry } from '../../lib/localFiles.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { joinPath, lastName } from './paths.ts';

/** The permission bits of a mode, which the interface gives as octal digits in a decimal number or as the bits themselves. */
export const bitsOf = (mode: number): number =>
  /^[0-7]{1,4}$/.test(String(mode)) ? Number.parseInt(String(mode), 8) : mode & 0o7777;

const SPECIAL = [
  { bit: 0o4000, at: 2, set: 's', only: 'S' },
  { bit: 0o2000, at: 5, set: 's', only: 'S' },
  { bit: 0o1000, at: 8, set: 't', only: 'T' },
] as const;

/** Permission bits in the notation of `ls`: `rwxr-xr-x`. */
export function modeText(bits: number): string {
  const letters = Array.from('rwxrwxrwx', (letter, index) => (bits & (0o400 >> index) ? letter : '-'));
  for (const { bit, at, set, only } of SPECIAL)
    if (bits & bit) letters[at] = letters[at] === 'x' ? set : only;
  return letters.join('');
}

/** A file or directory in the browser. */
export interface FileRow {
  readonly name: string;
  /** The full path. */
  readonly path: string;
  readonly type: string;
  readonly isDirectory: boolean;
  /** The size in bytes; for a directory in the cluster, the size of everything below it. */
  readonly size: number | undefined;
  /** Seconds since the epoch. */
  readonly modified: number | undefined;
  /** The mode in the form `rwxr-xr-x`. */
  readonly mode: string | undefined;
  readonly owner: string | undefined;
  readonly marked: boolean;
  /** The service's answer on it; undefined for local files. */
  readonly entry: FileEntry | undefined;
}

/** Sorts directories first, then by name. */
const inOrder = (a: FileRow, b: FileRow) =>
  Number(b.isDirectory) - Number(a.isDirectory) || naturalOrder(a.name, b.name);

const ownerText = (uid: number | undefined, gid: number | undefined) =>
  uid === undefined ? undefined : `${uid}:${gid ?? '?'}`;

type Marks = ReadonlySet<string>;

function remoteRow(directory: string, entry: FileEntry, marks: Marks): FileRow {
  const name = lastName(entry.path ?? entry.fullPath ?? '');
  const isDirectory = entry.type === 'DIR';
  return {
    name,
    path: entry.fullPath ?? joinPath(directory, name),
    type: entry.type ?? 'UNKNOWN',
    isDirectory,
    size: isDirectory ? entry.dirBytes : entry.size,
    modified: entry.lastModified,
    mode: entry.mode === undefined ? undefined : modeText(bitsOf(entry.mode)),
    owner: ownerText(entry.uid, entry.gid),
    marked: marks.has(name),
    entry,
  };
}

const localRow = (directory: string, entry: LocalEntry, marks: Marks): FileRow => ({
  name: entry.name,
  path: joinPath(directory, entry.name),
  type: entry.type,
  isDirectory: entry.type === 'DIR',
  size: entry.type === 'DIR' ? undefined : entry.size,
  modified: entry.modified,
  mode: modeText(entry.mode),
  owner: ownerText(entry.uid, entry.gid),
  marked: marks.has(entry.name),
  entry: undefined,
});

/** The rows of a directory in the cluster. */
export const remoteRows = (directory: string, entries: readonly FileEntry[], marks: Marks): FileRow[] =>
  entries.map((entry) => remoteRow(directory, entry, marks)).toSorted(inOrder);

/** The rows of a local directory. */
export const localRows = (directory: string, entries: readonly LocalEntry[], marks: Marks): FileRow[] =>
  entries.map((entry) => localRow(directory, entry, marks)).toSorted(inOrder);
