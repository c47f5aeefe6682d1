import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeDurably } from '../../../lib/durableFile.ts';
import { ifRefused } from '../../engine.ts';
import { readFsid, type Ceph, type CephCommand } from '../client/ceph.ts';
import { parseSettingName, settingName, type ConfigEntry } from '../config/read.ts';
import { ROOT } from '../state/store.ts';
import type { Say } from '../tasks/board.ts';
import { FILES, fsidOf, recordsOf, settingsOf } from './contents.ts';
import type { Archive } from './seal.ts';

/**
 * Records that a restore does not touch, because old values would be wrong: tasks, management nodes, the lease, the
 * backups themselves, and the last ids that were assigned, because an id must never be assigned twice.
 */
const NOT_RESTORED = ['task/', 'node/', 'lease', 'backup', 'last-id/'].map((key) => `${ROOT}${key}`);
const isRestored = (key: string): boolean => !NOT_RESTORED.some((prefix) => key.startsWith(prefix));

async function unpack(archive: Archive, directory: string, say: Say): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(archive))
    await writeDurably(join(directory, basename(name)), content, { replace: true });
  say(`unpacked into ${directory}`);
}

async function restoreRecords(ceph: Ceph, archive: Archive, say: Say): Promise<void> {
  const command = { prefix: 'config-key dump', key: ROOT };
  const present = new Map(Object.entries(await ceph.read<Record<string, string>>(command, { fresh: true })));
  const wanted = new Map([...recordsOf(archive)].filter(([key]) => isRestored(key)));
  let [written, removed] = [0, 0];
  for (const [key, value] of wanted) {
    if (present.get(key) === value) continue;
    await ceph.writeInput({ prefix: 'config-key set', key }, value);
    written++;
  }
  for (const key of present.keys()) {
    if (wanted.has(key) || !isRestored(key)) continue;
    await ceph.write({ prefix: 'config-key rm', key });
    removed++;
  }
  say(`records of this service: ${written} restored, ${removed} newer ones removed`);
}

/** The commands that turn the present settings into the wanted ones. */
export function settingChanges(
  present: readonly ConfigEntry[],
  wanted: readonly ConfigEntry[],
): CephCommand[] {
  const presentValues = new Map(present.map((entry) => [settingName(entry), entry.value]));
  const wantedValues = new Map(wanted.map((entry) => [settingName(entry), entry.value]));
  return [
    ...[...wantedValues]
      .filter(([name, value]) => presentValues.get(name) !== value)
      .map(([name, value]) => ({ prefix: 'config set', ...parseSettingName(name), value })),
    ...[...presentValues.keys()]
      .filter((name) => !wantedValues.has(name))
      .map((name) => ({ prefix: 'config rm', ...parseSettingName(name) })),
  ];
}

/** @returns the number of settings that Ceph refused */
async function restoreSettings(ceph: Ceph, archive: Archive, say: Say): Promise<number> {
  const present = await ceph.read<ConfigEntry[]>({ prefix: 'config dump' }, { fresh: true });
  let [done, failed] = [0, 0];
  for (const command of settingChanges(present, settingsOf(archive)))
    await ceph.write(command).then(
      () => done++,
      ifRefused(({ message }) => {
        say(`${command.prefix} ${String(command['name'])}: ${message}`);
        failed++;
      }),
    );
  say(`settings: ${done} changed`);
  return failed;
}

/**
 * Restores the settings and this service's own records. Keys and maps are only unpacked for the operator: replacing
 * those of a running cluster would destroy it.
 * @param directory where the backup is unpacked
 */
export async function restore(ceph: Ceph, archive: Archive, directory: string, say: Say): Promise<void> {
  await unpack(archive, directory, say);
  const fsid = await readFsid(ceph);
  if (fsidOf(archive) !== fsid)
    throw new Error(
      `the backup is from the cluster ${fsidOf(archive)}, but this is ${fsid}: nothing was restored`,
    );
  await restoreRecords(ceph, archive, say);
  const failed = await restoreSettings(ceph, archive, say);
  const { keys, monitors, osds, crush } = FILES;
  say(
    `not restored: ${[keys, monitors, osds, crush].join(', ')}; if needed, restore them by hand, such as with \`ceph auth import\``,
  );
  if (failed > 0) throw new Error(`${failed} settings could not be restored`);
}
