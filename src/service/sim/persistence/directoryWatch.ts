import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { plainBytes as inUnits } from '../../../lib/format.ts';
import { DATABASE } from './database.ts';
import type { PersistenceProblem } from './persistence.ts';

/** Bytes that must be free for a change: its commit and a checkpoint of the write-ahead log may need them. */
const ROOM = 256 * 1024;
const SQLITE_FULL = 13;

/** Checks that a directory can store changes. */
export interface DirectoryWatch {
  /** The reason why changes cannot be stored now, if there is one. */
  readonly problem: () => PersistenceProblem | undefined;
  /**
   * The reason why written data is lost: the database file is gone or was replaced, or the write failed with `error`.
   * Undefined if it is not lost.
   */
  readonly writeProblem: (error?: unknown) => PersistenceProblem | undefined;
}

/** Watches the directory of an open database. A file that was unlinked can still be written, but its data is lost. */
export function watchDirectory(directory: string, database: DatabaseSync): DirectoryWatch {
  const file = join(directory, DATABASE);
  const opened = statSync(file);
  let failed: PersistenceProblem | undefined;

  const fileProblem = (): PersistenceProblem | undefined => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now?.ino === opened.ino && now.dev === opened.dev) return undefined;
    const what = now === undefined ? 'is gone' : 'was replaced';
    return {
      status: 503,
      reason: `${file} ${what} while this service uses it: put it back, or restart the service`,
    };
  };
  const noSpace = (): PersistenceProblem => ({
    status: 507,
    reason: `there is no space left in ${directory}: free some, then try again`,
  });
  const problemOf = (error: unknown): PersistenceProblem => {
    const { errcode, code, message } = error as Error & { errcode?: number; code?: string };
    if (errcode === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT') return noSpace();
    return { status: 503, reason: `${directory} cannot be written (${message})` };
  };
  /** After a failure, only a successful write proves that the problem is over. */
  const probe = (): PersistenceProblem | undefined => {
    const scratch = join(directory, 'probe.tmp');
    try {
      writeFileSync(scratch, Buffer.alloc(ROOM, 1), { mode: 0o600, flush: true });
      database.exec('PRAGMA user_version = 1');
      return undefined;
    } catch (error) {
      return problemOf(error);
    } finally {
      rmSync(scratch, { force: true });
    }
  };
  const check = (): PersistenceProblem | undefined => {
    const problem = fileProblem();
    if (problem !== undefined) return problem;
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < ROOM) {
      const { status, reason } = noSpace();
      return {
        status,
        reason: `${reason} (${inUnits(bavail * bsize)} left, ${inUnits(ROOM)} needed)`,
      };
    }
    if (failed !== undefined) failed = probe();
    return failed;
  };
  return {
    problem(): PersistenceProblem | undefined {
      try {
        return check();
      } catch (error) {
        return problemOf(error);
      }
    },
    writeProblem(error) {
      failed = fileProblem() ?? (error === undefined ? undefined : problemOf(error));
      return failed;
    },
  };
}
