import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncDirectory } from './directoryUploadStore.ts';
import { damageOf } from './sections.ts';

/** File names of the database, and of the last copy of it that was restored without errors. */
export const DATABASE = 'cluster.sqlite';
const GOOD_COPY = 'cluster.sqlite.good';

/** Thrown when stored data is damaged. The message names the file and says what to do. */
export class DamagedData extends Error {
  override readonly name = 'DamagedData';

  /** `what` is the damage, with its position in the file. */
  constructor(directory: string, file: string, what: string) {
    const good = join(directory, GOOD_COPY);
    const database = join(directory, DATABASE);
    const back = existsSync(good)
      ? `to go back to the copy of ${statSync(good).mtime.toISOString()}, which loses every change since then, stop the service, remove ${database}-wal and copy ${good} over ${database}`
      : 'there is no earlier copy';
    super(
      `${join(directory, file)} is damaged: ${what}; ${back}; to start without it, move ${directory} away or name another directory with --data`,
    );
  }
}

const CREATE = `
  CREATE TABLE kept (
    section TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (section, key)
  ) STRICT, WITHOUT ROWID;
`;

const SQLITE_BUSY = 5;

/** Creates an empty file with mode 0600; SQLite gives its write-ahead log the same mode. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** Creates the database. It gets its name only when it is complete, so that a crash leaves no partial one. */
function create(directory: string): void {
  const file = join(directory, DATABASE);
  const fresh = `${file}.new`;
  for (const leftover of [fresh, `${fresh}-wal`, `${fresh}-journal`]) rmSync(leftover, { force: true });
  makePrivate(fresh);
  const database = new DatabaseSync(fresh);
  try {
    database.exec(`PRAGMA synchronous = FULL; ${CREATE}`);
  } finally {
    database.close();
  }
  renameSync(fresh, file);
  syncDirectory(directory);
}

function requireUsable(directory: string): void {
  const file = join(directory, DATABASE);
  const stats = statSync(file, { throwIfNoEntry: false });
  const log = `${DATABASE}-wal`;
  const left =
    stats === undefined ? [log, GOOD_COPY].find((name) => existsSync(join(directory, name))) : undefined;
  if (left !== undefined) throw new DamagedData(directory, DATABASE, `it is missing, but ${left} exists`);
  if (stats === undefined) create(directory);
  else if (!stats.isFile()) throw new DamagedData(directory, DATABASE, 'it is not a regular file');
  else if (stats.size === 0) throw new DamagedData(directory, DATABASE, 'it is empty');
  for (const name of [DATABASE, log, `${DATABASE}-shm`, GOOD_COPY]) {
    const path = join(directory, name);
    if (existsSync(path)) chmodSync(path, 0o600);
  }
}

/** Checks that every page can be read and every value fits the schema of its section. @throws DamagedData */
function check(database: DatabaseSync, directory: string): void {
  const damaged = (what: string) => new DamagedData(directory, DATABASE, what);
  const [verdict] = database.prepare('PRAGMA integrity_check(1)').all();
  const found = String(Object.values(verdict ?? {})[0]);
  if (found !== 'ok') throw damaged(found.replaceAll('\n', ' '));
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kept'").get() === undefined)
    throw damaged('it contains no data of storedeck');
  let [entries, identified] = [0, false];
  for (const { section, key, value } of database.prepare('SELECT section, key, value FROM kept').iterate()) {
    entries++;
    identified ||= section === 'cluster' && key === 'identity';
    const where = `section ${String(section)}, entry ${String(key)}`;
    const problem = damageOf(String(section), parse(String(value)));
    if (problem !== undefined) throw damaged(`${where}: ${problem}`);
  }
  if (entries > 0 && !identified) throw damaged('section cluster, entry identity: it is missing');
}

/** Parses JSON. For invalid JSON it returns undefined, which no section accepts. */
function parse(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Opens the database of a directory for this process alone, or creates it if there is none.
 * @param sync makes each commit wait for the disk
 * @throws DamagedData
 * @throws Error when another process holds it
 */
export function openDatabase(directory: string, sync: boolean): DatabaseSync {
  requireUsable(directory);
  const file = join(directory, DATABASE);
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA synchronous = ${sync ? 'FULL' : 'NORMAL'};
    `);
    // Checked before anything is written.
    check(database, directory);
    database.exec('PRAGMA journal_mode = WAL');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof DamagedData) throw error;
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === SQLITE_BUSY)
      throw new Error(`${file} is in use by another process: stop that, or choose another directory`, {
        cause: error,
      });
    // Primary result codes SQLITE_CORRUPT and SQLITE_NOTADB.
    if (errcode !== undefined && [11, 26].includes(errcode & 0xff))
      throw new DamagedData(directory, DATABASE, message);
    throw error;
  }
}

/** Copies the checked database into the same directory, and replaces the previous copy. */
export function saveGoodCopy(database: DatabaseSync, directory: string): void {
  const good = join(directory, GOOD_COPY);
  const fresh = `${good}.new`;
  rmSync(fresh, { force: true });
  makePrivate(fresh);
  database.prepare('VACUUM INTO ?').run(fresh);
  renameSync(fresh, good);
  syncDirectory(directory);
}
