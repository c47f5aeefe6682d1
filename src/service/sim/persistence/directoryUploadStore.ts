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
import type { UploadStore } from './uploadStore.ts';

/** Bytes that are read at a time. */
const PIECE = 256 * 1024;
/** Suffix of content files that are still being written. */
const PARTIAL = '.part';

/** An upload store that stores contents on disk. */
export interface DirectoryUploadStore extends UploadStore {
  /** Size of a content in bytes; undefined if there is none of this name. */
  sizeOf(name: string): number | undefined;
  /**
   * Removes all other files: interrupted uploads, and contents to which nothing refers. The named ones stay until the
   * process ends, even if they are removed, because the copy of the database refers to them.
   */
  keepOnly(names: ReadonlySet<string>): void;
}

/** Syncs a directory, so that a file created in it survives a power loss. */
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
 * Opens an upload store with one file per content in a directory, which is created if it is missing. A content is synced
 * before the file gets its name.
 * @param sync false to leave syncing to the system
 */
export function directoryUploadStore(directory: string, sync: boolean): DirectoryUploadStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let copied: ReadonlySet<string> = new Set();
  const fileOf = (name: string) => join(directory, name);
  return {
    write() {
      const name = randomUUID();
      const partial = fileOf(name + PARTIAL);
      const handle = openSync(partial, 'wx', 0o600);
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
          renameSync(partial, fileOf(name));
          if (sync) syncDirectory(directory);
          return name;
        },
        discard() {
          close();
          rmSync(partial, { force: true });
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
