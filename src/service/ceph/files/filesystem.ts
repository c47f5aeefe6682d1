import { notPossible } from '../../engine.ts';
import { noMetadataServer } from '../../rules/files.ts';
import { refusal } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import type { CephCallOptions, Meanings, StorageCall } from '../client/storage.ts';

/** An entry of `ceph fs ls`. */
export interface FilesystemDump {
  readonly name: string;
  readonly metadata_pool: string;
  readonly data_pools: readonly string[];
}

/** Reads the filesystems of the cluster; this service uses the first one. */
export const readFilesystems = (ceph: Ceph): Promise<readonly FilesystemDump[]> =>
  ceph.read({ prefix: 'fs ls' });

/** A filesystem in `ceph fs dump`, as far as it is read here. */
interface FilesystemState {
  readonly id: number;
  readonly mdsmap: {
    readonly fs_name: string;
    readonly info: Readonly<Record<string, { readonly state: string }>>;
  };
}

/**
 * A long timeout in ms, for calls that may wait for data or for a client that has died: a metadata server gives up on it
 * after a minute (session_timeout).
 */
export const LONG_TIMEOUT_MS = 120_000;

/** Access to the files of the cluster's filesystem; the first one if there are several. */
export interface Files {
  /** Calls libcephfs in the helper, such as `stat`. Rejects with a Refusal. */
  call<T = void>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: CephCallOptions,
  ): Promise<T>;
  /** The id of the filesystem, which no other filesystem of the cluster ever has. Inodes are unique only within one. */
  id(): Promise<number>;
  /** Names of the data pools, the default one first. */
  dataPools(): Promise<readonly string[]>;
}

/** The answer when the mount, and with it every open handle, was lost. */
const LOST = {
  status: 503,
  message: 'the connection to the filesystem was lost and is being restored: try again',
} as const;
const LOSSES: Meanings = { EBADF: LOST, ESHUTDOWN: LOST, ENOTCONN: LOST };

/** Refuses calls with 501 if the cluster has no filesystem, and with 503 while no metadata server is active. */
export function createFiles(ceph: Ceph, storage: StorageCall): Files {
  const entry = async (): Promise<FilesystemDump> => {
    const [first] = await readFilesystems(ceph);
    if (!first) throw notPossible('it has no filesystem; create one with `ceph fs volume create`');
    return first;
  };

  /** The filesystem to mount. @throws Refusal 503 without an active metadata server, because a call would only wait */
  const findFilesystem = async () => {
    const { name } = await entry();
    const dump = await ceph.read<{ filesystems: FilesystemState[] }>(
      { prefix: 'fs dump' },
      { only: ['filesystems'] },
    );
    const found = dump.filesystems.find(({ mdsmap }) => mdsmap.fs_name === name);
    if (!found || !Object.values(found.mdsmap.info).some(({ state }) => state === 'up:active'))
      throw refusal(noMetadataServer(name));
    return { name, id: found.id };
  };

  let mounted: { readonly name: string; readonly id: number } | undefined;
  return {
    async call(name, args, { meanings = {}, ...options } = {}) {
      // An open handle belongs to the mounted filesystem, so it need not be looked up.
      const filesystem = 'handle' in args && mounted ? mounted : await findFilesystem();
      mounted = filesystem;
      return storage(
        `files.${name}`,
        { filesystem, ...args },
        { ...options, meanings: { ...LOSSES, ...meanings } },
      );
    },
    id: async () => (await findFilesystem()).id,
    dataPools: async () => (await entry()).data_pools,
  };
}
