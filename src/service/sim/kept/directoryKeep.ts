import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Keep } from './keep.ts';

/**
 * Keeps everything in an SQLite file of that directory, which is made where it is missing. The process
 * holds the file for itself until it is closed.
 * @throws Error when the directory cannot be written or another process holds the file, in words
 */
export function directoryKeep(directory: string): Keep {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'cluster.sqlite');
  const database = new DatabaseSync(file);
  try {
    prepare(database);
  } catch (error) {
    database.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    throw busy
      ? new Error(`${file} is in use by another process: end that, or choose another directory`)
      : error;
  }
  const select = database.prepare('SELECT key, value FROM kept WHERE section = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO kept (section, key, value) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM kept WHERE section = ? AND key = ?');
  return {
    load: (section) =>
      new Map(
        select.all(section).map(({ key, value }) => [String(key), JSON.parse(String(value)) as unknown]),
      ),
    save: (section, key, value) => void upsert.run(section, key, JSON.stringify(value)),
    remove: (section, key) => void remove.run(section, key),
    close: () => void (database.isOpen && database.close()),
  };
}

const SQLITE_BUSY = 5;

function prepare(database: DatabaseSync): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS kept (
      section TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (section, key)
    ) STRICT, WITHOUT ROWID;
  `);
}
