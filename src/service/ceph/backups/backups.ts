import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, Output } from '../../../api/contract/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { writeDurably } from '../../../lib/durableFile.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { noBackup, refuseBackupId, undecryptableBackup } from '../../rules/backups.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { readFsid, type Ceph, type AnswerAge } from '../client/ceph.ts';
import { every } from '../client/timeouts.ts';
import type { Lease } from '../state/lease.ts';
import type { StateStore } from '../state/store.ts';
import type { Job, Say, TaskTable } from '../tasks/board.ts';
import { backupContents } from './contents.ts';
import { restore } from './restore.ts';
import { newKey, seal, SealError, unseal } from './seal.ts';

interface SavedBackups {
  readonly enabled: boolean;
  readonly key: string;
  readonly last?: {
    /** Unix timestamp, seconds. */
    readonly at: number;
    readonly uuid: string;
    /** Bytes. */
    readonly size: number;
    /** SHA256, hexadecimal. */
    readonly checksum: string;
  };
}

export interface BackupOptions {
  readonly ceph: Ceph;
  readonly clock: Clock;
  readonly store: StateStore;
  readonly lease: Lease;
  readonly tasks: TaskTable;
  /** The service's private directory; without one there are no backups. */
  readonly directory: string | undefined;
}

/** Backups of the cluster's configuration: encrypted files in a directory of the management node. */
export interface Backups extends Disposable {
  status(): Promise<Output<'getConfigBackups'>>;
  configure(enabled: boolean): Promise<void>;
  creation(by: string): Job;
  /** @throws Refusal 400 for another key, 404 when there is no such backup here */
  restoration(body: Input<'restoreBackup'>['body'], by: string): Promise<Job>;
}

const STATE = 'backup';
const SUFFIX = '.backup';
/** Number of backup files that are kept; the oldest are deleted. */
const KEPT_FILES = 30;
const INTERVAL_SECONDS = 24 * 3600;
/** Interval at which the service checks that the daily backup is due. */
const SCHEDULE_CHECK_MS = 10 * 60_000;
/** The time after which a backup or a setting of another management node is shown, in milliseconds. */
const SHOWN_FOR_MS = 5_000;
const MS = 1000;

/** Returns a function that creates a folder for this cluster in the service's directory and returns its path. */
const folderIn =
  (ceph: Ceph, directory: string | undefined) =>
  async (folder: 'backups' | 'restored'): Promise<string> => {
    const path = join(requireDirectory(directory), await readFsid(ceph), folder);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };

/** @throws Refusal when the service has no directory of its own */
function requireDirectory(directory: string | undefined): string {
  if (directory === undefined) throw notPossible('this service was started without a state directory');
  return directory;
}

/** The backup files in a directory, the oldest first: each name begins with the time of the backup. */
const filesOf = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((file) => file.endsWith(SUFFIX)).sort();

/** The id of a backup, taken from its file name. */
const idOf = (file: string): string => file.slice(file.indexOf('-') + 1, -SUFFIX.length);

/** The file of a backup. @throws Refusal 400 for a malformed id, 404 when there is no such backup */
async function fileOf(path: string, uuid: string): Promise<string> {
  enforce(refuseBackupId(uuid));
  const all = await filesOf(path);
  const file = all.find((name) => idOf(name) === uuid.toLowerCase());
  if (file !== undefined) return join(path, file);
  throw refusal(noBackup(uuid, all.map(idOf)));
}

/** Writes a backup file, and deletes the oldest ones beyond {@link KEPT_FILES}. */
async function saveFile(
  path: string,
  sealed: Buffer,
  now: number,
): Promise<NonNullable<SavedBackups['last']>> {
  const at = Math.floor(now / MS);
  const uuid = randomUUID();
  const file = join(path, `${String(at).padStart(12, '0')}-${uuid}${SUFFIX}`);
  await writeDurably(file, sealed);
  for (const old of (await filesOf(path)).slice(0, -KEPT_FILES)) await rm(join(path, old));
  return { at, uuid, size: sealed.length, checksum: createHash('sha256').update(sealed).digest('hex') };
}

/**
 * Keeps backups as encrypted files in `directory`. The state store in the cluster keeps their encryption key, and the
 * setting for daily backups.
 */
export function createBackups({ ceph, clock, store, lease, tasks, directory }: BackupOptions): Backups {
  const folder = folderIn(ceph, directory);
  const read = (age?: AnswerAge) => store.get<SavedBackups>(STATE, age);
  const change = (changes: Partial<SavedBackups>) =>
    store.update<SavedBackups, SavedBackups>(STATE, (present) => ({
      enabled: false,
      key: newKey(),
      ...present,
      ...changes,
    }));

  const create = async (say: Say): Promise<void> => {
    const path = await folder('backups');
    const { key } = await change({});
    const last = await saveFile(path, seal(await backupContents(ceph), key), clock.now());
    await change({ last });
    say(`backup ${last.uuid}: ${last.size} bytes in ${path}`);
    say(`SHA256 ${last.checksum}`);
    say('only its backupEncryptionKey opens it: keep that key outside the cluster');
  };
  const creation = (by: string): Job => ({
    name: 'Create configuration backup',
    object: 'configuration',
    by,
    run: create,
  });

  const schedule = every(clock, SCHEDULE_CHECK_MS, async () => {
    if (directory === undefined || !lease.held) return;
    const { enabled = false, last } = (await read()) ?? {};
    if (enabled && clock.now() / MS - (last?.at ?? 0) >= INTERVAL_SECONDS)
      await tasks.start(creation('schedule'));
  });

  return {
    async status() {
      const fsid = await readFsid(ceph);
      const { enabled = false, key, last } = (await read({ forMs: SHOWN_FOR_MS })) ?? {};
      return {
        enabled,
        clusterId: fsid,
        storeFsid: fsid,
        ...(key === undefined ? {} : { backupEncryptionKey: key }),
        ...(last === undefined
          ? {}
          : { lastBackupTimestamp: last.at, lastBackupSize: last.size, lastBackupChecksum: last.checksum }),
      };
    },
    async configure(enabled) {
      if (enabled) await tasks.admit();
      await folder('backups');
      await change({ enabled });
      const { last } = (await read()) ?? {};
      if (enabled && last === undefined) await tasks.start(creation('schedule'));
    },
    creation(by) {
      requireDirectory(directory);
      return creation(by);
    },
    async restoration({ encryptionKey, backupUuid }, by) {
      const file = await fileOf(await folder('backups'), backupUuid);
      const archive = await readArchive(file, encryptionKey);
      return {
        name: 'Restore configuration backup',
        object: backupUuid,
        by,
        run: async (say) => restore(ceph, archive, join(await folder('restored'), backupUuid), say),
      };
    },
    [Symbol.dispose]: () => schedule[Symbol.dispose](),
  };
}

/** @throws Refusal 400 when the file is damaged or the key does not decrypt it, 503 when it cannot be read */
async function readArchive(file: string, key: string) {
  const sealed = await readFile(file).catch((failure: unknown) => {
    throw new Refusal(503, `${file} cannot be read: ${messageOf(failure)}; nothing was changed`);
  });
  try {
    return unseal(sealed, key);
  } catch (failure) {
    if (!(failure instanceof SealError)) throw failure;
    throw refusal(undecryptableBackup(file, failure.message));
  }
}
