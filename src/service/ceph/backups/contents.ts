import type { Ceph } from '../ceph.ts';
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
 * The configuration of a cluster: its settings, this service's own records, all keys, and the three maps. What
 * others keep in the monitors' key-value store (keys of encrypted disks, secrets of manager modules) is theirs,
 * and not part of it.
 */
export async function backupContents(ceph: Ceph): Promise<Archive> {
  const json = async (command: { prefix: string; key?: string }) =>
    Buffer.from(JSON.stringify(await ceph.read(command, { fresh: true }), undefined, 2));
  const binary = async (prefix: string) => (await ceph.readBinary({ prefix })).content;
  const { fsid } = await ceph.read<{ fsid: string }>({ prefix: 'fsid' });
  return {
    [FILES.fsid]: Buffer.from(`${fsid}\n`),
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

/** The cluster that a backup is of; empty where it does not say. */
export const fsidOf = (archive: Archive): string => (archive[FILES.fsid] ?? '').toString().trim();
/** The settings that the monitors held when the backup was made. */
export const settingsOf = (archive: Archive): readonly ConfigEntry[] =>
  (parsed(archive, FILES.settings) as readonly ConfigEntry[] | null) ?? [];
/** This service's own records by their keys, as they are in the store. */
export const recordsOf = (archive: Archive): ReadonlyMap<string, string> =>
  new Map(Object.entries((parsed(archive, FILES.records) as Record<string, string> | null) ?? {}));
