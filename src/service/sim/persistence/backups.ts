import type { Backup } from '../backups/backup.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from './persistence.ts';

const BACKUPS = 'backups';
const CHOICE = 'backupChoice';
const ENABLED = 'enabled';

/** Saves the operator's choice to enable or disable backups. */
export const saveBackupChoice = (persistence: Persistence, enabled: boolean): void =>
  persistence.save(CHOICE, ENABLED, enabled);

/** Saves a new backup, and removes the one that it replaces. */
export function saveBackup(
  persistence: Persistence,
  uuid: string,
  backup: Backup,
  replaced: string | undefined,
): void {
  persistence.save(BACKUPS, uuid, backup);
  if (replaced !== undefined) persistence.remove(BACKUPS, replaced);
}

/** Restores the backups of earlier runs, and the choice to enable them. */
export function restoreBackups({ configBackup }: Model, persistence: Persistence): void {
  const { backups } = configBackup;
  const all = [...(persistence.load(BACKUPS) as ReadonlyMap<string, Backup>), ...backups];
  backups.clear();
  for (const [uuid, backup] of all.toSorted(([, a], [, b]) => a.at - b.at)) backups.set(uuid, backup);
  const enabled = persistence.load(CHOICE).get(ENABLED);
  if (typeof enabled === 'boolean') configBackup.enabled = enabled;
}
