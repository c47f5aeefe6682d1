import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { bytes as inUnits } from '../../../lib/format.ts';
import { DATABASE } from './database.ts';
import type { KeepTrouble } from './keep.ts';

/** Bytes that must be free for a change: what its commit and the writing back of earlier ones may take. */
const ROOM = 256 * 1024;
const SQLITE_FULL = 13;

/** Tells whether a directory takes changes. */
export interface DirectoryWatch {
  /** Why it takes none now. */
  readonly trouble: () => KeepTrouble | undefined;
  /** Why what is written does not count, or failed with this error; undefined when it counts. */
  readonly lost: (error?: unknown) => KeepTrouble | undefined;
}

/** Watches the directory of an open database: a file that was unlinked can be written, and is lost. */
export function watchDirectory(directory: string, database: DatabaseSync): DirectoryWatch {
  const file = join(directory, DATABASE);
  const opened = statSync(file);
  let failed: KeepTrouble | undefined;

  const gone = (): KeepTrouble | undefined => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now?.ino === opened.ino && now.dev === opened.dev) return undefined;
    const what = now === undefined ? 'is gone' : 'was replaced';
    return {
      status: 503,
      reason: `${file} ${what} while this service uses it: put it back, or restart the service`,
    };
  };
  const full = (): KeepTrouble => ({
    status: 507,
    reason: `there is no space left in ${directory}: free some, then try again`,
  });
  const inWords = (error: unknown): KeepTrouble => {
    const { errcode, code, message } = error as Error & { errcode?: number; code?: string };
    if (errcode === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT') return full();
    return { status: 503, reason: `${directory} cannot be written (${message})` };
  };
  /** After a failure only a write that succeeds shows that it is over. */
  const probe = (): KeepTrouble | undefined => {
    const scratch = join(directory, 'probe.tmp');
    try {
      writeFileSync(scratch, Buffer.alloc(ROOM, 1), { mode: 0o600, flush: true });
      database.exec('PRAGMA user_version = 1');
      return undefined;
    } catch (error) {
      return inWords(error);
    } finally {
      rmSync(scratch, { force: true });
    }
  };
  const look = (): KeepTrouble | undefined => {
    const lost = gone();
    if (lost !== undefined) return lost;
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < ROOM) {
      const { status, reason } = full();
      return {
        status,
        reason: `${reason} (${inUnits(bavail * bsize)} are left, ${inUnits(ROOM)} are needed)`,
      };
    }
    if (failed !== undefined) failed = probe();
    return failed;
  };
  return {
    trouble(): KeepTrouble | undefined {
      try {
        return look();
      } catch (error) {
        return inWords(error);
      }
    },
    lost(error) {
      failed = gone() ?? (error === undefined ? undefined : inWords(error));
      return failed;
    },
  };
}
