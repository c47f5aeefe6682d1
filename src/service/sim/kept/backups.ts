import type { Backup } from '../backups/backup.ts';
import type { Model } from '../model.ts';
import type { Keep } from './keep.ts';

const BACKUPS = 'backups';
const CHOICE = 'backupChoice';
const ENABLED = 'enabled';

/** Saves the operator's choice to enable or disable backups. */
export const saveBackupChoice = (keep: Keep, enabled: boolean): void => keep.save(CHOICE, ENABLED, enabled);

/** Saves a new backup, and removes the one that it replaces. */
export function saveBackup(keep: Keep, uuid: string, backup: Backup, replaced: string | undefined): void {
  keep.save(BACKUPS, uuid, backup);
  if (replaced !== undefined) keep.remove(BACKUPS, replaced);
}

/** Restores the backups of earlier runs, and the choice to enable them. */
export function restoreBackups({ configBackup }: Model, keep: Keep): void {
  const { backups } = configBackup;
  const all = [...(keep.load(BACKUPS) as ReadonlyMap<string, Backup>), ...backups];
  backups.clear();
  for (const [uuid, backup] of all.toSorted(([, a], [, b]) => a.at - b.at)) backups.set(uuid, backup);
  const enabled = keep.load(CHOICE).get(ENABLED);
  if (typeof enabled === 'boolean') configBackup.enabled = enabled;
}
