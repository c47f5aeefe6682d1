import type { Backup } from '../config/backup.ts';
import type { Model } from '../model.ts';
import type { Keep } from './keep.ts';

const BACKUPS = 'backups';
const CHOICE = 'backupChoice';
const ENABLED = 'enabled';

export const saveBackupChoice = (keep: Keep, enabled: boolean): void => keep.save(CHOICE, ENABLED, enabled);

/** Brings back the backups of earlier runs, and whether they are made; keeps those to come. */
export function restoreBackups({ configBackup }: Model, keep: Keep): void {
  const { kept } = configBackup;
  const all = [...(keep.load(BACKUPS) as ReadonlyMap<string, Backup>), ...kept];
  kept.clear();
  for (const [uuid, backup] of all.toSorted(([, a], [, b]) => a.at - b.at)) kept.set(uuid, backup);
  const enabled = keep.load(CHOICE).get(ENABLED);
  if (typeof enabled === 'boolean') configBackup.enabled = enabled;
  configBackup.changed = (made, gone) => {
    keep.save(BACKUPS, made, kept.get(made));
    if (gone !== undefined) keep.remove(BACKUPS, gone);
  };
}
