import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE, DamagedData, saveGoodCopy, openDatabase } from './database.ts';
import { directoryUploadStore, type DirectoryUploadStore } from './directoryUploadStore.ts';
import { watchDirectory } from './directoryWatch.ts';
import { Pending } from './pending.ts';
import type { Persistence } from './persistence.ts';

export interface DirectoryPersistenceOptions {
  /** Syncs each change to the disk before it is acknowledged, so that it survives a power loss; true by default. */
  readonly sync?: boolean;
}

/** Persistence in a directory of this machine. */
export interface DirectoryPersistence extends Persistence {
  /**
   * To be called once everything was restored: makes a copy of the database, and removes contents to which nothing
   * refers.
   */
  confirmRestored(): void;
}

/**
 * Opens persistence that stores everything in an SQLite file in the directory, and contents in files beside it. Creates
 * the directory if it is missing. The process holds the file exclusively until it is closed.
 * @throws DamagedData for stored data that cannot be used
 * @throws Error when the directory cannot be written or another process holds the file
 */
export function directoryPersistence(
  directory: string,
  { sync = true }: DirectoryPersistenceOptions = {},
): DirectoryPersistence {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = openDatabase(directory, sync);
  try {
    const uploads = directoryUploadStore(join(directory, 'contents'), sync);
    requireContents(database, directory, uploads);
    return openPersistence(directory, database, uploads);
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

function requireContents(database: DatabaseSync, directory: string, uploads: DirectoryUploadStore): void {
  for (const { file, size } of contentFiles(database)) {
    const found = uploads.sizeOf(file);
    if (found === size) continue;
    const what = found === undefined ? 'is missing' : `has ${found} bytes instead of ${size}`;
    throw new DamagedData(directory, join('contents', file), `an uploaded content ${what}`);
  }
}

const holdsChanges = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM kept WHERE section <> 'cluster' LIMIT 1").get() !== undefined;

function openPersistence(
  directory: string,
  database: DatabaseSync,
  uploads: DirectoryUploadStore,
): DirectoryPersistence {
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
    problem: watch.problem,
    uploads,
    confirmRestored() {
      saveGoodCopy(database, directory);
      uploads.keepOnly(new Set(Array.from(contentFiles(database), ({ file }) => file)));
    },
    damage: (error) =>
      holdsChanges(database)
        ? new DamagedData(directory, DATABASE, `section ${read} is invalid (${error.message})`)
        : error,
    close: () => void (database.isOpen && database.close()),
  };
}
