import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, Output } from '../../../api/contract/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { writeDurably } from '../../durableFile.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { noBackup, refuseBackupId, sealedBackup } from '../../rules/backups.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph } from '../ceph.ts';
import type { Lease } from '../state/lease.ts';
import type { StateStore } from '../state/store.ts';
import type { Job, TaskTable } from '../tasks/board.ts';
import { every } from '../timeouts.ts';
import { backupContents } from './contents.ts';
import { restore } from './restore.ts';
import { newKey, seal, SealError, unseal } from './seal.ts';

interface KeptBackups {
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
  /** Private to this service; without one there are no backups. */
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
/** Files of backups that stay; the oldest go. */
const KEPT_FILES = 30;
const EVERY_SECONDS = 24 * 3600;
const LOOK_MS = 10 * 60_000;
const MS = 1000;

/** The directory of this cluster's backups, or of what was restored from them, under that of the service. */
const placeIn =
  (ceph: Ceph, directory: string | undefined) =>
  async (folder: 'backups' | 'restored'): Promise<string> => {
    const { fsid } = await ceph.read<{ fsid: string }>({ prefix: 'fsid' });
    const path = join(own(directory), fsid, folder);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };

function own(directory: string | undefined): string {
  if (directory === undefined) throw notPossible('this service was started without a directory of its own');
  return directory;
}

/** Oldest first: their names begin with their time. */
const filesOf = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((file) => file.endsWith(SUFFIX)).sort();

/** The id of a backup in the name of its file. */
const idOf = (file: string): string => file.slice(file.indexOf('-') + 1, -SUFFIX.length);

/** The file of a backup. @throws Refusal 400 for what is no id of one, 404 when there is no such backup */
async function fileOf(path: string, uuid: string): Promise<string> {
  enforce(refuseBackupId(uuid));
  const all = await filesOf(path);
  const file = all.find((name) => idOf(name) === uuid.toLowerCase());
  if (file !== undefined) return join(path, file);
  throw refusal(noBackup(uuid, all.map(idOf)));
}

/** Writes a backup's file, and takes the oldest away when there are too many. */
async function keepFile(
  path: string,
  sealed: Buffer,
  now: number,
): Promise<NonNullable<KeptBackups['last']>> {
  const at = Math.floor(now / MS);
  const uuid = randomUUID();
  const file = join(path, `${String(at).padStart(12, '0')}-${uuid}${SUFFIX}`);
  await writeDurably(file, sealed);
  for (const old of (await filesOf(path)).slice(0, -KEPT_FILES)) await rm(join(path, old));
  return { at, uuid, size: sealed.length, checksum: createHash('sha256').update(sealed).digest('hex') };
}

/**
 * Backups are sealed files in `directory`; the cluster's store keeps their key, and whether they are made by
 * themselves.
 */
export function createBackups({ ceph, clock, store, lease, tasks, directory }: BackupOptions): Backups {
  const place = placeIn(ceph, directory);
  const read = () => store.get<KeptBackups>(STATE);
  const change = (changes: Partial<KeptBackups>) =>
    store.update<KeptBackups, KeptBackups>(STATE, (present) => ({
      enabled: false,
      key: newKey(),
      ...present,
      ...changes,
    }));

  const create = async (say: (line: string) => void): Promise<void> => {
    const path = await place('backups');
    const { key } = await change({});
    const last = await keepFile(path, seal(await backupContents(ceph), key), clock.now());
    await change({ last });
    say(`backup ${last.uuid}: ${last.size} bytes in ${path}`);
    say(`SHA256 ${last.checksum}`);
    say('it opens with the backupEncryptionKey only: keep that key outside of the cluster');
  };
  const creation = (by: string): Job => ({
    name: 'Create configuration backup',
    object: 'configuration',
    by,
    run: create,
  });

  const schedule = every(clock, LOOK_MS, async () => {
    if (directory === undefined || !lease.held) return;
    const { enabled = false, last } = (await read()) ?? {};
    if (enabled && clock.now() / MS - (last?.at ?? 0) >= EVERY_SECONDS)
      await tasks.start(creation('schedule'));
  });

  return {
    async status() {
      const { fsid } = await ceph.read<{ fsid: string }>({ prefix: 'fsid' });
      const { enabled = false, key, last } = (await read()) ?? {};
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
      await place('backups');
      await change({ enabled });
      const { last } = (await read()) ?? {};
      if (enabled && last === undefined) await tasks.start(creation('schedule'));
    },
    creation(by) {
      own(directory);
      return creation(by);
    },
    async restoration({ encryptionKey, backupUuid }, by) {
      const file = await fileOf(await place('backups'), backupUuid);
      const archive = await readArchive(file, encryptionKey);
      return {
        name: 'Restore configuration backup',
        object: backupUuid,
        by,
        run: async (say) => restore(ceph, archive, join(await place('restored'), backupUuid), say),
      };
    },
    [Symbol.dispose]: () => schedule[Symbol.dispose](),
  };
}

/** @throws Refusal 400 when the key does not open it or it is damaged, 503 when it cannot be read */
async function readArchive(file: string, key: string) {
  const sealed = await readFile(file).catch((failure: unknown) => {
    throw new Refusal(503, `${file} cannot be read: ${(failure as Error).message}; nothing was changed`);
  });
  try {
    return unseal(sealed, key);
  } catch (failure) {
    if (!(failure instanceof SealError)) throw failure;
    throw refusal(sealedBackup(file, failure.message));
  }
}
