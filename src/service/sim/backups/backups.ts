import type { Input } from '../../../api/contract/index.ts';
import { noBackup, refuseBackupId, undecryptableBackup } from '../../rules/backups.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Configuration } from '../config/configuration.ts';
import { logManagement } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import { hasQuorum } from '../monitors/quorum.ts';
import { saveBackup } from '../persistence/backups.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import type { Backup } from './backup.ts';

/** Maximum number of backups; one more replaces the oldest. */
const MAX_BACKUPS = 30;
/** Seconds between two backups, and between two checks whether one is due. */
const [BACKUP_INTERVAL, CHECK_INTERVAL] = [86_400, 600];

/** The last backup that was made. */
export const lastBackup = ({ configBackup }: Model): Backup | undefined =>
  [...configBackup.backups.values()].at(-1);

/** The parts of a running service that backups need. */
export interface BackupService {
  readonly configuration: Configuration;
  readonly persistence: Persistence;
}

/** Adds a backup; without `persistence` it is lost when the process ends. @returns its id */
export function addBackup(
  { configBackup: { backups } }: Model,
  backup: Backup,
  persistence?: Persistence,
): string {
  const uuid = backupUuid(backup.checksum);
  backups.set(uuid, backup);
  const oldest = backups.size > MAX_BACKUPS ? [...backups.keys()][0] : undefined;
  if (oldest !== undefined) backups.delete(oldest);
  if (persistence !== undefined) saveBackup(persistence, uuid, backup, oldest);
  return uuid;
}

/** Makes a backup a day after the last one, or after now, while backups are enabled. */
export function scheduleBackups(model: Model, begin: () => void): void {
  const seconds = () => Math.floor(model.timeOf(model.tick) / 1000);
  const since = seconds();
  const check = () => {
    const wanted = model.configBackup.enabled && model.created && hasQuorum(model);
    if (wanted && seconds() >= Math.max(since, lastBackup(model)?.at ?? 0) + BACKUP_INTERVAL) begin();
    model.agenda.after(CHECK_INTERVAL, check);
  };
  model.agenda.after(CHECK_INTERVAL, check);
}

/** The key with which backups of this cluster are encrypted. */
export const backupKey = ({ fsid }: Model): string => `demo-${fsid}`;

/** The id of a backup: the beginning of its checksum, formatted as a UUID. */
const backupUuid = (checksum: string): string =>
  checksum.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/**
 * The task that restores the settings of a backup.
 * @throws Refusal 400 for an invalid id or a wrong key; 404 when there is no such backup
 */
export function restoreJob(
  { model, configuration }: { readonly model: Model; readonly configuration: Configuration },
  { encryptionKey, backupUuid: uuid }: Input<'restoreBackup'>['body'],
  startedBy: string,
): SimJob {
  const { backups } = model.configBackup;
  enforce(refuseBackupId(uuid));
  const backup = backups.get(uuid.toLowerCase());
  if (backup === undefined) throw refusal(noBackup(uuid, [...backups.keys()]));
  if (encryptionKey !== backupKey(model))
    throw refusal(undecryptableBackup(`backup ${uuid}`, 'the key is wrong'));
  return {
    name: 'Restore configuration backup',
    object: uuid,
    startedBy,
    // Shares the queue of backups, so that it waits for one that is being made.
    queue: 'configuration backup',
    *run(): Run {
      yield `downloading backup ${uuid}`;
      yield undefined;
      yield 'decrypting';
      yield `settings: ${configuration.restore(backup.settings)} changed`;
      logManagement(model, 'notice', `settings restored from backup ${uuid}`);
      yield 'not restored: networks, gateway services, users and pools; they are unchanged';
    },
  };
}
