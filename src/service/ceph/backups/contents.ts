import { readFsid, type Ceph } from '../client/ceph.ts';
import type { ConfigEntry } from '../config/read.ts';
import { ROOT } from '../state/store.ts';
import type { Archive } from './seal.ts';

/** Names of the files in a backup. */
export const FILES = {
  fsid: 'fsid',
  settings: 'config-dump.json',
  records: 'storedeck-records.json',
  keys: 'keyring',
  monitors: 'monmap',
  osds: 'osdmap',
  crush: 'crushmap',
} as const;

/**
 * Reads the configuration of a cluster: its settings, this service's own records, all keys, and the three maps. Other
 * entries of the monitors' key-value store (keys of encrypted disks, secrets of manager modules) are not included.
 */
export async function backupContents(ceph: Ceph): Promise<Archive> {
  const json = async (command: { prefix: string; key?: string }) =>
    Buffer.from(JSON.stringify(await ceph.read(command, { fresh: true }), undefined, 2));
  const binary = async (prefix: string) => (await ceph.readBinary({ prefix })).content;
  return {
    [FILES.fsid]: Buffer.from(`${await readFsid(ceph)}\n`),
    [FILES.settings]: await json({ prefix: 'config dump' }),
    [FILES.records]: await json({ prefix: 'config-key dump', key: ROOT }),
    [FILES.keys]: Buffer.from(await ceph.readText({ prefix: 'auth export' }, { fresh: true })),
    [FILES.monitors]: await binary('mon getmap'),
    [FILES.osds]: await binary('osd getmap'),
    [FILES.crush]: await binary('osd getcrushmap'),
  };
}

const parsed = (archive: Archive, name: string): unknown =>
  JSON.parse((archive[name] ?? Buffer.from('null')).toString());

/** The fsid of the cluster that was backed up; empty when the backup has none. */
export const fsidOf = (archive: Archive): string => (archive[FILES.fsid] ?? '').toString().trim();
/** The monitors' configuration database at the time of the backup. */
export const settingsOf = (archive: Archive): readonly ConfigEntry[] =>
  (parsed(archive, FILES.settings) as readonly ConfigEntry[] | null) ?? [];
/** This service's own records, by their key in the monitors' key-value store. */
export const recordsOf = (archive: Archive): ReadonlyMap<string, string> =>
  new Map(Object.entries((parsed(archive, FILES.records) as Record<string, string> | null) ?? {}));
