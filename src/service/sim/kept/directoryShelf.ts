import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Shelf } from './shelf.ts';

/** Bytes that are read at a time. */
const PIECE = 256 * 1024;
/** Ends the names of contents that have not arrived in full. */
const ARRIVING = '.part';

/** A shelf that outlives the process. */
export interface DirectoryShelf extends Shelf {
  /** Bytes of a content; undefined where there is none of that name. */
  sizeOf(name: string): number | undefined;
  /**
   * Removes all others: what was broken off, and what nothing refers to. These stay until the process ends, even when
   * they are removed: the copy of the database refers to them.
   */
  keepOnly(names: ReadonlySet<string>): void;
}

/** Writes a directory's entries to the disk, so that a file that was made in it is there after a power loss. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function writeAll(handle: number, piece: Uint8Array): void {
  for (let start = 0; start < piece.length;) start += writeSync(handle, piece, start);
}

function* readPieces(file: string): Generator<Uint8Array> {
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const length = readSync(handle, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Contents in files of their own in a directory, which is made where it is missing. A content is on the disk
 * before it has its name.
 * @param sync false to leave it to the system when it writes to the disk
 */
export function directoryShelf(directory: string, sync: boolean): DirectoryShelf {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let copied: ReadonlySet<string> = new Set();
  const fileOf = (name: string) => join(directory, name);
  return {
    write() {
      const name = randomUUID();
      const arriving = fileOf(name + ARRIVING);
      const handle = openSync(arriving, 'wx', 0o600);
      let open = true;
      const close = () => {
        if (open) closeSync(handle);
        open = false;
      };
      return {
        add: (piece) => writeAll(handle, piece),
        end() {
          if (sync) fsyncSync(handle);
          close();
          renameSync(arriving, fileOf(name));
          if (sync) syncDirectory(directory);
          return name;
        },
        discard() {
          close();
          rmSync(arriving, { force: true });
        },
      };
    },
    read: (name) => readPieces(fileOf(name)),
    remove(name) {
      if (!copied.has(name)) rmSync(fileOf(name), { force: true });
    },
    sizeOf: (name) => statSync(fileOf(name), { throwIfNoEntry: false })?.size,
    keepOnly(names) {
      copied = names;
      for (const name of readdirSync(directory)) if (!names.has(name)) rmSync(fileOf(name), { force: true });
    },
  };
}
