import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE, DamagedData, keepGoodCopy, openDatabase } from './database.ts';
import { directoryShelf, type DirectoryShelf } from './directoryShelf.ts';
import { watchDirectory } from './directoryWatch.ts';
import type { Keep } from './keep.ts';
import { Pending } from './pending.ts';

export interface DirectoryKeepOptions {
  /** Syncs each change to the disk before it is acknowledged, so that it survives a power loss; true by default. */
  readonly sync?: boolean;
}

/** A keep that stores its data in a directory of this machine. */
export interface DirectoryKeep extends Keep {
  /**
   * To be called once everything was restored: makes a copy of the database, and removes contents to which nothing
   * refers.
   */
  confirmRestored(): void;
}

/**
 * Opens a keep that stores everything in an SQLite file in the directory, and contents in files beside it. Creates
 * the directory if it is missing. The process holds the file exclusively until the keep is closed.
 * @throws DamagedData for stored data that cannot be used
 * @throws Error when the directory cannot be written or another process holds the file
 */
export function directoryKeep(directory: string, { sync = true }: DirectoryKeepOptions = {}): DirectoryKeep {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = openDatabase(directory, sync);
  try {
    const shelf = directoryShelf(join(directory, 'contents'), sync);
    requireContents(database, directory, shelf);
    return openKeep(directory, database, shelf);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The content files to which the database refers, with their sizes in bytes. */
function* contentFiles(database: DatabaseSync): Generator<{ readonly file: string; readonly size: number }> {
  const rows = database.prepare(`
    SELECT DISTINCT value ->> '$.content.file' AS file, value ->> '$.content.size' AS size FROM kept
    WHERE section IN ('s3Objects', 'files') AND file IS NOT NULL`);
  for (const { file, size } of rows.iterate()) yield { file: String(file), size: Number(size) };
}

function requireContents(database: DatabaseSync, directory: string, shelf: DirectoryShelf): void {
  for (const { file, size } of contentFiles(database)) {
    const found = shelf.sizeOf(file);
    if (found === size) continue;
    const what = found === undefined ? 'is missing' : `has ${found} bytes instead of ${size}`;
    throw new DamagedData(directory, join('contents', file), `an uploaded content ${what}`);
  }
}

const holdsChanges = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM kept WHERE section <> 'cluster' LIMIT 1").get() !== undefined;

function openKeep(directory: string, database: DatabaseSync, shelf: DirectoryShelf): DirectoryKeep {
  const select = database.prepare('SELECT key, value FROM kept WHERE section = ?');
  const watch = watchDirectory(directory, database);
  const pending = new Pending(database, watch.writeProblem);
  let read = '';
  return {
    load(section) {
      read = section;
      return new Map(
        select.all(section).map(({ key, value }) => [String(key), JSON.parse(String(value)) as unknown]),
      );
    },
    save: (section, key, value) => pending.put(section, key, JSON.stringify(value)),
    remove: (section, key) => pending.put(section, key, undefined),
    transaction: (act) => pending.transaction(act),
    backgroundTransaction: (act) => pending.backgroundTransaction(act),
    afterCommit: (act) => pending.afterCommit(act),
    trouble: watch.trouble,
    shelf,
    confirmRestored() {
      keepGoodCopy(database, directory);
      shelf.keepOnly(new Set(Array.from(contentFiles(database), ({ file }) => file)));
    },
    damage: (error) =>
      holdsChanges(database)
        ? new DamagedData(directory, DATABASE, `section ${read} is invalid (${error.message})`)
        : error,
    close: () => void (database.isOpen && database.close()),
  };
}
